import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { consumptionHistory, rechargeHistory } from '#contract/payments.ts'
import { ConsumptionHistory } from '#src/features/payments/history/consumption-history.tsx'
import { RecordList } from '#src/features/payments/history/record-list.tsx'
import { RechargeHistory } from '#src/features/payments/history/recharge-history.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const WALLET = '8iyrBx3vRkQn4hTt2v2yq3sDqW1nX4m7bJpZk5rjQqs'
const TOTAL = 23

const newQueries = () => new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })
const inQueries = (list: React.ReactNode, queries = newQueries()) => (
  <QueryClientProvider client={queries}>{list}</QueryClientProvider>
)
const recharges = (wallet: string | null = WALLET) =>
  render(inQueries(<RechargeHistory wallet={wallet} token={null} />))
const consumptions = () => render(inQueries(<ConsumptionHistory wallet={WALLET} />))

const pageOf = (query: URLSearchParams, record: (index: number) => object, total = TOTAL) => {
  const offset = Number(query.get('offset'))
  const limit = Number(query.get('limit'))
  const data = Array.from({ length: Math.min(limit, total - offset) }, (_, at) =>
    record(offset + at),
  )
  return { data, meta: { offset, limit, total, has_more: offset + data.length < total } }
}

const order = (index: number) => ({
  order_id: `o${index}`,
  order_number: `R-${index}`,
  amount: 0.5,
  status: 'PAID',
  created_at: '2026-11-20T10:00:00Z',
})

/** Serves the orders and remembers what was asked for. */
const serveOrders = (record: (index: number) => object = order, total = TOTAL) => {
  const asked: string[] = []
  network.use(
    answer(rechargeHistory, ({ query }) => {
      asked.push(`${query.get('offset')}+${query.get('limit')}`)
      return pageOf(query, record, total)
    }),
  )
  return asked
}

/** Looking for roles in long lists takes its time. */
const rows = () => [...document.querySelectorAll('li')]

