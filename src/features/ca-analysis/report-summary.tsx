import type { CaReport } from '#contract/analysis/report.ts'
import { explorerUrl } from '#src/lib/explorer.ts'
import { Address } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { formatPrice, formatTime } from './report-format.ts'

type ReportSummaryBarProps = { report: CaReport; network: string; isDemo: boolean }

export const ReportSummaryBar = ({ report, network, isDemo }: ReportSummaryBarProps) => {
  const { counts, coverage, price } = report
  const facts: readonly (readonly [string, string])[] = [
    ['Trades', counts.trades.toLocaleString('en-US')],
    ['Buyers', counts.buyers.toLocaleString('en-US')],
    ['Sellers', counts.sellers.toLocaleString('en-US')],
    ['Pool price', price.sol === null ? '—' : `${formatPrice(price.sol)} SOL`],
    ['As of', formatTime(report.asof_time)],
  ]
  return (
    <div className="min-w-0">
      <h2 className="flex flex-wrap items-center gap-2 text-lead font-semibold">
        <Address
          address={report.mint}
          href={explorerUrl('address', report.mint, network)}
          keep={8}
        />
        {isDemo && <Badge tone="warning">DEMO</Badge>}
        <Badge tone={coverage.complete ? 'positive' : 'warning'}>
          {coverage.complete ? 'Complete history' : 'Partial history'}
        </Badge>
      </h2>
      <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-ui">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
