import type { CaReport } from '#contract/analysis/report.ts'
import { explorerUrl } from '#src/lib/explorer.ts'
import { Address } from '#src/ui/address.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { formatTime } from './report-format.ts'

/** What was read, what was not, and so how far the numbers reach. */
export const CoveragePanel = ({ report, network }: { report: CaReport; network: string }) => {
  const { coverage } = report
  const { window: span } = coverage
  const count = (value: number) => value.toLocaleString('en-US')
  const rows: readonly (readonly [string, string])[] = [
    ['Transactions found', count(coverage.signatures)],
    ['Read', count(coverage.parsed)],
    ['Failed transactions', count(coverage.failed)],
    ['Could not be fetched', count(coverage.missing)],
    ['Slots', `${span.from_slot ?? '—'} to ${span.to_slot ?? '—'}`],
    ['Time', `${formatTime(span.from_time)} to ${formatTime(span.to_time)}`],
  ]
  const details: readonly (readonly [string, string])[] = [
    ['Addresses followed', count(coverage.addresses)],
    ['Pages read', count(coverage.pages)],
    ['Without an owner', count(coverage.owner_unknown)],
    ['Without a price', count(coverage.unpriced)],
  ]
  return (
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="Coverage">
      <Alert
        tone={coverage.complete ? 'positive' : 'warning'}
        title={
          coverage.complete
            ? 'We read this token’s full history, from its creation'
            : 'Part of the history is out of reach'
        }
      >
        {coverage.reasons.length > 0 && (
          <ul className="list-disc pl-4">
            {coverage.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </Alert>
      <Rows rows={rows} />
      <details className="mb-4 text-ui">
        <summary className="cursor-pointer font-medium">Technical details</summary>
        <Rows rows={details} />
      </details>
      <h3 className="mb-2 text-ui font-semibold">Pools ({coverage.pools.length})</h3>
      <ul className="grid gap-2 text-ui">
        {coverage.pools.map((pool) => (
          <li key={pool.address} className="flex flex-wrap justify-between gap-2">
            <Address
              address={pool.address}
              href={explorerUrl('address', pool.address, network)}
              keep={8}
            />
            <span className="tabular text-ink-muted">{count(pool.trades)} trades</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Rows = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className="my-4 grid gap-x-8 gap-y-2 @2xl:grid-cols-2">
    {rows.map(([name, value]) => (
      <div key={name} className="flex justify-between gap-4 border-b border-line pb-2">
        <dt className="text-ink-muted">{name}</dt>
        <dd className="tabular text-right font-medium">{value}</dd>
      </div>
    ))}
  </dl>
)