describe('the recharge history', () => {
  it('ends with the welcome bonus once every order is shown', async () => {
    const bonus = { amount: 0.1, created_at: '2026-11-18T10:00:00Z' }
    network.use(
      answer(rechargeHistory, ({ query }) => ({
        ...pageOf(query, order, 12),
        welcome_bonus: bonus,
      })),
    )
    recharges()
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(screen.queryByText('Welcome bonus')).toBeNull()
    fireEvent.click(screen.getByText('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(12))
    const list = screen.getByRole('region', { name: 'Recharge History' })
    // The date depends on the time zone.
    expect(list).toHaveTextContent(/Welcome bonusNov 1[789], 2026, .*0\.1 SOL10 POINTSFree$/)
  })

  it('shows the welcome bonus to someone who never recharged', async () => {
    const meta = { offset: 0, limit: 10, total: 0, has_more: false }
    const bonus = { amount: 0.1, created_at: '2026-11-18T10:00:00Z' }
    network.use(answer(rechargeHistory, () => ({ data: [], meta, welcome_bonus: bonus })))
    recharges()
    expect(await screen.findByText('Welcome bonus')).toBeVisible()
    expect(screen.getByText('No recharge records yet')).toBeVisible()
    expect(rows()).toHaveLength(0)
  })

  it('grows by pages of ten while there are more, and starts over on refresh', async () => {
    const asked = serveOrders()
    recharges()
    expect(screen.getByRole('status', { name: 'Loading records' })).toBeInTheDocument()
    await waitFor(() => expect(rows()).toHaveLength(10))
    fireEvent.click(screen.getByText('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(20))
    fireEvent.click(screen.getByText('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(TOTAL))
    expect(screen.queryByText('Load more')).toBeNull()
    expect(asked).toEqual(['0+10', '10+10', '20+10'])
    fireEvent.click(screen.getByText('Refresh'))
    await waitFor(() => expect(rows()).toHaveLength(10))
    await waitFor(() => expect(screen.getByText('Load more')).toBeEnabled())
    expect(asked.slice(3)).toEqual(['0+10'])
  })

  it('loads from the first page when the wallet comes back', async () => {
    const asked = serveOrders()
    const queries = newQueries()
    const listOf = (wallet: string | null) =>
      inQueries(<RechargeHistory wallet={wallet} token={null} />, queries)
    const { rerender } = render(listOf(WALLET))
    await waitFor(() => expect(rows()).toHaveLength(10))
    fireEvent.click(screen.getByText('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(20))
    rerender(listOf(null))
    await waitFor(() => expect(queries.getQueryCache().getAll()).toHaveLength(1))
    rerender(listOf(WALLET))
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(asked).toEqual(['0+10', '10+10', '0+10'])
  })

  it('asks for nothing without a wallet', () => {
    recharges(null)
    expect(screen.getByText('Please connect your wallet first')).toBeInTheDocument()
  })

  it('shows when there is nothing', async () => {
    serveOrders(order, 0)
    recharges()
    expect(await screen.findByText('No recharge records yet')).toBeInTheDocument()
    expect(screen.queryByText('Load more')).toBeNull()
  })

  it('shows a failed lookup as an empty list with the reason in red', async () => {
    network.use(answer(rechargeHistory, () => failure('BAD_REQUEST', 'No')))
    recharges()
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load recharge history')
    expect(screen.getByText('No recharge records yet')).toBeInTheDocument()
    expect(screen.queryByText('Load more')).toBeNull()
  })

  it('is empty after a failed refresh, and filled again by the next', async () => {
    serveOrders()
    recharges()
    await waitFor(() => expect(rows()).toHaveLength(10))
    network.use(answer(rechargeHistory, () => failure('BAD_REQUEST', 'No')))
    fireEvent.click(screen.getByText('Refresh'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load recharge history')
    expect(screen.getByText('No recharge records yet')).toBeInTheDocument()
    expect(rows()).toHaveLength(0)
    expect(screen.queryByText('Load more')).toBeNull()
    serveOrders()
    fireEvent.click(screen.getByText('Refresh'))
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['PAID', 'Paid', 'text-positive'],
    ['CANCELLED', 'Cancelled', 'text-danger'],
    ['PENDING', 'Pending', 'text-warning'],
    ['EXPIRED', 'Expired', 'text-ink-muted'],
    ['REFUNDING', 'Unknown status', 'text-ink-muted'],
    [null, 'Unknown status', 'text-ink-muted'],
  ])('labels %s as %s', async (status, label, colour) => {
    serveOrders((index) => ({ ...order(index), status }), 1)
    recharges()
    const badge = await screen.findByText(label)
    expect(badge).toHaveClass(colour)
    expect(badge.querySelector('.animate-pulse') !== null).toBe(status === 'PENDING')
  })

  it('accepts the answers of a sloppy server', async () => {
    serveOrders(
      () => ({ order_id: 7, amount: '0.25', status: null, created_at: null, surprise: true }),
      1,
    )
    recharges()
    await screen.findByText('Order 7')
    expect(rows()[0]).toHaveTextContent('0.25 SOL')
  })

  it('shows a payment in a token, late or taken back, in words', async () => {
    serveOrders(
      (index) => ({
        ...order(index),
        currency: 'TOKEN',
        token_amount: '50',
        ...(index === 0 ? { late: true } : { settlement: 'reversed' }),
      }),
      2,
    )
    recharges()
    await waitFor(() => expect(rows()).toHaveLength(2))
    const [late, reversed] = rows()
    expect(late).toHaveTextContent('50 tokens')
    expect(late).toHaveTextContent('Paid late, but credited.')
    expect(reversed).toHaveTextContent('its credit was taken back')
  })
})

describe('the consumption history', () => {
  const spent = (index: number) => ({
    id: `t${index}`,
    amount: 0.01,
    status: 'SUCCESS',
    consumption_type: 'CA_ANALYSIS',
    created_at: '2026-11-20T10:00:00Z',
    quantity: index === 0 ? 3 : 1,
    feature_id: index === 0 ? 'r1' : null,
  })

  it('starts over with another type, and sends none for all types', async () => {
    const asked: string[] = []
    network.use(
      answer(consumptionHistory, ({ query }) => {
        asked.push(query.toString())
        return pageOf(query, spent)
      }),
    )
    consumptions()
    await waitFor(() => expect(rows()).toHaveLength(10))
    fireEvent.click(screen.getByText('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(20))
    const filter = screen.getByRole('combobox', { name: 'Consumption type' })
    expect(
      within(filter)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All types', 'Wallet Finder', 'CA Analysis', 'Premium Feature'])
    fireEvent.change(filter, { target: { value: 'WALLET_FINDER' } })
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(asked).toEqual([
      'offset=0&limit=10',
      'offset=10&limit=10',
      'offset=0&limit=10&consumption_type=WALLET_FINDER',
    ])
    fireEvent.change(filter, { target: { value: '' } })
    await waitFor(() => expect(asked[3]).toBe('offset=0&limit=10'))
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(asked).toHaveLength(4)
  })

  it('shows quantity, feature and price in both units', async () => {
    network.use(answer(consumptionHistory, ({ query }) => pageOf(query, spent, 2)))
    consumptions()
    await waitFor(() => expect(rows()).toHaveLength(2))
    const [first, second] = rows()
    expect(first).toHaveTextContent('CA Analysis (×3)')
    expect(first).toHaveTextContent('ID: r1')
    expect(first).toHaveTextContent('0.01 SOL')
    expect(first).toHaveTextContent('1 POINT')
    expect(second).not.toHaveTextContent('×')
    expect(second).not.toHaveTextContent('ID:')
  })

  it.each([
    ['SUCCESS', 'Success'],
    ['FAILED', 'Failed'],
    ['REFUNDED', 'Refunded'],
    ['LOST', 'Unknown'],
  ])('labels %s as %s', async (status, label) => {
    network.use(
      answer(consumptionHistory, ({ query }) =>
        pageOf(query, (index) => ({ ...spent(index), status }), 1),
      ),
    )
    consumptions()
    expect(await screen.findByText(label)).toBeInTheDocument()
  })

  it('shows when it failed to load', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    network.use(answer(consumptionHistory, () => failure('BAD_REQUEST', 'No')))
    consumptions()
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load consumption history')
    expect(warned).toHaveBeenCalledTimes(1)
    expect(screen.getByText('No consumption records yet')).toBeInTheDocument()
  })
})

it('asks for five records a page where nothing else is said', async () => {
  const load = vi.fn(async (page: { offset: number; limit: number }) => ({
    data: [],
    meta: { ...page, total: 0, has_more: false },
  }))
  render(
    inQueries(
      <RecordList
        label="Records"
        queryKey={['records']}
        load={({ offset, limit }) => load({ offset, limit })}
        isConnected
        emptyText="None"
        failureText="Failed"
        emptyIcon={null}
        row={() => null}
      />,
    ),
  )
  expect(await screen.findByText('None')).toBeVisible()
  expect(load).toHaveBeenCalledExactlyOnceWith({ offset: 0, limit: 5 })
})
