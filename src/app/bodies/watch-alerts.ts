import type { QueryClient } from '@tanstack/react-query'
import { listPriceAlerts, type PriceAlert } from '#contract/analysis/alerts.ts'
import { MAX_PAGE } from '#contract/endpoint/lists.ts'
import { formatAlertPrice, nameAlertToken } from '#src/features/ca-analysis/alerts/alert-text.ts'
import { ALERTS_KEY } from '#src/features/ca-analysis/alerts/price-alerts.ts'
import { linkToAddress, linkToMode } from '#src/features/ca-analysis/analysis-link.ts'
import type { Clock } from '#src/lib/clock.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { notify } from '#src/platform/notifications/notifications.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { lookWhileVisible } from './look-while-visible.ts'

const LOOK_EVERY_MS = 30_000
/** When the newest alert that was seen was reached; empty when there was none. */
const KEY = 'price-alerts-seen'

/**
 * Returns one notification for each alert reached after `seenAt`, and when the newest was reached. Without `seenAt`, nothing
 * is new.
 */
export const findAlertNews = (
  seenAt: string | null,
  alerts: readonly PriceAlert[],
): { news: NotificationRequest[]; newestAt: string } => ({
  newestAt: alerts.reduce(
    (newest, { fired }) => (fired !== null && fired.at > newest ? fired.at : newest),
    seenAt ?? '',
  ),
  news: alerts.flatMap((alert) => {
    const { id, fired, contract_address: address, direction, price, unit } = alert
    if (fired === null || seenAt === null || fired.at <= seenAt) return []
    return [
      {
        id: `price:${id}`,
        kind: 'price',
        title: `${nameAlertToken(alert)} ${direction === 'above' ? 'rose' : 'fell'} to ${formatAlertPrice(fired.price, unit)}`,
        text: `Your alert was ${direction} ${formatAlertPrice(price, unit)}.`,
        path: unit === 'USD' ? linkToMode('watched') : linkToAddress(address),
      },
    ]
  }),
})

const loadAlerts = async (signal: AbortSignal): Promise<readonly PriceAlert[]> =>
  (await api.call(listPriceAlerts, { query: { offset: 0, limit: MAX_PAGE }, signal })).data

type Watched = {
  queries: QueryClient
  clock: Clock
  storage: () => TextStorage
  load?: typeof loadAlerts
}

/**
 * Notifies of reached price alerts, also of those reached while the page was closed. It looks at once and twice a minute,
 * but only while the page is visible. Returns a function that stops it.
 */
export const watchAlerts = ({
  queries,
  clock,
  storage,
  load = loadAlerts,
}: Watched): (() => void) =>
  lookWhileVisible({ clock, everyMs: LOOK_EVERY_MS }, async (signal) => {
    const alerts = await load(signal)
    if (signal.aborted) return
    const { news, newestAt } = findAlertNews(storage().get(KEY), alerts)
    storage().set(KEY, newestAt)
    for (const one of news) notify(one)
    if (news.length > 0) void queries.invalidateQueries({ queryKey: ALERTS_KEY })
  })
