import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listReports } from '#contract/analysis/analysis.ts'
import { listChats } from '#contract/chat/chat.ts'
import { listResearch } from '#contract/research/research.ts'
import { balance, balanceChanges } from '#contract/payments.ts'
import { dismissFirstSteps, firstSteps } from '#src/features/home/first-steps-store.ts'
import { formatAgo, getGreeting, isAddressName } from '#src/features/home/greeting.ts'
import { Home } from '#src/features/home/home.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

/** The state that the chat page would receive. */
const Asked = () => {
  const { search, state } = useLocation()
  return <p>{JSON.stringify({ search, state: state as unknown })}</p>
}

const open = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/chat" element={<Asked />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

const serveBalance = (sol: number | string | null) =>
  network.use(
    answer(balance, () => ({
      wallet_balance: null,
      user_sol_balance: sol,
      usdValue: null,
      lastUpdated: null,
    })),
  )

const meta = { offset: 0, limit: 4, total: 1, has_more: false }

beforeEach(() => {
  network.use(
    answer(balanceChanges, () => ({ data: [], meta: { ...meta, has_more: true } })),
    answer(listChats, () => ({ data: [], meta })),
    answer(listReports, () => ({ data: [], meta })),
    answer(listResearch, () => ({ data: [], meta })),
  )
  authStore.setState({ status: 'authenticated', user: { id: 'u1', username: 'ada' } })
})

const change = (kind: string, balanceSol: number) => ({
  id: kind,
  kind,
  amount: 0.1,
  points: 10,
  balance: balanceSol,
  created_at: '2026-11-20T10:00:00Z',
})

const serveChanges = (kinds: readonly [string, number][], hasMore = false) =>
  network.use(
    answer(balanceChanges, () => ({
      data: kinds.map(([kind, sol]) => change(kind, sol)),
      meta: { ...meta, has_more: hasMore },
    })),
  )

const finished = {
  id: 'r1',
  report_id: 'r1',
  kind: 'CA_ANALYSIS',
  status: 'done',
  contract_address: 'So11111111111111111111111111111111111111112',
  contract_addresses: [],
  created_at: '2026-11-20T10:00:00Z',
  finished_at: '2026-11-20T10:00:01Z',
  failure: null,
  is_refunded: false,
  progress: null,
  counts: null,
}

describe('the first steps', () => {
  beforeEach(() => {
    serveBalance(0.1)
    localStorage.clear()
    firstSteps.setState({ isDismissed: false, done: [] })
  })

  it('tell a new account of its free POINTS and go away when dismissed', async () => {
    serveChanges([['grant', 0.1]])
    open()
    expect(await screen.findByText('You have 10 free POINTS')).toBeVisible()
    expect(screen.queryByText('Read a finished report')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss first steps' }))
    expect(screen.queryByText('You have 10 free POINTS')).toBeNull()
    expect(localStorage.getItem('soldesk.user.u1.first-steps')).toContain('"isDismissed":true')
  })

  it('offer a finished report, and mark completed steps', async () => {
    serveChanges([['grant', 0.1]])
    network.use(answer(listReports, () => ({ data: [finished], meta })))
    open()
    expect(await screen.findByText('Read a finished report')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Ask about your balance/ }))
    expect(screen.getByText(/What is my balance\?/)).toBeVisible()
    expect(firstSteps.getState().done).toEqual(['ask'])
  })

  it.each([
    ['has paid', [['topup', 0.6]], false],
    ['has used the product for long', [['charge', 0.1]], true],
  ] as const)('leave alone who %s', async (_who, kinds, hasMore) => {
    serveChanges(
      kinds.map(([kind, sol]) => [kind, sol]),
      hasMore,
    )
    open()
    expect(await screen.findByText('Your chats show up here.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Dismiss first steps' })).toBeNull()
  })

  it('stay dismissed', async () => {
    dismissFirstSteps()
    serveChanges([['grant', 0.1]])
    open()
    expect(await screen.findByText('Your chats show up here.')).toBeVisible()
    expect(screen.queryByText('You have 10 free POINTS')).toBeNull()
  })
})

describe('isAddressName', () => {
  it.each([
    ['DJn8...3XCB', true],
    ['DJn8...3XCB-2', true],
    ['', true],
    ['ada', false],
    ['a...b', false],
  ])('of %j is %s', (name, isAddress) => {
    expect(isAddressName(name)).toBe(isAddress)
  })
})

describe('Home', () => {
  it('greets by name and leads to the desktop and the payment', async () => {
    serveBalance(0.1)
    open()
    expect(screen.getByRole('heading', { level: 1, name: /^Good \w+, ada$/ })).toBeVisible()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toContain('/ios-desktop')
    expect(links).toContain('/payment')
    expect(links).toContain('/ios-desktop?open=/wallet-finder')
    expect(await screen.findByText(/0\.1 SOL/)).toBeVisible()
  })

  it.each([
    [0.1, '0.1 SOL', '10 POINTS'],
    ['0.29', '0.29 SOL', '29 POINTS'],
    [0.019999999, '0.02 SOL', '1 POINT'],
    [0, '0 SOL', '0 POINTS'],
  ])('shows a balance of %s as %s and %s', async (sol, text, points) => {
    serveBalance(sol)
    open()
    expect(await screen.findByText(points)).toBeVisible()
    expect(
      screen.getByText((_, element) => element?.textContent === `${text}${points}`),
    ).toBeVisible()
  })

  it('shows N/A for a balance that is missing', async () => {
    serveBalance(null)
    open()
    expect(await screen.findByText(/N\/A/)).toBeVisible()
  })
})

