import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { getResearch, startResearch } from '#contract/research/research.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testDetail, testDigest } from './digest.ts'
import { lists, show, showDigest, success } from './shown-window.tsx'

const started = (asked: (body: unknown) => void) =>
  answer(startResearch, ({ body }) => {
    asked(body)
    return success({ id: 'r1', research_id: 'r1', status: 'queued' as const })
  })
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
