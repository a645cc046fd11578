import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  deleteReport,
  getReport,
  listReports,
  lookUpAddress,
  reportEvents,
  startCaAnalysis,
} from '#contract/analysis/analysis.ts'
import { balance } from '#contract/payments.ts'
import { CaAnalysisWindow } from '#src/features/ca-analysis/ca-analysis-window.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { forgetWaitingWork } from '#src/platform/top-up/top-up-store.ts'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { WindowIdContext } from '#src/platform/windows/window-title.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testApp } from '#tests/support/desktop.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

afterEach(forgetWaitingWork)

const show = (path = '/wallet-finder', windowId = 'w1') => {
  network.use(
    answer(listReports, () => ({
      data: [],
      meta: { offset: 0, limit: 10, total: 0, has_more: false },
    })),
    answer(lookUpAddress, () => ({
      status: 'success',
      data: { address: MINT, kind: 'token', name: 'Bonk', symbol: 'BONK' },
    })),
    answer(balance, () => ({
      wallet_balance: 0,
      user_sol_balance: 0,
      usdValue: null,
      lastUpdated: null,
    })),
  )
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <WindowIdContext value={windowId}>
          <CaAnalysisWindow windowId={windowId} path={path} />
        </WindowIdContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const field = () => screen.getByLabelText('Contract address')
const button = () => screen.getByRole('button', { name: /1 POINT/ })

describe('an address that was typed', () => {
  it.each([
    ['too many', () => failure('RATE_LIMITED', 'Too many analyses')],
    ['balance', () => failure('INSUFFICIENT_BALANCE', 'Your balance is 0')],
    ['broken', () => failure('INTERNAL', 'Something broke')],
    ['no network', () => HttpResponse.error()],
  ])('is kept when the analysis does not start (%s)', async (_, refuse) => {
    network.use(answer(startCaAnalysis, refuse))
    show()
    await userEvent.type(field(), MINT)
    await userEvent.click(button())
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
    expect(field()).toHaveValue(MINT)
  })

  it('is restored after an expired session, but not in a window that was closed', async () => {
    const signedIn = { status: 'authenticated', user: { id: 'u1', username: 'ada' } } as const
    authStore.setState(signedIn)
    show()
    await userEvent.type(field(), MINT)
    authStore.setState({ status: 'unauthenticated', user: null })
    cleanup()
    authStore.setState(signedIn)
    show()
    expect(field()).toHaveValue(MINT)
    cleanup()
    show()
    expect(field()).toHaveValue('')
  })

  it('is kept when its report cannot be opened', async () => {
    network.use(
      answer(startCaAnalysis, () => ({
        status: 'success',
        data: { id: 'r1', report_id: 'r1', status: 'queued' },
      })),
      answer(getReport, () => failure('INTERNAL', 'Something broke')),
    )
    show()
    await userEvent.type(field(), MINT)
    await userEvent.click(button())
    expect(await screen.findByText('We couldn’t open this report')).toBeInTheDocument()
    expect(screen.getByText('Something broke')).toBeInTheDocument()
    expect(field()).toHaveValue(MINT)
    expect(field()).not.toHaveAttribute('aria-invalid')
  })
})

const started = () => ({
  status: 'success',
  data: { id: 'r1', report_id: 'r1', status: 'queued' },
})

const cancelled = () => ({
  status: 'success',
  data: {
    id: 'r1',
    report_id: 'r1',
    kind: 'CA_ANALYSIS',
    status: 'cancelled',
    contract_address: MINT,
    contract_addresses: [MINT],
    created_at: '2026-11-22T10:00:00Z',
    finished_at: '2026-11-22T10:01:00Z',
    failure: null,
    is_refunded: true,
    progress: null,
    counts: null,
  },
})

const running = () => {
  const { status, data } = cancelled()
  return { status, data: { ...data, status: 'running', finished_at: null, is_refunded: false } }
}

const analyse = async () => {
  await userEvent.type(field(), MINT)
  await userEvent.click(button())
}

describe('a server that goes away', () => {
  it('is waited for when the report was not opened yet', async () => {
    let isAway = true
    network.use(
      answer(startCaAnalysis, started),
      answer(getReport, () => (isAway ? HttpResponse.error() : cancelled())),
    )
    show()
    await analyse()
    expect(await screen.findByRole('status')).toHaveTextContent('Opening the report')
    expect(await screen.findByRole('button', { name: 'Back' })).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('Reconnecting…')
    isAway = false
    expect(await screen.findByText('The analysis was cancelled')).toBeInTheDocument()
    expect(field()).not.toHaveAttribute('aria-invalid')
  })

  it('is waited for while the analysis runs', async () => {
    let isAway = false
    network.use(
      answer(startCaAnalysis, started),
      answer(getReport, () => (isAway ? HttpResponse.error() : running())),
      answer(reportEvents, () => {
        if (isAway) return HttpResponse.error()
        isAway = true
        return new HttpResponse('', { headers: { 'Content-Type': 'text/event-stream' } })
      }),
    )
    show()
    await analyse()
    expect(await screen.findByText('Reconnecting…')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Analyzing the token' })).toBeInTheDocument()
    network.use(
      answer(getReport, cancelled),
      answer(
        reportEvents,
        () =>
          new HttpResponse(
            'id: 2\ndata: {"seq":2,"type":"cancelled","status":"cancelled","report_id":"r1","progress":null,"failure":null}\n\n',
            { headers: { 'Content-Type': 'text/event-stream' } },
          ),
      ),
    )
    expect(await screen.findByText('The analysis was cancelled')).toBeInTheDocument()
  })

  it('is not paid twice for an answer that was lost', async () => {
    const keys: (string | null)[] = []
    network.use(
      answer(startCaAnalysis, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return keys.length === 1 ? HttpResponse.error() : started()
      }),
      answer(getReport, cancelled),
    )
    show()
    await analyse()
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached')
    await userEvent.click(button())
    expect(await screen.findByText('The analysis was cancelled')).toBeInTheDocument()
    await userEvent.click(button())
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('keeps showing the analysis when cancelling fails', async () => {
    network.use(
      answer(startCaAnalysis, started),
      answer(getReport, running),
      answer(
        reportEvents,
        () =>
          new HttpResponse(new ReadableStream(), {
            headers: { 'Content-Type': 'text/event-stream' },
          }),
      ),
      answer(deleteReport, () => HttpResponse.error()),
    )
    show()
    await analyse()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel analysis' }))
    await waitFor(() =>
      expect(toastStore.getState().toast?.title).toBe(
        'We couldn’t cancel the analysis. Try again.',
      ),
    )
    expect(screen.getByRole('button', { name: 'Cancel analysis' })).not.toHaveAttribute('aria-busy')
  })
})

describe('a failed analysis', () => {
  const fail = async () => {
    network.use(answer(startCaAnalysis, started), answer(getReport, cancelled))
    show()
    await analyse()
    expect(await screen.findByText('The analysis was cancelled')).toBeInTheDocument()
  }

  it('comes into view, and is gone once the address changes', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await fail()
    expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' })
    await userEvent.type(field(), '{Backspace}')
    expect(screen.queryByText('The analysis was cancelled')).not.toBeInTheDocument()
    expect(field()).toHaveValue(MINT.slice(0, -1))
  })

  it('is replaced by the message of the form', async () => {
    network.use(answer(getReport, cancelled))
    show('/wallet-finder?report=r1')
    expect(await screen.findByText('The analysis was cancelled')).toBeInTheDocument()
    await userEvent.click(button())
    expect(screen.getByText('Paste a token’s contract address first.')).toBeInTheDocument()
    expect(screen.queryByText('The analysis was cancelled')).not.toBeInTheDocument()
  })
})

it.each([
  ['/wallet-finder', 'CA Analysis'],
  ['/wallet-finder?mode=finder', 'CA Analysis – Wallet Finder'],
  ['/wallet-finder?mode=watched', 'CA Analysis – Watched'],
])('names the tool of %s in the title of its window', (path, title) => {
  setAppRegistry([testApp('/wallet-finder', { title: 'CA Analysis' })])
  const id = windows.open({ path: '/wallet-finder', title: 'CA Analysis' })
  show(path, id)
  expect(windows.store.getState().windows[id]?.title).toBe(title)
})