describe('the ask box', () => {
  it('takes the question to the chat, and not in the address', async () => {
    serveBalance(1)
    open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Ask anything' }), ' What is SOL? ')
    await userEvent.keyboard('{Enter}')
    expect(
      screen.getByText(JSON.stringify({ search: '', state: { question: 'What is SOL?' } })),
    ).toBeVisible()
  })

  it('restores the typed text after an expired session', async () => {
    serveBalance(1)
    open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Ask anything' }), 'What is SOL?')
    authStore.setState({ status: 'unauthenticated', user: null })
    cleanup()
    authStore.setState({ status: 'authenticated', user: { id: 'u1', username: 'ada' } })
    open()
    expect(screen.getByRole('textbox', { name: 'Ask anything' })).toHaveValue('What is SOL?')
    cleanup()
    open()
    expect(screen.getByRole('textbox', { name: 'Ask anything' })).toHaveValue('')
  })

  it('asks an idea by a click, and nothing when nothing is typed', async () => {
    serveBalance(1)
    open()
    expect(screen.getByRole('button', { name: 'Ask' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'What is my balance?' }))
    expect(screen.getByText(/"question":"What is my balance\?"/)).toBeVisible()
  })
})

describe('recent work', () => {
  it('leads to the latest chats, reports and digests', async () => {
    serveBalance(1)
    const at = new Date().toISOString()
    network.use(
      answer(listChats, () => ({
        data: [{ id: 'c1', title: 'Whales', app_id: null, created_at: at, updated_at: at }],
        meta,
      })),
      answer(listReports, () => ({
        data: [
          {
            id: 'r1',
            report_id: 'r1',
            kind: 'CA_ANALYSIS',
            status: 'running',
            contract_address: 'So11111111111111111111111111111111111111112',
            contract_addresses: [],
            created_at: at,
            finished_at: null,
            failure: null,
            is_refunded: false,
            progress: null,
            counts: null,
          },
          {
            ...finished,
            id: 'r2',
            kind: 'WALLET_FINDER',
            contract_address: null,
            contract_addresses: ['one', 'two', 'three'],
          },
        ],
        meta,
      })),
      answer(listResearch, () => ({
        data: [
          {
            id: 'd1',
            research_id: 'd1',
            query: 'Was Drift hacked?',
            status: 'done',
            stage: 'finished',
            created_at: at,
            finished_at: at,
            failure: null,
            is_refunded: false,
            is_demo: false,
            topic_id: null,
            counts: null,
          },
        ],
        meta,
      })),
    )
    open()
    expect(
      await screen.findByRole('link', { name: /Was Drift hacked\?.*just now/ }),
    ).toHaveAttribute('href', '/ios-desktop?open=%2Fresearch%3Fid%3Dd1')
    expect(await screen.findByRole('link', { name: /Wallet Finder: 3 tokens/ })).toHaveAttribute(
      'href',
      '/ios-desktop?open=%2Fwallet-finder%3Freport%3Dr2',
    )
    expect(await screen.findByRole('link', { name: /Whales.*just now/ })).toHaveAttribute(
      'href',
      '/chat?id=c1',
    )
    expect(await screen.findByRole('link', { name: /Analysis of So11….*Running/ })).toHaveAttribute(
      'href',
      '/ios-desktop?open=%2Fwallet-finder%3Freport%3Dr1',
    )
  })

  it('shows how long ago reports began, also after a minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const report = { ...finished, created_at: new Date().toISOString() }
    network.use(answer(listReports, () => ({ data: [report], meta })))
    serveBalance(0.1)
    open()
    expect(await screen.findByText('just now')).toBeVisible()
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await screen.findByText('1 min ago')).toBeVisible()
  })

  it('shows how to begin when there is none, and that a list failed to load', async () => {
    serveBalance(1)
    network.use(answer(listReports, () => failure('INTERNAL', 'No')))
    open()
    expect(await screen.findByText(/Your chats show up here/)).toBeVisible()
    expect(await screen.findByText('We couldn’t load this list.')).toBeVisible()
  })
})

describe('how long ago', () => {
  it.each([
    ['2026-11-20T11:59:40Z', 'just now'],
    ['2026-11-20T11:55:00Z', '5 min ago'],
    ['2026-11-20T09:00:00Z', '3 h ago'],
    ['2026-11-18T11:00:00Z', '2 d ago'],
    ['nonsense', ''],
  ])('%s is "%s"', (iso, text) => {
    expect(formatAgo(iso, new Date('2026-11-20T12:00:00Z'))).toBe(text)
  })
})

describe('the greeting', () => {
  it.each([
    [4, 'Good evening'],
    [5, 'Good morning'],
    [12, 'Good afternoon'],
    [18, 'Good evening'],
  ])('at %i is "%s"', (hour, greeting) => {
    expect(getGreeting(new Date(2026, 0, 1, hour))).toBe(greeting)
  })
})
