import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { SOL_MINT, type PriceAlert } from '#contract/analysis/alerts.ts'
import { ALERT_NOTIFICATIONS } from '#src/app/bodies/alert-notifications.ts'
import { findNews, pollNotifications } from '#src/app/bodies/poll-notifications.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const comet = addressOf('comet')

const alert = (
  minute: number | null,
  { price = 0.001, ...more }: Partial<PriceAlert> = {},
): PriceAlert => ({
  id: `alert-${minute}-${price}`,
  contract_address: comet,
  symbol: 'COMET',
  unit: 'SOL',
  direction: 'above',
  price,
  created_at: '2026-11-26T09:00:00.000Z',
  fired: minute === null ? null : { at: `2026-11-26T10:0${minute}:00.000Z`, price: 0.00125 },
  ...more,
})

beforeEach(() => {
  notifications.clear()
  toastStore.setState({ toast: null })
})

it('returns nothing at the first poll, and then reached alerts', () => {
  const first = findNews(null, [alert(null), alert(1)], ALERT_NOTIFICATIONS)
  expect(first).toEqual({ news: [], newestAt: alert(1).fired?.at })
  expect(findNews(first.newestAt, [alert(1)], ALERT_NOTIFICATIONS).news).toEqual([])
  const sol = { contract_address: SOL_MINT, symbol: 'SOL', unit: 'USD' } as const
  const { news, newestAt } = findNews(
    first.newestAt,
    [
      alert(null, { price: 9 }),
      alert(3, {
        ...sol,
        direction: 'below',
        price: 150,
        fired: { at: alert(3).fired?.at ?? '', price: 149.5 },
      }),
      alert(2),
      alert(1),
    ],
    ALERT_NOTIFICATIONS,
  )
  expect(newestAt).toBe(alert(3).fired?.at)
  expect(news).toMatchObject([
    {
      kind: 'price',
      title: 'SOL fell to $150',
      text: 'Your alert was below $150.',
      path: '/wallet-finder?mode=watched',
    },
    {
      title: 'COMET rose to 0.00125 SOL',
      text: 'Your alert was above 0.001 SOL.',
      path: `/wallet-finder?ca=${comet}`,
    },
  ])
})

it('remembers the last poll, and notifies of each alert once', async () => {
  const { kept, storage } = memoryStorage()
  let nowMs = 0
  const clock = { now: () => nowMs, sleep: () => new Promise<void>(() => undefined) }
  const load = vi
    .fn<() => Promise<PriceAlert[]>>()
    .mockResolvedValueOnce([alert(null)])
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue([alert(1)])
  const stop = pollNotifications(
    { queries: new QueryClient(), clock, storage: () => storage },
    { ...ALERT_NOTIFICATIONS, load },
  )
  for (const calls of [1, 2, 3]) {
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(calls))
    nowMs += 30_000
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(4))
  stop()
  expect(kept.get('price-alerts-seen')).toBe(alert(1).fired?.at)
  expect(notifications.store.getState().all).toMatchObject([{ kind: 'price' }])
  expect(toastStore.getState().toast?.title).toBe('COMET rose to 0.00125 SOL')
})

it.each([
  ['of the last day', 23, 1],
  ['older than a day', 25, 0],
])('tells a browser that looks for the first time of an alert %s: %i h', async (_, hours, told) => {
  const { storage } = memoryStorage()
  const nowMs = Date.parse(alert(1).fired?.at ?? '') + hours * 3_600_000
  const clock = { now: () => nowMs, sleep: () => new Promise<void>(() => undefined) }
  const load = vi.fn<() => Promise<PriceAlert[]>>().mockResolvedValue([alert(1)])
  const stop = pollNotifications(
    { queries: new QueryClient(), clock, storage: () => storage },
    { ...ALERT_NOTIFICATIONS, load },
  )
  await vi.waitFor(() => expect(storage.get('price-alerts-seen')).not.toBeNull())
  stop()
  expect(notifications.store.getState().all).toHaveLength(told)
})

it('shows no pop-up in quiet hours', () => {
  const { quiet } = notifications.store.getState()
  notifications.setQuiet({ isOn: true, fromMinute: 0, toMinute: 24 * 60 })
  expect(notifications.allowsToast('price')).toBe(false)
  notifications.setQuiet(quiet)
})
