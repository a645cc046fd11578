import { useState } from 'react'
import { MAX_RECENT_TRADES, walletTrades, type WatchedTrade } from '#contract/analysis/watched.ts'
import { linkToAddress } from '#src/features/ca-analysis/analysis-link.ts'
import { formatTokens } from '#src/features/ca-analysis/report/report-format.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { usePagedList } from '#src/platform/lists/use-paged-list.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { LoadFailure, LoadingRows, LoadMore } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { formatQuote, nameToken } from './trade-text.ts'
import { WATCHED_KEY } from './watched-wallets.ts'

const PAGE_SIZE = 25

type Shown = { onGo: (path: string) => void }
type TradesProps = Shown & { address: string; recent: readonly WatchedTrade[] }

/** Shows the newest trades of a watched wallet, and all of them on request. */
export const Trades = ({ address, recent, ...shown }: TradesProps) => {
  const [isWhole, setIsWhole] = useState(false)
  if (isWhole) return <AllTrades address={address} {...shown} />
  return (
    <div className="grid gap-2">
      <TradeList label="Latest trades" trades={recent} {...shown} />
      {recent.length >= MAX_RECENT_TRADES && (
        <div>
          <Button size="sm" onClick={() => setIsWhole(true)}>
            More trades
          </Button>
        </div>
      )}
    </div>
  )
}

const AllTrades = ({ address, ...shown }: Shown & { address: string }) => {
  const { query, rows } = usePagedList({
    // News about watched wallets invalidates it.
    key: [...WATCHED_KEY, address],
    pageSize: PAGE_SIZE,
    load: (page, signal) => api.call(walletTrades, { params: { address }, query: page, signal }),
  })
  if (query.isPending) return <LoadingRows label="Loading trades" />
  if (query.isError) return <LoadFailure query={query}>We couldn’t load the trades.</LoadFailure>
  return (
    <div className="grid gap-2">
      <TradeList label="Trades" trades={rows} {...shown} />
      <LoadMore query={query} />
    </div>
  )
}

type TradeListProps = Shown & { label: string; trades: readonly WatchedTrade[] }

export const TradeList = ({ label, trades, onGo }: TradeListProps) => (
  <ul className="tabular grid gap-1 text-ui max-sm:gap-3" aria-label={label}>
    {trades.map(({ sig, kind, token, quote, time }) => (
      <li key={`${sig} ${token.mint}`} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className={kind === 'BUY' ? 'w-14 text-positive' : 'w-14 text-danger'}>
          {kind === 'BUY' ? 'Bought' : 'Sold'}
        </span>
        <span className="flex min-w-0 flex-auto items-center gap-1 whitespace-nowrap">
          {formatTokens(token.amount, token.decimals)}
          <Button
            variant="plain"
            className="min-w-0 truncate rounded-sm font-medium text-accent-ink hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
            aria-label={`Analyze ${nameToken(token)}`}
            {...tip('Analyze this token')}
            onClick={() => onGo(linkToAddress(token.mint))}
          >
            {nameToken(token)}
          </Button>
          {formatQuote(quote)}
        </span>
        <span className="text-ink-muted max-sm:ml-17">{formatDate(time, 'day and clock')}</span>
        <ChainAddress kind="tx" address={sig} hasCopy={false} />
      </li>
    ))}
  </ul>
)
