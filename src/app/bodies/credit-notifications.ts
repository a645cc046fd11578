import { formatNumber } from '#contract/numbers.ts'
import { PAYMENT_PATH } from '#contract/paths.ts'
import { balanceChanges, type BalanceChange } from '#contract/payments.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { combineStops } from '#src/lib/combine-stops.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { notify, type NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { onBalanceMove } from './balance-moves.ts'
import { findNews, type PollOptions } from './poll-notifications.ts'

/** Time of the newest credit that was seen; empty when there was none. */
const KEY = 'credits-seen'
const LATEST = 20

/** Other changes follow from what the user did, such as refunds. */
const TEXTS: Readonly<Record<string, string>> = {
  topup: 'Your recharge was credited.',
  operator: 'Credit from support.',
}

const isCredit = ({ kind, amount }: BalanceChange) => kind in TEXTS && amount > 0

const describe = ({ id, kind, points }: BalanceChange): NotificationRequest => ({
  id: `payment:${id}`,
  kind: 'payment',
  title: `+${formatNumber(points)} POINTS`,
  text: TEXTS[kind] ?? '',
  path: PRODUCT_APPS.recharge.path,
  // The recharge page shows the result itself.
  isSilent: window.location.pathname === PAYMENT_PATH,
})

/**
 * Shows notifications for credited recharges, including those from while the page was closed. Looks at once, and each
 * time the balance rises. Returns a function that stops it.
 */
export const watchCredits = ({
  queries,
  storage,
}: Pick<PollOptions, 'queries' | 'storage'>): (() => void) => {
  const over = new AbortController()
  const look = async () => {
    const query = { offset: 0, limit: LATEST }
    const changes = await api.callForData(balanceChanges, { query, signal: over.signal })
    if (over.signal.aborted) return
    const { news, newestAt } = findNews(storage().get(KEY), changes.filter(isCredit), {
      readTime: ({ created_at: at }) => at,
      describe: (credits) => credits.map(describe),
    })
    storage().set(KEY, newestAt)
    for (const one of news) notify(one)
  }
  // The next rise or page load looks again.
  const tryToLook = () => void look().catch(() => undefined)
  tryToLook()
  const stopListening = onBalanceMove(queries, (move) => {
    if (move === 'rise') tryToLook()
  })
  return combineStops(() => over.abort(), stopListening)
}
