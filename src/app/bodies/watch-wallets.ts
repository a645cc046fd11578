import type { QueryClient } from '@tanstack/react-query'
import { listWatchedTrades, type WatchedNews } from '#contract/analysis/watched.ts'
import { linkToMode } from '#src/features/ca-analysis/analysis-link.ts'
import { formatTrade, nameToken } from '#src/features/ca-analysis/watched/trade-text.ts'
import { WATCHED_KEY } from '#src/features/ca-analysis/watched/watched-wallets.ts'
import type { Clock } from '#src/lib/clock.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { notify } from '#src/platform/notifications/notifications.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { lookWhileVisible } from './look-while-visible.ts'

const LOOK_EVERY_MS = 60_000
/** When the newest trade that was seen was found; empty when there was none. */
const KEY = 'watched-trades-seen'
const NAMED_TOKENS = 3

/**
 * Returns one notification per wallet for the trades found after `seenAt`, and when the newest was found. Without
 * `seenAt`, nothing is new.
 */
export const findWalletNews = (
  seenAt: string | null,
  trades: readonly WatchedNews[],
): { news: NotificationRequest[]; newestAt: string } => {
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

type Watched = {
  queries: QueryClient
  clock: Clock
  storage: () => TextStorage
  load?: typeof loadTrades
}

/**
 * Notifies of trades of watched wallets, also of those found while the page was closed. It looks at once and every minute,
 * but only while the page is visible. Returns a function that stops it.
 */
export const watchWallets = ({
  queries,
  clock,
  storage,
  load = loadTrades,
}: Watched): (() => void) =>
  lookWhileVisible({ clock, everyMs: LOOK_EVERY_MS }, async (signal) => {
    const trades = await load(signal)
    if (signal.aborted) return
    const { news, newestAt } = findWalletNews(storage().get(KEY), trades)
    storage().set(KEY, newestAt)
    for (const one of news) notify(one)
    if (news.length > 0) void queries.invalidateQueries({ queryKey: WATCHED_KEY })
  })
