import { listPriceAlerts, type PriceAlert } from '#contract/analysis/alerts.ts'
import { MAX_PAGE } from '#contract/endpoint/lists.ts'
import { formatAlertPrice, nameAlertToken } from '#src/features/ca-analysis/alerts/alert-text.ts'
import { ALERTS_KEY } from '#src/features/ca-analysis/alerts/price-alerts.ts'
import { linkToAddress, linkToMode } from '#src/features/ca-analysis/analysis-link.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { watchNews, type News, type NewsParts } from './watch-news.ts'

const LOOK_EVERY_MS = 30_000
/** When the newest alert that was seen was reached; empty when there was none. */
const KEY = 'price-alerts-seen'

/**
 * Returns one notification for each alert reached after `seenAt`, and when the newest was reached. Without `seenAt`, nothing
 * is new.
 */
export const findAlertNews = (seenAt: string | null, alerts: readonly PriceAlert[]): News => ({
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

/** Notifies of reached price alerts: see `watchNews`. */
export const watchAlerts = (parts: NewsParts<PriceAlert>): (() => void) =>
  watchNews(parts, {
    key: KEY,
    everyMs: LOOK_EVERY_MS,
    load: loadAlerts,
    find: findAlertNews,
    queryKey: ALERTS_KEY,
  })
