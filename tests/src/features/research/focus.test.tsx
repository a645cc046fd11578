import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import {
  getResearch,
  researchEvents,
  startResearch,
  type ResearchTopic,
} from '#contract/research/research.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testDetail, testDigest } from './digest.ts'
import { lists, show, showDigest, success } from './shown-window.tsx'

const started = (asked: (body: unknown) => void) =>
  answer(startResearch, ({ body }) => {
    asked(body)
    return success({ id: 'r1', research_id: 'r1', status: 'queued' as const })
  })
const topic: ResearchTopic = {
  id: 't1',
  topic_id: 't1',
  title: 'Prices',
  query: 'SOL price',
  focus: 'markets',
  created_at: '2026-03-03T10:00:00.000Z',
  last: null,
  running_id: null,
}

const picker = () => screen.findByLabelText('Where to search')

describe('where to search', () => {
  it('is chosen beside the question, and widened after nothing was found', async () => {
    const asked = vi.fn()
    const failed = testDetail({ status: 'failed', digest: null, query: 'SOL?', focus: 'community' })
    network.use(
      ...lists(),
      started(asked),
      answer(getResearch, () => success(failed)),
    )
    show()
    const options = await within(await picker()).findAllByRole('option')
    await expect.poll(() => within(document.body).getAllByRole('option').length).toBe(3)
    expect(options[0]).toHaveTextContent('All sources')
    await userEvent.selectOptions(await picker(), 'Community')
    await userEvent.type(screen.getByLabelText('Question'), 'SOL?{Enter}')
    const widen = await screen.findByRole('button', { name: 'Search all sources · 1 POINT' })
    expect(asked.mock.lastCall).toEqual([{ query: 'SOL?', follow_up_to: null, focus: 'community' }])
    expect(await picker()).toHaveValue('community')
    await userEvent.click(widen)
    await expect
      .poll(() => asked.mock.lastCall)
      .toEqual([{ query: 'SOL?', follow_up_to: null, focus: 'all' }])
  })

  it('is that of a failed research opened from the history', async () => {
    const failed = testDetail({ status: 'failed', digest: null, query: 'SOL?', focus: 'community' })
    network.use(
      ...lists(),
      answer(getResearch, () => success(failed)),
    )
    show('/research?id=r1')
    await screen.findByText('Couldn’t answer “SOL?”')
    expect(await picker()).toHaveValue('community')
  })

  it('is that of an address which the open window gets', async () => {
    network.use(...lists())
    show()
    expect(await picker()).toHaveValue('all')
    const id = windows.findByPath('/research')?.id ?? ''
    act(() => windows.setPath(id, '/research?q=SOL%3F&focus=news'))
    expect(await picker()).toHaveValue('news')
    await userEvent.selectOptions(await picker(), 'Community')
    expect(await picker()).toHaveValue('community')
  })

  it('is named while the sources are searched, in the history and at a topic', async () => {
    const running = testDetail({ status: 'running', digest: null, focus: 'news' })
    network.use(
      ...lists(() => [testDetail({ focus: 'official' })], [topic]),
      answer(getResearch, () => success(running)),
      answer(researchEvents, () => new HttpResponse(new ReadableStream())),
    )
    show()
    const history = within(await screen.findByRole('region', { name: 'Earlier research' }))
    expect(await history.findByText('Official')).toBeInTheDocument()
    const topics = within(await screen.findByRole('region', { name: 'Topics' }))
    expect(topics.getByText('Markets and chain')).toBeInTheDocument()
    await userEvent.click(history.getByRole('button', { name: /^What is new/ }))
    expect(await screen.findByText('Searches only: News')).toBeInTheDocument()
  })

  it('is shown in the head of a digest and kept for its follow-up', async () => {
    const asked = vi.fn()
    await showDigest(testDetail({ focus: 'news', digest: testDigest({ focus: 'news' }) }))
    network.use(started(asked))
    expect(screen.getByText('Searched only: News')).toBeInTheDocument()
    expect(await picker()).toHaveValue('news')
    await userEvent.type(screen.getByLabelText('Ask a follow-up'), 'Why?{Enter}')
    await expect
      .poll(() => asked.mock.lastCall)
      .toEqual([{ query: 'Why?', follow_up_to: 'r1', focus: 'news' }])
  })

  it('is not mentioned for a digest of all sources', async () => {
    await showDigest(testDetail({ digest: testDigest({ focus: 'all' }) }))
    expect(screen.queryByText(/Searched only/)).toBeNull()
  })
})
