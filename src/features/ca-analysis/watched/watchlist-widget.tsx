import Bell from 'lucide-react/icons/bell'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import type { WatchedWallet } from '#contract/analysis/watched.ts'
import { describeAlert, nameAlertToken } from '#src/features/ca-analysis/alerts/alert-text.ts'
import { usePriceAlerts } from '#src/features/ca-analysis/alerts/price-alerts.ts'
import { linkToMode, linkToWallet } from '#src/features/ca-analysis/analysis-link.ts'
import { formatDate } from '#src/lib/dates.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Card } from '#src/ui/card.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { formatTrade } from './trade-text.ts'
import { useWatchedWallets } from './watched-wallets.ts'

const MAX_SHOWN = 3
const REFRESH_MS = 30_000

const describeWallet = ({ trades: [newest], looked_at: lookedAt }: WatchedWallet): string => {
  if (newest !== undefined) {
    const verb = newest.kind === 'BUY' ? 'Bought' : 'Sold'
    return `${formatDate(newest.time, 'day')} · ${verb} ${formatTrade(newest)}`
  }
  return lookedAt === null ? 'Looking for its trades…' : 'No trades seen'
}

/** Shows the first few watched wallets and waiting price alerts. */
export const WatchlistWidget = ({ onOpen }: { onOpen: (path: string) => void }) => {
  const wallets = useWatchedWallets({ everyMs: REFRESH_MS })
  const alerts = usePriceAlerts()
  const waiting = alerts.rows.filter(({ fired }) => fired === null)
  const queries = [wallets.query, alerts.query]
  const failed = queries.find(({ isError }) => isError)
  const isEmpty = wallets.rows.length === 0 && waiting.length === 0
  return (
    <Card
      title="Watchlist"
      aside={
        <Button size="sm" onClick={() => onOpen(linkToMode('watched'))}>
          Open
        </Button>
      }
    >
      {queries.some(({ isPending }) => isPending) && <LoadingRows label="Loading your watchlist" />}
      {failed !== undefined && (
        <LoadFailure query={failed}>We couldn’t load your watchlist.</LoadFailure>
      )}
      {isEmpty && queries.every(({ isSuccess }) => isSuccess) && (
        <p className="text-ink-muted">Wallets that you watch show up here.</p>
      )}
      {!isEmpty && (
        <ul className="-mx-2 grid grid-cols-1">
          {wallets.rows.slice(0, MAX_SHOWN).map((wallet) => (
            <Row
              key={wallet.address}
              icon={<Star size={15} />}
              title={wallet.note === '' ? shortenAddress(wallet.address) : wallet.note}
              note={describeWallet(wallet)}
              onOpen={() => onOpen(linkToWallet(wallet.address))}
            />
          ))}
          {waiting.slice(0, MAX_SHOWN).map((alert) => (
            <Row
              key={alert.id}
              icon={<Bell size={15} />}
              title={nameAlertToken(alert)}
              note={describeAlert(alert)}
              onOpen={() => onOpen(linkToMode('watched'))}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

type RowProps = { icon: ReactNode; title: string; note: string; onOpen: () => void }

const Row = ({ icon, title, note, onOpen }: RowProps) => (
  <li>
    <Button
      variant="plain"
      className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover"
      onClick={onOpen}
    >
      <span className="shrink-0 text-ink-faint">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ink" dir="auto">
          {title}
        </span>
        <span className="block truncate text-2xs text-ink-muted">{note}</span>
      </span>
    </Button>
  </li>
)
