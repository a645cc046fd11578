import { listPriceAlerts, type PriceAlert } from '#contract/analysis/alerts.ts'
import { MAX_PAGE } from '#contract/endpoint/lists.ts'
import { formatAlertPrice, nameAlertToken } from '#src/features/ca-analysis/alerts/alert-text.ts'
import { ALERTS_KEY } from '#src/features/ca-analysis/alerts/price-alerts.ts'
import { linkToAddress, linkToMode } from '#src/features/ca-analysis/analysis-link.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import type { NotificationSource } from './poll-notifications.ts'

const describeAlert = (alert: PriceAlert): NotificationRequest[] => {
  const { id, fired, contract_address: address, direction, price, unit } = alert
  if (fired === null) return []
  const verb = direction === 'above' ? 'rose' : 'fell'
  return [
    {
      id: `price:${id}`,
      kind: 'price',
      title: `${nameAlertToken(alert)} ${verb} to ${formatAlertPrice(fired.price, unit)}`,
      text: `Your alert was ${direction} ${formatAlertPrice(price, unit)}.`,
      path: unit === 'USD' ? linkToMode('watched') : linkToAddress(address),
    },
  ]
}

/** An alert set on a computer is often first seen on a phone, where nothing was polled before. */
const FIRST_POLL_REACH_MS = 24 * 60 * 60_000

export const ALERT_NOTIFICATIONS: NotificationSource<PriceAlert> = {
  key: 'price-alerts-seen',
  everyMs: 30_000,
  firstPollReachMs: FIRST_POLL_REACH_MS,
  load: (signal) =>
    api.callForData(listPriceAlerts, { query: { offset: 0, limit: MAX_PAGE }, signal }),
  readTime: ({ fired }) => fired?.at ?? null,
  describe: (alerts) => alerts.flatMap(describeAlert),
  queryKey: ALERTS_KEY,
}
