import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  deleteTopic,
  refreshTopic,
  saveTopic,
  startResearch,
  type ResearchTopic,
} from '#contract/research/research.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { source, testDetail, testDigest } from '#tests/src/features/research/digest.ts'
import { showDigest, success } from '#tests/src/features/research/shown-window.tsx'

beforeEach(() => {
  vi.stubGlobal('print', vi.fn())
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const topic: ResearchTopic = {
  id: 't1',
  topic_id: 't1',
  title: 'Solana',
  query: 'What is new on Solana?',
  created_at: '2026-03-03T10:00:00.000Z',
  last: null,
  running_id: null,
}

describe('a digest', () => {
  it('shows how it was made, the DEMO mark, missing parts and checks', async () => {
    await showDigest()
    expect(screen.getByText('Quotes only (no AI summary)')).toBeInTheDocument()
    expect(screen.getByText('DEMO')).toBeInTheDocument()
    expect(screen.getAllByText('1 of 2 sources answered', { exact: false })).not.toHaveLength(0)
    expect(screen.getByText('No report on staking was found')).toBeInTheDocument()
    expect(screen.getByText(/All verified/)).toBeInTheDocument()
    expect(screen.getByText(/6\.7% apart/)).toBeInTheDocument()
    expect(screen.getByText('was $150.00')).toBeInTheDocument()
    expect(
      screen.getByRole('img', { name: /SOL price, 7 days: \$100 to \$110, \+10\.0%/ }),
    ).toBeInTheDocument()
  })

  it('counts the sources that were asked, and lists the others last', async () => {
    const sources = [source({ id: 'market', state: 'skipped' }), source({ id: 'wire' })]
    await showDigest(testDetail({ digest: { ...testDigest(), sources } }))
    expect(screen.getByText('Sources (1)')).toBeInTheDocument()
    const items = within(screen.getByRole('list', { name: 'Sources' })).getAllByRole('listitem')
    expect(items.map(({ dataset }) => dataset['source'])).toEqual(['wire', 'market'])
  })

  it('opens a source with the cited sentence marked, and returns the focus on close', async () => {
    await showDigest()
    const story = document.querySelector<HTMLElement>('[data-story="votes"] blockquote')
    const citation = within(story as HTMLElement).getByRole('button', { name: 'Source 2: Wire' })
    await userEvent.click(citation)
    const panel = screen.getByRole('complementary', { name: 'Source 2' })
    expect(within(panel).getByText('Blocks took 150 ms.').tagName).toBe('MARK')
    const link = within(panel).getByRole('link', { name: 'Open at wire.example' })
    expect(link).toHaveAttribute('href', 'https://wire.example/2')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(within(panel).getByRole('heading', { name: 'Report 2' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
    expect(citation).toHaveFocus()
  })

  it('shows whose word it is beside a citation that is pointed at or focused', async () => {
    await showDigest()
    const [citation] = screen.getAllByRole('button', { name: 'Source 3: Post' })
    await userEvent.hover(citation as HTMLElement)
    const card = screen.getByRole('tooltip')
    expect(card).toHaveTextContent('Post · wire.example')
    expect(card).toHaveTextContent('Blocks took 150 ms.')
    expect(citation).toHaveAccessibleDescription(/Report 3/)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('links only to web addresses', async () => {
    await showDigest()
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Source 4: Post' })[0] as HTMLElement,
    )
    const panel = screen.getByRole('complementary', { name: 'Source 4' })
    expect(within(panel).queryByRole('link')).not.toBeInTheDocument()
    expect(within(panel).getByText('No web address')).toBeInTheDocument()
  })

  it('is filtered by source and by time, and reset', async () => {
    await showDigest()
    await userEvent.selectOptions(screen.getByLabelText('Time'), 'Last 7 days')
    expect(document.querySelector('[data-story="old"]')).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'Markets only')
    await userEvent.selectOptions(screen.getByLabelText('Time'), 'Any time')
    expect(screen.queryByRole('heading', { name: 'Stories' })).not.toBeInTheDocument()
    expect(screen.getByText('SOL price')).toBeInTheDocument()
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'All sources')
    expect(screen.getByRole('heading', { name: 'Stories' })).toBeInTheDocument()
  })

  it('marks new parts since last time', async () => {
    const since = {
      research_id: 'r0',
      at: '2026-03-01T10:00:00.000Z',
      new_stories: 1,
      changed_figures: 2,
    }
    await showDigest(testDetail({ digest: testDigest({ since }), topic_id: 't1' }))
    expect(screen.getByText(/1 new story, 2 changed figures\./)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Only what is new' }))
    expect(document.querySelector('[data-story="votes"]')).not.toBeNull()
    expect(document.querySelector('[data-story="old"]')).toBeNull()
  })

  it('marks unsupported sentences of a model, and shows omissions', async () => {
    const prose = {
      model: 'm',
      paragraphs: [
        [
          { text: 'Blocks became faster.', cites: [2], is_supported: true },
          { text: 'Everybody is glad.', cites: [3], is_supported: false },
        ],
      ],
      dropped: 2,
      marked: 1,
    }
    const digest = testDigest({ prose, engine: 'model', label: 'Written by m' })
    await showDigest(testDetail({ digest }))
    expect(screen.getByText('Written by m')).toBeInTheDocument()
    expect(screen.getByText('(not found in the source)')).toBeInTheDocument()
    expect(screen.getByText(/2 sentences left out, 1 marked/)).toBeInTheDocument()
  })

  it('takes a follow-up question', async () => {
    const asked = vi.fn()
    await showDigest()
    network.use(
      answer(startResearch, ({ body }) => {
        asked(body)
        return success({ id: 'r1', research_id: 'r1', status: 'queued' as const })
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Which releases are there?' }))
    await userEvent.click(screen.getByRole('button', { name: 'Ask · 1 POINT' }))
    await expect
      .poll(() => asked.mock.lastCall?.[0] as unknown)
      .toEqual({ query: 'Which releases are there?', follow_up_to: 'r1', focus: 'all' })
    expect(await screen.findByRole('heading', { name: 'Stories' })).toBeInTheDocument()
  })

  it('is shared under the id of its research', async () => {
    const onShare = await showDigest()
    await userEvent.click(screen.getByRole('button', { name: 'Discuss in chat' }))
    expect(onShare.mock.lastCall).toEqual(['r1'])
  })

  it('shows why it could not be shared, and can be shared again', async () => {
    const onShare = await showDigest()
    onShare.mockRejectedValueOnce(new Error('The server cannot be reached'))
    await userEvent.click(screen.getByRole('button', { name: 'Discuss in chat' }))
    await expect
      .poll(() => toastStore.getState().toast)
      .toMatchObject({
        title: 'We couldn’t share the digest',
        description: 'The server cannot be reached',
        tone: 'destructive',
      })
    await userEvent.click(screen.getByRole('button', { name: 'Discuss in chat' }))
    expect(onShare).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('heading', { name: 'What is new on Solana?' })).toBeInTheDocument()
  })

  it('keeps the main actions on a phone, and the others in a menu', async () => {
    const { screen: before } = windows.store.getState()
    windows.setScreen({ width: 390, height: 844 })
    onTestFinished(() => windows.setScreen(before))
    const onShare = await showDigest()
    expect(screen.getByRole('button', { name: 'New question' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Discuss in chat' }))
    expect(onShare).toHaveBeenCalledOnce()
  })

  it('is printed alone', async () => {
    await showDigest()
    await userEvent.click(screen.getByRole('button', { name: 'PDF' }))
    expect(window.print).toHaveBeenCalledOnce()
    const printed = document.querySelector<HTMLElement>('.research-print')
    expect(printed?.parentElement).toBe(document.body)
    expect(printed).toHaveTextContent('Blocks took 150 ms. [2]')
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(document.querySelector('.research-print')).toBeNull()
  })

  it('is followed when it is opened again', async () => {
    await showDigest(testDetail(), [topic])
    const button = await screen.findByRole('button', { name: 'Following' })
    const left = vi.fn()
    network.use(
      answer(deleteTopic, ({ params }) => {
        left(params['id'])
        return {}
      }),
    )
    await userEvent.click(button)
    expect(await screen.findByRole('button', { name: 'Follow this topic' })).toBeInTheDocument()
    expect(left).toHaveBeenCalledWith('t1')
    expect(toastStore.getState().toast?.title).toBe('You no longer follow this topic')
  })

  it('is followed by the last of many topics', async () => {
    const others = Array.from({ length: 250 }, (_, index) => ({
      ...topic,
      id: `other-${index}`,
      query: `Question ${index}`,
    }))
    await showDigest(testDetail(), [...others, topic])
    expect(await screen.findByRole('button', { name: 'Following' })).toBeInTheDocument()
  })

  it('is kept as a topic, which can then be refreshed', async () => {
    const refreshed = vi.fn()
    await showDigest()
    network.use(
      answer(saveTopic, ({ body }) => {
        expect(body).toEqual({ research_id: 'r1' })
        return success(topic)
      }),
      answer(refreshTopic, ({ params }) => {
        refreshed(params['id'])
        return success({ id: 'r1', research_id: 'r1', status: 'queued' as const })
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Follow this topic' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh · 1 POINT' }))
    await expect.poll(() => refreshed.mock.lastCall as unknown).toEqual(['t1'])
    expect(await screen.findByRole('heading', { name: 'Stories' })).toBeInTheDocument()
  })
})
