import { listWatchedTrades, type WatchedNews } from '#contract/analysis/watched.ts'
import { linkToMode } from '#src/features/ca-analysis/analysis-link.ts'
import { formatTrade, nameToken } from '#src/features/ca-analysis/watched/trade-text.ts'
import { WATCHED_KEY } from '#src/features/ca-analysis/watched/watched-wallets.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import type { NotificationSource } from './poll-notifications.ts'

const NAMED_TOKENS = 3

/** Describes the trades of one wallet, newest first. */
const describeTrades = (trades: readonly WatchedNews[]): NotificationRequest[] => {
  const [newest] = trades
  if (newest === undefined) return []
  const { address, note, trade } = newest
  const wallet = note === '' ? shortenAddress(address) : note
  const tokens = [...new Set(trades.map((each) => nameToken(each.trade.token)))]
  const others = tokens.length - NAMED_TOKENS
  const isOne = trades.length === 1
  return [
    {
      id: `trade:${address}:${trade.sig}:${trade.token.mint}`,
      kind: 'wallet',
      title: isOne
        ? `${wallet} ${trade.kind === 'BUY' ? 'bought' : 'sold'} ${nameToken(trade.token)}`
        : `${wallet} made ${trades.length} trades`,
      text: isOne
        ? formatTrade(trade)
        : `${tokens.slice(0, NAMED_TOKENS).join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
      path: linkToMode('watched'),
    },
  ]
}

export const WALLET_NOTIFICATIONS: NotificationSource<WatchedNews> = {
  key: 'watched-trades-seen',
  everyMs: 60_000,
  load: (signal) => api.callForData(listWatchedTrades, { signal }),
  readTime: ({ found_at: at }) => at,
  describe: (trades) =>
    [...Map.groupBy(trades, ({ address }) => address).values()].flatMap(describeTrades),
  queryKey: WATCHED_KEY,
}
