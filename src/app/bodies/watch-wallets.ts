import { listWatchedTrades, type WatchedNews } from '#contract/analysis/watched.ts'
import { linkToMode } from '#src/features/ca-analysis/analysis-link.ts'
import { formatTrade, nameToken } from '#src/features/ca-analysis/watched/trade-text.ts'
import { WATCHED_KEY } from '#src/features/ca-analysis/watched/watched-wallets.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { watchNews, type News, type NewsParts } from './watch-news.ts'

const LOOK_EVERY_MS = 60_000
/** When the newest trade that was seen was found; empty when there was none. */
const KEY = 'watched-trades-seen'
const NAMED_TOKENS = 3

/**
 * Returns one notification per wallet for the trades found after `seenAt`, and when the newest was found. Without
 * `seenAt`, nothing is new.
 */
export const findWalletNews = (seenAt: string | null, trades: readonly WatchedNews[]): News => {
  const newestAt = trades.reduce(
    (newest, { found_at: at }) => (at > newest ? at : newest),
    seenAt ?? '',
  )
  const fresh = trades.filter(({ found_at: at }) => seenAt !== null && at > seenAt)
  const byWallet = Map.groupBy(fresh, ({ address }) => address)
  return { newestAt, news: [...byWallet.values()].flatMap(describeTrades) }
}

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

const loadTrades = async (signal: AbortSignal): Promise<readonly WatchedNews[]> =>
  (await api.call(listWatchedTrades, { signal })).data

/** Notifies of trades of watched wallets: see `watchNews`. */
export const watchWallets = (parts: NewsParts<WatchedNews>): (() => void) =>
  watchNews(parts, {
    key: KEY,
    everyMs: LOOK_EVERY_MS,
    load: loadTrades,
    find: findWalletNews,
    queryKey: WATCHED_KEY,
  })
