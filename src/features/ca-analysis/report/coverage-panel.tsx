import { formatNumber } from '#contract/numbers.ts'
import type { ReportHead } from '#contract/analysis/report-parts.ts'
import { formatDateRange } from '#src/lib/dates.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { shortenAddress } from '#src/ui/address.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { formatRatio, formatTokens } from './report-format.ts'

const formatSlot = (slot: number | null, unknown: string): string =>
  slot === null ? unknown : formatNumber(slot)

type Span = ReportHead['coverage']['window']

const formatTimes = ({ from_time: from, to_time: to }: Span): string =>
  from === null || to === null ? '—' : formatDateRange(from * 1000, to * 1000)

export const CoveragePanel = ({ report }: { report: ReportHead }) => {
  const { coverage } = report
  const { window: span } = coverage
  const rows: readonly (readonly [string, string])[] = [
    ['Transactions found', formatNumber(coverage.signatures)],
    ['Read', formatNumber(coverage.parsed)],
    ['Failed transactions', formatNumber(coverage.failed)],
    ['Could not be fetched', formatNumber(coverage.missing)],
    ['Token movements explained', formatRatio(coverage.explained)],
    ['Slots', `${formatSlot(span.from_slot, '—')} to ${formatSlot(span.to_slot, '—')}`],
    ['Time', formatTimes(span)],
  ]
  const details: readonly (readonly [string, string])[] = [
    ['Addresses followed', formatNumber(coverage.addresses)],
    ['Pages read', formatNumber(coverage.pages)],
    ['Without an owner', formatNumber(coverage.owner_unknown)],
    ['Without a price', formatNumber(coverage.unpriced)],
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
      <Disclosure title="Technical details" className="mb-4 text-ui">
        <Rows rows={details} />
      </Disclosure>
      {coverage.gaps.length > 0 && (
        <Gaps report={report} isWhole={coverage.gaps.length === report.gaps_total} />
      )}
      <h3 className="mb-2 text-ui font-semibold">Pools ({coverage.pools.length})</h3>
      <ul className="grid gap-2 text-ui">
        {coverage.pools.map((pool) => (
          <li
            key={pool.address}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-2"
          >
            <ChainAddress address={pool.address} />
            <span className="tabular text-ink-muted">
              {pool.linked_to !== null && (
                <>Liquidity moved to or from {shortenAddress(pool.linked_to)} · </>
              )}
              {pool.held_tokens !== undefined && (
                <>Holds {formatTokens(pool.held_tokens, report.decimals)} tokens · </>
              )}
              {formatNumber(pool.trades)} trades
            </span>
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

type GapsProps = { report: ReportHead; isWhole: boolean }

const Gaps = ({ report: { coverage, decimals, gaps_total: total }, isWhole }: GapsProps) => (
  <section className="mb-4">
    <h3 className="mb-2 text-ui font-semibold">Gaps ({formatNumber(total)})</h3>
    <table className="tabular w-full text-ui">
      <thead className="text-left text-ink-muted">
        <tr>
          <th scope="col" className="py-1 font-medium">
            Token account
          </th>
          <th scope="col" className="px-3 font-medium">
            Slots
          </th>
          <th scope="col" className="text-right font-medium">
            Unexplained tokens
          </th>
        </tr>
      </thead>
      <tbody>
        {coverage.gaps.map(({ account, from_slot: from, to_slot: to, unexplained_raw: raw }) => (
          <tr key={`${account} ${from} ${to}`} className="border-t border-line">
            <td className="py-1">
              <ChainAddress address={account} />
            </td>
            <td className="px-3">
              {formatSlot(from, 'start')} to {formatSlot(to, 'now')}
            </td>
            <td className="text-right">{formatTokens(raw, decimals)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {!isWhole && <p className="mt-1 text-ui text-ink-muted">The JSON export has all of them.</p>}
  </section>
)
