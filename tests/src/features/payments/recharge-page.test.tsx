import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  balance,
  balanceHistory,
  cancelPayment,
  createPayment,
  verifyPayment,
} from '#contract/payments.ts'
import type { PaymentWallet } from '#src/features/payments/recharge/payment/payment-wallet.ts'
import { resetPayments } from '#src/features/payments/payments-store.ts'
import { RechargePage } from '#src/features/payments/recharge-page.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { rawConfig } from '#src/platform/config/raw-config.ts'
import { askForTopUp, forgetWaitingWork, topUp } from '#src/platform/top-up/top-up-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const ADDRESS = '8iyrBx3vRkQn4hTt2v2yq3sDqW1nX4m7bJpZk5rjQqs'

const walletWith = (overrides: Partial<PaymentWallet> = {}): PaymentWallet => ({
  address: ADDRESS,
  isConnecting: false,
  connectError: null,
  isAvailable: () => true,
  connect: async () => undefined,
  disconnect: async () => undefined,
  signMessage: async () => new Uint8Array(),
  tokenBalance: async () => 3_000_000n,
  buildTransfer: async () => null,
  buildTokenTransfer: async () => null,
  signAndSend: async () => '',
  confirmedWithin: async () => true,
  ...overrides,
})

const CONFIG = {
  name: 'SolDesk',
  network: 'localnet',
  rpc: '/rpc',
  receiver: ADDRESS,
  point_lamports: 10_000_000,
  product_token: { mint: ADDRESS, symbol: 'DEMO', decimals: 6, raw_per_point: '1000000' },
  demo: null,
  model: null,
  limits: {
    min_payment_lamports: 10_000_000,
    max_payment_lamports: 1_000_000_000_000,
    page_limit: 100,
    wallet_finder_max_mints: 10,
  },
}

const page = (wallet: PaymentWallet) => (
  <MemoryRouter initialEntries={['/payment']}>
    <QueryClientProvider client={new QueryClient()}>
      <RechargePage wallet={wallet} />
    </QueryClientProvider>
  </MemoryRouter>
)

const serveBalances = (balances: object) =>
  network.use(
    answer(balance, () => balances),
    answer(balanceHistory, () => ({
      success: true,
      data: [],
      meta: { days: 30, step_seconds: 86_400, opening_balance: 0 },
    })),
  )

const held = (sol: number, usdValue: number | null = null) => ({
  wallet_balance: 2.1234567,
  user_sol_balance: sol,
  usdValue,
  lastUpdated: '2026-11-20T10:00:00Z',
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  resetPayments()
  forgetWaitingWork()
  rawConfig.setState({ answer: CONFIG })
  authStore.setState({ status: 'authenticated', user: { id: 'u1', username: 'ada' } })
  serveBalances(held(0.6))
})

const amount = () => screen.getByLabelText('Recharge amount (SOL)')
const start = () => fireEvent.click(screen.getByText('Start Recharge'))

