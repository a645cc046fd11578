import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { WatchedNews } from '#contract/analysis/watched.ts'
import { WALLET_NOTIFICATIONS } from '#src/app/bodies/wallet-notifications.ts'
import { findNews, pollNotifications } from '#src/app/bodies/poll-notifications.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { addressOf, signatureOf } from '#tests/support/token-fixtures.ts'

const WSOL = 'So11111111111111111111111111111111111111112'
const [ann, bob] = [addressOf('ann'), addressOf('bob')]

const trade = (
  minute: number,
  {
    address = ann,
    note = '',
    symbol = 'COMET',
    kind = 'BUY',
  }: { address?: string; note?: string; symbol?: string | null; kind?: 'BUY' | 'SELL' } = {},
): WatchedNews => ({
  address,
  note,
  found_at: `2026-11-26T10:0${minute}:00.000Z`,
  trade: {
    sig: signatureOf(`${address} ${minute}`),
    kind,
    token: { mint: addressOf(symbol ?? 'unnamed'), amount: '1500000', decimals: 0, symbol },
    quote: { mint: WSOL, amount: '500000000', decimals: 9 },
    time: '2026-11-26T10:00:00.000Z',
  },
})

beforeEach(() => notifications.clear())

it('returns nothing at the first poll, and then new trades', () => {
  const first = findNews(null, [trade(1)], WALLET_NOTIFICATIONS)
  expect(first).toEqual({ news: [], newestAt: trade(1).found_at })
  expect(findNews(first.newestAt, [trade(1)], WALLET_NOTIFICATIONS).news).toEqual([])
  expect(findNews('', [trade(1)], WALLET_NOTIFICATIONS).news).toHaveLength(1)
  const { news, newestAt } = findNews(
    first.newestAt,
    [trade(3, { address: bob, note: 'the early one', kind: 'SELL' }), trade(2), trade(1)],
    WALLET_NOTIFICATIONS,
  )
  expect(newestAt).toBe(trade(3).found_at)
  expect(news).toMatchObject([
    {
      kind: 'wallet',
      title: 'the early one sold COMET',
      text: '1.5M COMET for 0.5 SOL',
      path: '/wallet-finder?mode=watched',
    },
    { title: `${ann.slice(0, 4)}…${ann.slice(-4)} bought COMET` },
  ])
})

it('combines many trades of one wallet in one notification', () => {
  const { news } = findNews(
    '',
    [
      trade(5, { symbol: 'A' }),
      trade(4, { symbol: 'B' }),
      trade(3, { symbol: 'C' }),
      trade(2, { symbol: 'D' }),
      trade(1, { symbol: 'A' }),
    ],
    WALLET_NOTIFICATIONS,
  )
  expect(news).toMatchObject([
    { title: expect.stringContaining('made 5 trades'), text: 'A, B, C and 1 more' },
  ])
})

it('remembers the last poll, and notifies of each trade once', async () => {
  const { kept, storage } = memoryStorage()
  let nowMs = 0
  const clock = { now: () => nowMs, sleep: () => new Promise<void>(() => undefined) }
  const load = vi
    .fn<() => Promise<WatchedNews[]>>()
    .mockResolvedValueOnce([])
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue([trade(1)])
  const stop = pollNotifications(
    { queries: new QueryClient(), clock, storage: () => storage },
    { ...WALLET_NOTIFICATIONS, load },
  )
  for (const calls of [1, 2, 3, 4]) {
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(calls))
    nowMs += 60_000
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(5))
  stop()
  stop()
  expect(kept.get('watched-trades-seen')).toBe(trade(1).found_at)
  expect(notifications.store.getState().all).toMatchObject([{ kind: 'wallet' }])
})
