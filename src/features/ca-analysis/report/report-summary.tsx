import type { ReactNode } from 'react'
import type { ReportHead } from '#contract/analysis/report-parts.ts'
import { listTokenFacts } from '#src/features/ca-analysis/token/token-facts.ts'
import { TokenMark } from '#src/features/ca-analysis/token/token-mark.tsx'
import { cn } from '#src/lib/cn.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { tip } from '#src/ui/overlay/tip.ts'

type ReportSummaryBarProps = {
  report: ReportHead
  isDemo: boolean
  children: ReactNode
}

/** Names the token and shows the facts that matter most to a buyer. */
export const ReportSummaryBar = ({ report, isDemo, children }: ReportSummaryBarProps) => {
  const { coverage, mint, token } = report
  const symbol = token?.symbol ?? null
  const address = <ChainAddress address={mint} />
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-x-3 gap-y-2 @md:flex-wrap @md:items-center">
        <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-lead font-semibold">
          <TokenMark mint={mint} symbol={symbol} size="sm" className="self-center @max-md:hidden" />
          {symbol !== null && <span className="max-w-48 truncate">{symbol}</span>}
          {token?.name != null && (
            <span className="max-w-56 truncate text-ui font-normal text-ink-muted @max-md:hidden">
              {token.name}
            </span>
          )}
          {address}
          {isDemo && <Badge tone="warning">DEMO</Badge>}
          <Badge tone={coverage.complete ? 'positive' : 'warning'}>
            {coverage.complete ? 'Complete history' : 'Partial history'}
          </Badge>
        </h2>
        {children}
      </div>
      <dl aria-label="Facts about the token" className="flex flex-wrap gap-x-2.5 text-xs leading-5">
        {listTokenFacts(report).map(({ name, value, hint, isRisky = false }) => (
          <div key={name} className="flex gap-1.5 whitespace-nowrap" {...tip(hint)}>
            <dt className="text-ink-muted">{name}</dt>
            <dd className={cn('tabular font-medium', isRisky && 'text-warning')}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
