import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  deleteResearch,
  getResearch,
  listResearch,
  listOwnSources,
  researchEvents,
  startResearch,
  type ResearchEvent,
} from '#contract/research/research.ts'
import { balance } from '#contract/payments.ts'
import { forgetWaitingWork, startWaitingWork, topUp } from '#src/platform/top-up/top-up-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { source, testDetail } from './digest.ts'
import { lists, page, show, success } from './shown-window.tsx'

const event = (seq: number, change: Partial<ResearchEvent>): ResearchEvent => ({
  seq,
  type: 'stage',
  research_id: 'r1',
  status: 'running',
  stage: 'asking',
  message: '',
  source: null,
  failure: null,
  ...change,
})

const written = (events: readonly ResearchEvent[]) =>
  new TextEncoder().encode(
    events.map((said) => `id: ${said.seq}\ndata: ${JSON.stringify(said)}\n\n`).join(''),
  )

/** A stream that says the first events at once, and the last ones when it is time. */
const streaming = (
  first: readonly ResearchEvent[],
  last: readonly ResearchEvent[],
  isTime: Promise<void>,
) =>
  new HttpResponse(
    new ReadableStream({
      async start(controller) {
        controller.enqueue(written(first))
        await isTime
        controller.enqueue(written(last))
        controller.close()
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

const ask = async (question: string) => {
  await userEvent.type(await screen.findByLabelText('Question'), question)
  await userEvent.click(screen.getByRole('button', { name: 'Ask · 1 POINT' }))
}

const started = () =>
  answer(startResearch, () => success({ id: 'r1', research_id: 'r1', status: 'queued' as const }))

afterEach(forgetWaitingWork)

describe('asking', () => {
  it('shows the price first, and does not send an empty question', async () => {
    network.use(...lists())
    show()
    expect(screen.getByText(/costs 1 POINT \(0\.01 SOL\)/)).toBeInTheDocument()
    expect(await screen.findByText('No research yet')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Ask · 1 POINT' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Write a question first.')
  })

  it('puts an example into the box without asking it', async () => {
    network.use(...lists())
    show()
    const examples = screen.getByRole('list', { name: 'Examples' })
    await userEvent.click(within(examples).getAllByRole('button')[0] as HTMLElement)
    expect(screen.getByLabelText('Question')).toHaveValue('What is new on Solana this week?')
    expect(screen.getByLabelText('Question')).toHaveFocus()
  })

  it('shows the sources as they answer, and then the digest', async () => {
    let detail = testDetail({ status: 'running', stage: 'asking', sources: [], digest: null })
    let finish = (): void => undefined
    const finished = new Promise<void>((resolve) => (finish = resolve))
    network.use(
      ...lists(),
      started(),
      answer(getResearch, () => success(detail)),
      answer(researchEvents, () =>
        streaming(
          [
            event(1, { type: 'source', source: source({ id: 'a', name: 'Alpha', items: 4 }) }),
            event(2, {
              type: 'source',
              source: source({ id: 'b', name: 'Beta', state: 'failed', reason: 'hung up' }),
            }),
          ],
          [event(3, { type: 'done', status: 'done', stage: 'finished' })],
          finished,
        ),
      ),
    )
    show()
    await ask('What is new?')
    const sources = await screen.findByRole('list', { name: 'Sources' })
    expect(await within(sources).findByText('4 items')).toBeInTheDocument()
    expect(within(sources).getByText('Hung up')).toBeInTheDocument()
    expect(within(sources).getAllByText('0.9 s')).toHaveLength(2)
    expect(screen.getByRole('progressbar', { name: 'Research progress' })).toBeInTheDocument()
    expect(screen.getByText('2 of 2 sources done')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Cancel research' })).toBeEnabled()
    detail = testDetail()
    finish()
    expect(await screen.findByRole('heading', { name: 'Stories' })).toBeInTheDocument()
  })

  it('cancels and shows the refund', async () => {
    let detail = testDetail({ status: 'running', stage: 'asking', sources: [], digest: null })
    let streams = 0
    let cancel = (): void => undefined
    const cancelled = new Promise<void>((resolve) => (cancel = resolve))
    network.use(
      ...lists(),
      started(),
      answer(getResearch, () => success(detail)),
      answer(researchEvents, () => {
        streams += 1
        const last = event(1, { type: 'cancelled', status: 'cancelled', stage: 'finished' })
        return streaming([], [last], cancelled)
      }),
      answer(deleteResearch, () => {
        detail = testDetail({ status: 'cancelled', is_refunded: true, digest: null, sources: [] })
        cancel()
        return {}
      }),
    )
    show()
    await ask('What is new?')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel research' }))
    expect(await screen.findByText('The research was cancelled')).toBeInTheDocument()
    expect(screen.getByText(/Your POINT was refunded/)).toBeInTheDocument()
    expect(screen.getByLabelText('Question')).toHaveValue(detail.query)
    expect(streams).toBe(1)
  })

  it('shows why there is no digest, the result of each source, and the refund', async () => {
    network.use(
      ...lists(),
      started(),
      answer(getResearch, () =>
        success(
          testDetail({
            status: 'failed',
            is_refunded: true,
            failure: 'No results. We searched 2 sources. Your POINT was refunded.',
          }),
        ),
      ),
    )
    show()
    await ask('zzz')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No results. We searched 2 sources.')
    expect(alert).toHaveTextContent('Your POINT was refunded')
    expect(screen.getByText('No report on staking was found')).toBeInTheDocument()
    expect(screen.getByText('Forum sent a web page')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Ask again · 1 POINT' })).toBeEnabled()
  })

  it('keeps the question while the balance is short, and starts it after a top-up', async () => {
    let isShort = true
    const keys = new Set<string | null>()
    network.use(
      ...lists(),
      answer(startResearch, ({ body, request }) => {
        expect(body).toMatchObject({ query: 'SOL?', follow_up_to: null })
        keys.add(request.headers.get('Idempotency-Key'))
        return isShort
          ? failure('INSUFFICIENT_BALANCE', 'One query costs 1 POINT')
          : success({ id: 'r1', research_id: 'r1', status: 'queued' as const })
      }),
      answer(getResearch, () => success(testDetail())),
      answer(balance, () => ({
        wallet_balance: 0,
        user_sol_balance: 0,
        usdValue: null,
        lastUpdated: null,
      })),
    )
    show('/research?q=SOL%3F')
    await userEvent.click(await screen.findByRole('button', { name: 'Ask · 1 POINT' }))
    expect(await screen.findByText('Not enough POINTS for this question')).toBeInTheDocument()
    expect(screen.getByLabelText('Question')).toHaveValue('SOL?')
    expect(topUp.getState().work).toEqual({
      path: '/research?q=SOL%3F',
      title: 'Research',
      points: 1,
    })
    isShort = false
    act(() => void startWaitingWork())
    expect(await screen.findByRole('heading', { name: 'Stories' })).toBeInTheDocument()
    expect(keys.size).toBe(2)
  })

  it.each(['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const)(
    'keeps a refused question through what is tried beside it (%s)',
    async (code) => {
      const past = testDetail()
      network.use(
        ...lists(() => [past]),
        answer(startResearch, () => failure(code, 'Not now')),
        answer(getResearch, () => failure('INTERNAL', 'Something broke')),
      )
      show()
      await ask('What moved SOL?')
      expect(await screen.findByRole('alert')).toHaveTextContent('Not now')
      const box = () => screen.getByLabelText('Question')
      expect(box()).toHaveValue('What moved SOL?')
      await userEvent.type(box(), ' And why?')
      await userEvent.click(screen.getByRole('button', { name: /^What is new on Solana\?.*Done/ }))
      expect(await screen.findByRole('alert')).toHaveTextContent('Something broke')
      expect(box()).toHaveValue('What moved SOL? And why?')
    },
  )

  it('can be retried once the server’s time is over', async () => {
    network.use(
      ...lists(),
      answer(startResearch, () => {
        const refused = failure('RATE_LIMITED', 'Too many questions.')
        refused.headers.set('Retry-After', '1')
        return refused
      }),
    )
    show()
    await ask('SOL?')
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 1 second.')
    const button = screen.getByRole('button', { name: 'Ask · 1 POINT' })
    expect(button).toBeDisabled()
    await waitFor(() => expect(button).toBeEnabled(), { timeout: 3_000 })
  })

  it('does not pay twice for an answer that was lost', async () => {
    const keys: (string | null)[] = []
    network.use(
      ...lists(),
      answer(startResearch, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return keys.length === 1
          ? HttpResponse.error()
          : success({ id: 'r1', research_id: 'r1', status: 'queued' as const })
      }),
      answer(getResearch, () => success(testDetail())),
    )
    show()
    await ask('SOL?')
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached')
    await userEvent.click(screen.getByRole('button', { name: 'Ask · 1 POINT' }))
    expect(await screen.findByRole('heading', { name: 'Stories' })).toBeInTheDocument()
    expect(keys[1]).toBe(keys[0])
  })

  it('waits while there is no connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    network.use(...lists())
    show()
    expect(screen.getByText('You are offline')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Ask · 1 POINT' })).toBeDisabled()
    expect(await screen.findByText('No research yet')).toBeInTheDocument()
  })
})

describe('a server that goes away', () => {
  it('is waited for when the research was not opened yet', async () => {
    let isAway = true
    network.use(
      ...lists(),
      answer(startResearch, () =>
        success({ id: 'r1', research_id: 'r1', status: 'queued' as const }),
      ),
      answer(getResearch, () => (isAway ? HttpResponse.error() : success(testDetail()))),
    )
    show()
    await ask('SOL?')
    expect(await screen.findByRole('button', { name: 'Back' })).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('Reconnecting…')
    isAway = false
    expect(await screen.findByRole('heading', { name: 'Stories' })).toBeInTheDocument()
  })

  it('is waited for while the research runs', async () => {
    let isAway = false
    network.use(
      ...lists(),
      answer(getResearch, () =>
        isAway
          ? HttpResponse.error()
          : success({ ...testDetail(), status: 'running' as const, digest: null }),
      ),
      answer(researchEvents, () => {
        isAway = true
        return HttpResponse.error()
      }),
    )
    show('/research?id=r1')
    expect(await screen.findByText('Reconnecting…')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Cancel research' })).toBeInTheDocument()
    network.use(
      answer(getResearch, () => success(testDetail())),
      answer(researchEvents, () =>
        streaming([], [event(2, { type: 'done', status: 'done' })], Promise.resolve()),
      ),
    )
    expect(await screen.findByRole('heading', { name: 'Stories' })).toBeInTheDocument()
  })

  it('never makes a failure to read look like a fault of the question', async () => {
    network.use(
      ...lists(),
      answer(getResearch, () => failure('INTERNAL', 'Something broke')),
    )
    show('/research?id=r1')
    expect(await screen.findByText('We couldn’t open this research')).toBeInTheDocument()
    expect(screen.getByText('Something broke')).toBeInTheDocument()
    expect(screen.getByLabelText('Question')).not.toHaveAttribute('aria-invalid', 'true')
  })
})

describe('earlier research', () => {
  it('is reopened, named in the address while it is shown, and deleted', async () => {
    const { sources: _, digest: __, ...summary } = testDetail()
    let researches = [summary]
    network.use(
      ...lists(() => researches),
      answer(getResearch, () => success(testDetail())),
      answer(deleteResearch, () => {
        researches = []
        return {}
      }),
    )
    show()
    await userEvent.click(
      await screen.findByRole('button', { name: /^What is new on Solana\?.*2 stories/ }),
    )
    const next = await screen.findByRole('button', { name: 'New question' })
    expect(windows.findByPath('/research')?.path).toBe('/research?id=r1')
    await userEvent.click(next)
    expect(windows.findByPath('/research')?.path).toBe('/research')
    await userEvent.click(await screen.findByRole('button', { name: /^Delete research/ }))
    expect(researches).toHaveLength(1)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No research yet')).toBeInTheDocument()
  })

  it('is marked as a demo once, and row by row where only some is', async () => {
    const { sources: _, digest: __, ...demo } = testDetail()
    const failed = { ...demo, id: 'r2', status: 'failed' as const, is_demo: false }
    const real = { ...demo, id: 'r3', is_demo: false }
    let researches = [demo, { ...demo, id: 'r4' }, failed]
    network.use(...lists(() => researches))
    show()
    const badges = async () =>
      (await screen.findAllByText('DEMO')).map((badge) => badge.closest('li') !== null)
    expect(await badges()).toEqual([false])
    cleanup()
    researches = [demo, real]
    show()
    expect(await badges()).toEqual([true])
  })

  it('shows when it failed to load, and retries', async () => {
    let isBroken = true
    network.use(
      answer(listResearch, () => (isBroken ? failure('VALIDATION_FAILED', 'no') : page([]))),
      ...lists(),
    )
    show()
    const alert = await screen.findByText('We couldn’t load your earlier research.')
    isBroken = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No research yet')).toBeInTheDocument()
  })
})

it('shows when the user’s sources fail to load', async () => {
  network.use(
    ...lists(),
    answer(listOwnSources, () => failure('BAD_REQUEST', 'The sources are away.')),
  )
  show()
  await userEvent.click(screen.getByText('Your sources'))
  expect(await screen.findByText('The sources are away.')).toBeInTheDocument()
})