describe('the form', () => {
  it.each([
    ['', 'Enter an amount in SOL.'],
    ['0', 'The amount must be more than 0 SOL.'],
    ['-1', 'The amount must be more than 0 SOL.'],
    ['0.009', 'Enter at least 0.01 SOL.'],
    ['1e30', 'Enter at most 1,000 SOL.'],
  ])('says at the field why %j is not taken, and sends nothing', async (text, reason) => {
    const asked = vi.fn()
    network.use(answer(createPayment, asked))
    render(page(walletWith()))
    fireEvent.change(amount(), { target: { value: text } })
    expect(screen.getByText('Start Recharge')).toBeEnabled()
    start()
    expect(amount()).toHaveAccessibleDescription(reason)
    expect(amount()).toBeInvalid()
    expect(amount()).toHaveFocus()
    expect(screen.queryByText('Confirm payment')).toBeNull()
    fireEvent.change(amount(), { target: { value: '0.5' } })
    expect(amount()).toBeValid()
    expect(asked).not.toHaveBeenCalled()
  })

  it.each([
    ['0.25', '25 POINTS'],
    ['1.23456789', '123.45 POINTS'],
    ['0.05', '5 POINTS This is below the usual minimum of 0.1 SOL.'],
    ['3', '300 POINTS This is more than your wallet holds.'],
  ])('takes %s SOL, with %j at the field', async (text, hint) => {
    render(page(walletWith()))
    await screen.findByText('2.123457 SOL')
    fireEvent.change(amount(), { target: { value: text } })
    await waitFor(() => expect(amount()).toHaveAccessibleDescription(hint))
    expect(amount()).not.toHaveAttribute('aria-invalid')
    start()
    expect(screen.getByRole('button', { name: 'Confirm payment' })).toBeEnabled()
  })

  it('begins with 0.5 SOL and opens no order before it is confirmed', () => {
    render(page(walletWith()))
    expect(amount()).toHaveValue(0.5)
    expect(amount()).toHaveAttribute('min', '0.1')
    expect(amount()).toHaveAttribute('step', '0.1')
    start()
    expect(screen.getByRole('button', { name: 'Confirm payment' })).toBeEnabled()
    expect(screen.queryByText('Order ID')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(amount()).toHaveValue(0.5)
  })

  it('offers the product’s token with its price and the wallet’s balance', async () => {
    render(page(walletWith()))
    fireEvent.click(screen.getByRole('radio', { name: /DEMO/ }))
    expect(amount()).toHaveAccessibleDescription('50 POINTS · You pay 50 DEMO')
    expect(await screen.findByText('3 DEMO')).toBeInTheDocument()
    start()
    expect(screen.getByText('You pay').nextSibling).toHaveTextContent('50 DEMO')
  })

  it('offers nothing to choose where the product has no token', () => {
    rawConfig.setState({ answer: { ...CONFIG, product_token: null } })
    render(page(walletWith()))
    expect(screen.queryByRole('radio')).toBeNull()
  })
})

describe('the wallet', () => {
  it('is requested when there is none, with the reason of a failure', () => {
    render(page(walletWith({ address: null, connectError: 'Failed to connect wallet: Locked' })))
    expect(screen.getByRole('heading', { name: 'Connect Wallet' })).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to connect wallet: Locked')
    expect(screen.getByText('Wallet not connected')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Disconnect Wallet' })).toBeNull()
  })

  it('clears the payment when it leaves', () => {
    const { rerender } = render(page(walletWith()))
    start()
    rerender(page(walletWith({ address: null })))
    expect(screen.getByRole('heading', { name: 'Connect Wallet' })).toBeInTheDocument()
    rerender(page(walletWith()))
    expect(amount()).toHaveValue(0.5)
  })
})

describe('a payment rejected in the wallet', () => {
  it('is shown as the user’s own choice, once in full and once in a line', async () => {
    const cancelled = vi.fn(() => ({
      success: true,
      data: { payment_id: 'p1', status: 'cancelled' },
    }))
    network.use(
      answer(createPayment, () => ({
        success: true,
        data: {
          payment_id: 'p1',
          order_id: 'o1',
          order_number: 'R261122-TV6PNE6R',
          receiver: ADDRESS,
          recentBlockhash: 'b',
        },
      })),
      answer(cancelPayment, cancelled),
    )
    const signAndSend = () => Promise.reject(new Error('User rejected the request.'))
    render(page(walletWith({ signAndSend })))
    fireEvent.change(amount(), { target: { value: '0.7' } })
    start()
    fireEvent.click(screen.getByRole('button', { name: 'Confirm payment' }))
    const alert = await screen.findByText(
      /^Payment error: You cancelled the payment in your wallet\./,
    )
    expect(alert).toHaveTextContent('Nothing was paid.')
    const line = screen.getByText('Payment process error: User rejected the request.')
    expect(line.closest('dl')).toHaveTextContent('0.7 SOL')
    // The number by which the history names it.
    expect(line.closest('dl')).toHaveTextContent('R261122-TV6PNE6R')
    fireEvent.click(screen.getByRole('button', { name: 'Create New Order' }))
    expect(amount()).toHaveValue(0.7)
    await waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
  })

  it.each([
    ['RATE_LIMITED', 'Too many orders'],
    ['INTERNAL', 'Something broke'],
  ] as const)('keeps the amount after a refusal of the server (%s)', async (code, message) => {
    network.use(answer(createPayment, () => failure(code, message)))
    render(page(walletWith()))
    fireEvent.change(amount(), { target: { value: '0.7' } })
    start()
    fireEvent.click(screen.getByRole('button', { name: 'Confirm payment' }))
    expect(await screen.findByText(new RegExp(`^Payment error: ${message}`))).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(amount()).toHaveValue(0.7)
  })
})

describe('a payment that a closed page left behind', () => {
  const ORDER = {
    payment_id: 'p1',
    order_id: 'o1',
    order_number: 'R261122-TV6PNE6R',
    receiver: ADDRESS,
    recentBlockhash: 'b',
  }

  /** Pays until the transaction is sent, then forgets all that a page forgets when it is closed. */
  const sendAndClose = async () => {
    const verified = vi.fn(() => ({ success: true, data: { verified: false } }))
    network.use(
      answer(createPayment, () => ({ success: true, data: ORDER })),
      answer(verifyPayment, verified),
    )
    const { unmount } = render(page(walletWith({ signAndSend: async () => 'sig' })))
    start()
    fireEvent.click(screen.getByRole('button', { name: 'Confirm payment' }))
    await waitFor(() => expect(verified).toHaveBeenCalled())
    unmount()
    authStore.setState({ status: 'unauthenticated', user: null })
    authStore.setState({ status: 'authenticated', user: { id: 'u1', username: 'ada' } })
  }

  it('is shown again while under way, verified without a click, and never requested twice', async () => {
    await sendAndClose()
    network.use(answer(verifyPayment, () => ({ success: true, data: { verified: true } })))
    const signAndSend = vi.fn(async () => 'other')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    render(page(walletWith({ signAndSend })))
    // It may be verified at once, so only its appearance is awaited.
    await screen.findByText('Looking for your payment')
    expect(screen.getByText('R261122-TV6PNE6R')).toBeInTheDocument()
    expect(screen.queryByText('o1')).toBeNull()
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeInTheDocument()
    expect(scrolled.mock.contexts).toEqual([
      screen.getByRole('heading', { name: 'Payment Successful' }).closest('section'),
    ])
    expect(signAndSend).not.toHaveBeenCalled()
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    fireEvent.click(screen.getByRole('button', { name: 'View in Explorer' }))
    expect(opened).toHaveBeenCalledWith(
      expect.stringMatching(/^https:\/\/.+\/tx\/sig/),
      '_blank',
      expect.stringContaining('noopener'),
    )
    resetPayments()
    expect(await screen.findByLabelText('Recharge amount (SOL)')).toHaveValue(0.5)
  })

  it('stays hidden from another person and another wallet', async () => {
    await sendAndClose()
    const { unmount } = render(page(walletWith({ address: 'Other1111111111111111111111111111' })))
    expect(amount()).toHaveValue(0.5)
    unmount()
    resetPayments()
    authStore.setState({ status: 'authenticated', user: { id: 'u2', username: 'bob' } })
    render(page(walletWith()))
    expect(amount()).toHaveValue(0.5)
  })
})

describe('an expired session', () => {
  const user = { id: 'u1', username: 'ada' }
  const type = () => {
    render(page(walletWith()))
    fireEvent.change(amount(), { target: { value: '0.7' } })
  }
  const signIn = (id: string) =>
    act(() => authStore.setState({ status: 'authenticated', user: { ...user, id } }))

  it('keeps the amount for the same user', () => {
    type()
    act(() => authStore.setState({ status: 'unauthenticated', user: null, hasLoggedOut: false }))
    signIn('u1')
    expect(amount()).toHaveValue(0.7)
  })

  it.each([
    ['after a logout', 'u1', true],
    ['for another user', 'u2', false],
  ])('keeps nothing %s', (_when, id, hasLoggedOut) => {
    type()
    act(() => authStore.setState({ status: 'unauthenticated', user: null, hasLoggedOut }))
    signIn(id)
    expect(amount()).toHaveValue(0.5)
  })
})

describe('the balances', () => {
  it.each([
    [null, '60 POINTS'],
    [123.4, '60 POINTS · about $123.40'],
  ])('stand in SOL, POINTS and USD (%s)', async (usdValue, worth) => {
    serveBalances(held(0.6, usdValue))
    render(page(walletWith()))
    expect(await screen.findByText('0.6 SOL')).toBeInTheDocument()
    expect(screen.getByText(worth)).toBeInTheDocument()
    expect(screen.getByText('2.123457 SOL')).toBeInTheDocument()
  })

  it('are zero when the lookup failed, which is said', async () => {
    network.use(answer(balance, () => failure('BAD_REQUEST', 'No')))
    render(page(walletWith()))
    expect(await screen.findByText('Failed to load wallet information')).toBeInTheDocument()
    expect(screen.getAllByText('0 SOL')).toHaveLength(2)
    expect(screen.queryByText('Recharge to run queries')).toBeNull()
  })
})

describe('balances that could not be looked up', () => {
  afterEach(() => vi.useRealTimers())

  const fail = () =>
    network.use(
      answer(balance, () => failure('BAD_REQUEST', 'No')),
      answer(balanceHistory, () => failure('BAD_REQUEST', 'No')),
    )

  it('are requested again automatically', async () => {
    fail()
    render(page(walletWith()))
    expect(await screen.findByText('Failed to load wallet information')).toBeInTheDocument()
    expect(await screen.findByText('The balance over time is not available')).toBeInTheDocument()
    serveBalances(held(0.6))
    expect(await screen.findByText('0.6 SOL')).toBeInTheDocument()
    expect(screen.queryByText('Failed to load wallet information')).toBeNull()
    await waitFor(() =>
      expect(screen.queryByText('The balance over time is not available')).toBeNull(),
    )
  })

  it('are requested at once when the browser is online again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fail()
    render(page(walletWith()))
    await vi.waitFor(() =>
      expect(screen.getByText('Failed to load wallet information')).toBeInTheDocument(),
    )
    serveBalances(held(0.6))
    fireEvent(window, new Event('offline'))
    fireEvent(window, new Event('online'))
    await vi.waitFor(() => expect(screen.getByText('0.6 SOL')).toBeInTheDocument())
  })
})

describe('work that waits for the recharge', () => {
  const WORK = { path: '/wallet-finder?ca=mint', title: 'CA Analysis', points: 1 }

  it('waits while the balance does not cover it', async () => {
    serveBalances(held(0.005))
    askForTopUp(WORK)
    render(page(walletWith()))
    expect(
      await screen.findByText('CA Analysis is ready to run after you recharge'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Start · / })).toBeNull()
  })

  it('starts by one click once it is covered, and never without one', async () => {
    askForTopUp(WORK)
    render(page(walletWith()))
    const button = await screen.findByRole('button', { name: 'Start · 1 POINT' })
    expect(topUp.getState().startedPath).toBeNull()
    fireEvent.click(button)
    await waitFor(() => expect(topUp.getState().startedPath).toBe(WORK.path))
  })
})
