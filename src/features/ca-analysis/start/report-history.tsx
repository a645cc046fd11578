import { formatNumber } from '#contract/numbers.ts'
import { tip } from '#src/ui/overlay/tip.ts'
import { Button } from '#src/ui/form/button.tsx'
import FileSearch from 'lucide-react/icons/file-search'
import type { ReportKind, ReportSummary } from '#contract/analysis/analysis.ts'
import { indexSymbols, useReports } from '#src/features/ca-analysis/token/known-tokens.tsx'
import { TokenMark } from '#src/features/ca-analysis/token/token-mark.tsx'
import { cn } from '#src/lib/cn.ts'
import { formatDate } from '#src/lib/dates.ts'
import { isFinal, RunStatus } from '#src/platform/runs/run-status.tsx'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { RemoveButton } from '#src/ui/overlay/remove-button.tsx'
import { LoadFailure, LoadingRows, LoadMore } from '#src/ui/feedback/list-states.tsx'

type RowActions = { onOpen: (id: string) => void; onRemove: (id: string) => void }

type ReportHistoryProps = RowActions & { kind: ReportKind }

export const ReportHistory = ({ kind: wanted, onOpen, onRemove }: ReportHistoryProps) => {
  const { query, rows: all } = useReports()
  const reports = all.filter(({ kind }) => kind === wanted)
  const symbols = indexSymbols(all)
  return (
    <section>
      <h2 className="mb-2 flex items-baseline justify-between text-ui font-semibold">
        Recent reports <span className="font-normal text-ink-muted">Free to reopen</span>
      </h2>
      {query.isPending && <LoadingRows label="Loading reports" />}
      <LoadFailure query={query}>We couldn’t load your reports.</LoadFailure>
      {query.isSuccess && reports.length === 0 && !query.hasNextPage && (
        <EmptyState icon={<FileSearch size={22} />} title="No reports yet">
          Reports you run will show up here.
        </EmptyState>
      )}
      {reports.length > 0 && (
        <ul className="divide-y divide-line rounded-lg ring-1 ring-line ring-inset">
          {reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              symbols={symbols}
              onOpen={onOpen}
              onRemove={onRemove}
            />
          ))}
        </ul>
      )}
      <LoadMore query={query} className="mt-3" />
    </section>
  )
}

type ReportRowProps = { report: ReportSummary; symbols: ReadonlyMap<string, string> } & RowActions

const ReportRow = ({ report, symbols, onOpen, onRemove }: ReportRowProps) => {
  const { contract_address: mint } = report
  // A run without a result has no symbol of its own.
  const symbol = report.symbol ?? symbols.get(mint ?? '') ?? null
  const isNamed = mint === null || symbol !== null
  const name =
    mint === null
      ? report.contract_addresses
          .map((each) => symbols.get(each) ?? shortenAddress(each))
          .join(', ')
      : isNamed
        ? `${symbol} · CA Analysis`
        : shortenAddress(mint)
  return (
    <li className="flex items-center gap-1 pr-2">
      <Button
        {...tip(report.contract_addresses.join(' '))}
        variant="row"
        onClick={() => onOpen(report.id)}
        className="justify-between gap-3"
      >
        {mint !== null && <TokenMark mint={mint} symbol={symbol} size="sm" />}
        <span className="min-w-0 flex-1">
          <span className={cn('block truncate text-ui', !isNamed && 'font-mono')}>{name}</span>
          <span className="block text-ui whitespace-normal text-ink-muted sm:truncate">
            {isNamed && mint !== null && (
              <>
                <Mono>{shortenAddress(mint)}</Mono> ·{' '}
              </>
            )}
            {formatDate(report.created_at, 'date and clock')}
            {report.counts !== null && ` · ${formatNumber(report.counts.wallets)} wallets`}
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-1.5 max-sm:flex-col max-sm:items-end">
          {report.is_demo === true && <Badge tone="warning">DEMO</Badge>}
          <span className={cn('flex', report.status === 'done' && 'max-sm:sr-only')}>
            <RunStatus status={report.status} isRefunded={report.is_refunded} />
          </span>
        </span>
      </Button>
      {isFinal(report.status) && (
        <RemoveButton
          label={`Delete report of ${name}`}
          question={report.status === 'done' ? 'Delete report?' : null}
          description="You can’t bring it back. A new report costs 1 POINT."
          confirm="Delete"
          onRemove={() => onRemove(report.id)}
        />
      )}
    </li>
  )
}
