import type { ReportHead } from '#contract/analysis/report-parts.ts'
import { explorerUrl } from '#src/lib/explorer.ts'
import { Address } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { formatAxisPrice, formatTime, formatUsd } from './report-format.ts'

type ReportSummaryBarProps = { report: ReportHead; network: string; isDemo: boolean }

const marketCap = ({ supply_raw: supply, decimals, price }: ReportHead): number | null =>
  supply === null || price.usd === null ? null : (Number(supply) / 10 ** decimals) * price.usd

const count = (value: number) => value.toLocaleString('en-US')

export const ReportSummaryBar = ({ report, network, isDemo }: ReportSummaryBarProps) => {
  const { counts, coverage, price } = report
  const cap = marketCap(report)
  const facts: readonly (readonly [string, string])[] = [
    [
      'Pool price',
      price.sol === null
        ? '—'
        : `${formatAxisPrice(price.sol)} SOL${price.usd === null ? '' : ` · ${formatUsd(price.usd)}`}`,
    ],
    ...(cap === null ? [] : [['Market cap', formatUsd(cap)] as const]),
    ['Trades', count(counts.trades)],
    ['Buyers', count(counts.buyers)],
    ['Sellers', count(counts.sellers)],
    ['As of', formatTime(report.asof_time)],
  ]
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-lead font-semibold text-accent-ink @max-md:hidden"
      >
        {report.mint.slice(0, 1)}
      </span>
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
        <dl className="flex flex-wrap gap-x-4 text-ui">
          {facts.map(([name, value]) => (
            <div key={name} className="flex gap-1.5 whitespace-nowrap">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="tabular font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
