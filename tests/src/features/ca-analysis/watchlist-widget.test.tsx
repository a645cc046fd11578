import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listPriceAlerts } from '#contract/analysis/alerts.ts'
import { listWatchedWallets } from '#contract/analysis/watched.ts'
import { WatchlistWidget } from '#src/features/ca-analysis/watched/watchlist-widget.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const META = { offset: 0, limit: 100, total: 0, has_more: false }

const wallet = (note: string) => ({
  address: MINT,
  note,
  created_at: '2026-11-20T10:00:00Z',
  looked_at: '2026-11-20T10:00:00Z',
  trades: [],
  results: [],
})

const alert = (id: string, isFired: boolean) => ({
  id,
  contract_address: MINT,
  symbol: 'USDC',
  direction: 'above' as const,
  price: 2,
  unit: 'USD' as const,
  created_at: '2026-11-20T10:00:00Z',
  fired: isFired ? { at: '2026-11-21T10:00:00Z', price: 2 } : null,
})

const show = () => {
  const onOpen = vi.fn()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <WatchlistWidget onOpen={onOpen} />
    </QueryClientProvider>,
  )
  return onOpen
}

it('lists watched wallets and the alerts that wait, and opens them', async () => {
  network.use(
    answer(listWatchedWallets, () => ({ data: [wallet('Whale')], meta: META })),
    answer(listPriceAlerts, () => ({ data: [alert('a', false), alert('b', true)], meta: META })),
  )
  const onOpen = show()
  await userEvent.click(await screen.findByRole('button', { name: /^Whale/ }))
  expect(onOpen).toHaveBeenLastCalledWith(`/wallet-finder?mode=watched&wallet=${MINT}`)
  const alerts = await screen.findAllByRole('button', { name: /^USDC\s*rises to \$2/ })
  expect(alerts).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(onOpen).toHaveBeenLastCalledWith('/wallet-finder?mode=watched')
})

it('shows the trades of a new wallet once they are known', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let lookedAt: string | null = null
  network.use(
    answer(listWatchedWallets, () => ({
      data: [{ ...wallet('Whale'), looked_at: lookedAt }],
      meta: META,
    })),
    answer(listPriceAlerts, () => ({ data: [], meta: META })),
  )
  show()
  expect(await screen.findByText('Looking for its trades…')).toBeVisible()
  lookedAt = '2026-11-20T10:00:00Z'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await screen.findByText('No trades seen')).toBeVisible()
})

it('shows that it is empty, and that it failed to load', async () => {
  network.use(
    answer(listWatchedWallets, () => ({ data: [], meta: META })),
    answer(listPriceAlerts, () => ({ data: [], meta: META })),
  )
  show()
  expect(await screen.findByText('Wallets that you watch show up here.')).toBeVisible()
  network.use(answer(listPriceAlerts, () => failure('INTERNAL', 'Something broke')))
  show()
  expect(await screen.findByText('We couldn’t load your watchlist.')).toBeVisible()
})
