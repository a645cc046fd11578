import { formatNumber } from '#contract/numbers.ts'
import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import Scale from 'lucide-react/icons/scale'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { useCallback, useDeferredValue, useState, type ReactNode, type RefObject } from 'react'
import type { ReportHead } from '#contract/analysis/report-parts.ts'
import { formatLabel } from '#src/features/ca-analysis/report/report-format.ts'
import { ColumnChooser } from '#src/features/ca-analysis/table/column-chooser.tsx'
import { FilterPopover, ResultSwitches } from '#src/features/ca-analysis/table/filter-popover.tsx'
import {
  useMatchCount,
  useVisibleRows,
  useWalletRows,
} from '#src/features/ca-analysis/table/use-wallet-rows.ts'
import {
  countFilters,
  BY_PROFIT,
  BY_RANK,
  NO_FILTER,
  buildRowsQuery,
  toggleSort,
  type TableSort,
  type WalletFilter,
} from '#src/features/ca-analysis/table/wallet-filter.ts'
import { TraderKinds } from '#src/features/ca-analysis/table/trader-kinds.tsx'
import { WalletTable } from '#src/features/ca-analysis/table/wallet-table.tsx'
import { applyCostBasis } from '#src/features/ca-analysis/wallet/cost-basis.ts'
import type { OwnerTools } from '#src/features/ca-analysis/wallet/owner-tools.ts'
import { formatDate } from '#src/lib/dates.ts'
import { ChainAddress, getExplorerUrl } from '#src/platform/config/chain-address.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { copyWithToast } from '#src/ui/toast/copy-with-toast.ts'

type WalletListProps = {
  reportId: string
  report: ReportHead
  group: 'ranked' | 'excluded'
  name: string
  filter: WalletFilter
  onFilter: (filter: WalletFilter) => void
  selected: string | null
  onSelect: (address: string) => void
  onOtherGroup: () => void
  onCompare: (address: string) => void
  /** Null for readers of a shared report. */
  owner: OwnerTools | null
  /** The element that scrolls the table; null for a table that scrolls by itself. */
  page: RefObject<HTMLElement | null> | null
}

const isFilterActive = (filter: WalletFilter): boolean =>
  filter.text !== '' || filter.isChangedOnly || countFilters(filter) > 0

const countMatches = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'match' : 'matches'}`

type WalletActions = Pick<WalletListProps, 'onCompare' | 'owner'>

const listWalletActions = (
  address: string,
  { onCompare, owner }: WalletActions,
): readonly MenuItem[] => [
  {
    label: 'Copy address',
    icon: <Copy size={14} />,
    onSelect: () => void copyWithToast(address, 'Address copied'),
  },
  {
    label: 'Open in explorer',
    icon: <ExternalLink size={14} />,
    onSelect: () => {
      window.open(getExplorerUrl('address', address), '_blank', 'noreferrer')
    },
  },
  { label: 'Compare', icon: <Scale size={14} />, onSelect: () => onCompare(address) },
  ...(owner === null
    ? []
    : [
        {
          label: owner.watching.isWatched(address) ? 'Stop watching' : 'Watch',
          icon: <Star size={14} />,
          onSelect: () => owner.watching.toggle(address),
        },
        {
          label: 'Find in other tokens',
          icon: <Search size={14} />,
          onSelect: owner.onFindElsewhere,
        },
      ]),
]

/** Returns the number of matching wallets in the other group; null while loading, or if no filter applies to both. */
const useOtherMatches = (
  reportId: string,
  group: WalletListProps['group'],
  filter: WalletFilter,
): number | null => {
  // Excluded wallets have no rank. With a label, both groups are listed.
  const isFiltered = filter.label === '' && isFilterActive({ ...filter, isChangedOnly: false })
  const other = group === 'ranked' ? 'excluded' : 'ranked'
  return useMatchCount(isFiltered ? reportId : null, buildRowsQuery(other, filter, BY_RANK))
}

export const WalletList = ({
  reportId,
  report,
  group,
  name,
  filter,
  onFilter,
  selected,
  onSelect,
  onOtherGroup,
  onCompare,
  owner,
  page,
}: WalletListProps) => {
  const [sort, setSort] = useState<TableSort>(group === 'ranked' ? BY_RANK : BY_PROFIT)
  const [range, setRange] = useVisibleRows()
  const onRange = useCallback(
    (first: number, last: number) => setRange({ first, last }),
    [setRange],
  )
  const settled = useDeferredValue(filter)
  const since = report.changes?.report_id ?? null
  const listed = settled.label === '' ? group : 'all'
  const rows = useWalletRows(reportId, buildRowsQuery(listed, settled, sort, since), range)
  const isFiltered = isFilterActive(settled)
  const others = useOtherMatches(reportId, group, settled)
  const otherMatches = others !== null && others > 0 && (
    <Button size="sm" onClick={onOtherGroup}>
      {countMatches(others)} in {group === 'ranked' ? 'Excluded' : 'Ranked'}
    </Button>
  )

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <p role="status" className="sr-only">
        {isFiltered && rows.total !== null && !rows.isOutdated && countMatches(rows.total)}
      </p>
      <TraderKinds counts={report.counts.by_label} filter={filter} onFilter={onFilter} />
      <LoadFailure query={rows}>We couldn’t load these wallets.</LoadFailure>
      {rows.total === null && !rows.isError && <LoadingRows label="Loading wallets" />}
      {rows.total === 0 && (
        <NoWallets
          group={group}
          isFiltered={isFiltered}
          onClear={() => onFilter(NO_FILTER)}
          otherMatches={otherMatches}
        />
      )}
      {listed === 'ranked' && settled.isChangedOnly && <LeftWallets changes={report.changes} />}
      {rows.total !== null && rows.total > 0 && otherMatches !== false && (
        <MatchBar total={rows.total}>{otherMatches}</MatchBar>
      )}
      {rows.total !== null && rows.total > 0 && (
        <WalletTable
          page={page}
          label={listed === 'all' ? `Wallets labeled ${formatLabel(settled.label)}` : name}
          hasRanks={listed !== 'excluded'}
          total={rows.total}
          rowAt={(index) => {
            const row = rows.rowAt(index)
            return row && applyCostBasis(row, settled.costBasis, report.price.sol_usd)
          }}
          onRange={onRange}
          units={{ decimals: report.decimals, solUsd: report.price.sol_usd }}
          sort={sort}
          onSort={({ sort: key, isLowFirst = false }) => {
            if (key !== undefined) setSort((before) => toggleSort(before, { key, isLowFirst }))
          }}
          selected={selected}
          onSelect={onSelect}
          walletActions={({ address }) => listWalletActions(address, { onCompare, owner })}
          isWatched={owner?.watching.isWatched ?? null}
        />
      )}
    </div>
  )
}

const MatchBar = ({ total, children }: { total: number; children: ReactNode }) => (
  <div className="flex items-center gap-2 text-ui text-ink-muted">
    {countMatches(total)} here
    {children}
  </div>
)

type LeftWalletsProps = { changes: ReportHead['changes'] }

/** Lists the wallets that the earlier report ranked and this one does not, with the reason. */
const LeftWallets = ({ changes }: LeftWalletsProps) => {
  if (changes === null || changes.left_wallets.length === 0) return null
  const { left, left_wallets: wallets } = changes
  const more = left - wallets.length
  return (
    <section
      aria-label="Wallets that left the ranking"
      className="rounded-lg ring-1 ring-line ring-inset"
    >
      <h3 className="border-b border-line px-3 py-1.5 text-ui font-medium text-ink-muted">
        Left the ranking ({formatNumber(left)})
      </h3>
      <ul tabIndex={0} aria-label="Wallets" className="max-h-28 overflow-auto px-3 py-1 text-ui">
        {wallets.map(({ address, rank_before: rank, reason }) => (
          <li key={address} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-0.5">
            <span className="tabular w-14 text-ink-muted">was #{formatNumber(rank)}</span>
            <ChainAddress address={address} />
            <span className="min-w-0 flex-1 basis-48 text-ink-muted">
              {reason ?? 'Outranked or no longer eligible'}
            </span>
          </li>
        ))}
        {more > 0 && <li className="py-0.5 text-ink-muted">{formatNumber(more)} more</li>}
      </ul>
    </section>
  )
}

type NoWalletsProps = Pick<WalletListProps, 'group'> & {
  isFiltered: boolean
  onClear: () => void
  /** A link to the matches of the other group. */
  otherMatches: ReactNode
}

const NoWallets = ({ group, isFiltered, onClear, otherMatches }: NoWalletsProps) => (
  <EmptyState
    title={isFiltered ? 'No wallets match' : 'No wallets here'}
    action={
      isFiltered && (
        <span className="flex gap-2">
          <Button size="sm" onClick={onClear}>
            Clear filters
          </Button>
          {otherMatches}
        </span>
      )
    }
  >
    {group === 'ranked' && !isFiltered
      ? 'No wallet in this window traded the token in a way that can be ranked. The excluded wallets say why.'
      : undefined}
  </EmptyState>
)

type WalletToolsProps = Pick<WalletListProps, 'filter' | 'onFilter'> & {
  /** Number of wallets per label. */
  labels: Readonly<Record<string, number>>
  /** Since the earlier report of this token; null without one. */
  changes: ReportHead['changes']
}

const formatRecent = (moment: string): string => {
  const isToday = new Date(moment).toDateString() === new Date().toDateString()
  return formatDate(moment, isToday ? 'clock' : 'day')
}

/** `3 up, 2 down, 1 new, 1 left`, without what is zero. */
const formatChanges = ({ up, down, entered, left }: NonNullable<ReportHead['changes']>): string =>
  [
    [up, 'up'],
    [down, 'down'],
    [entered, 'new'],
    [left, 'left'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')

export const WalletTools = ({ filter, onFilter, labels, changes }: WalletToolsProps) => (
  <>
    {changes !== null && formatChanges(changes) === '' && (
      <span
        className="text-ui text-ink-muted"
        {...tip(`Since ${formatDate(changes.made_at, 'date and clock')}`)}
      >
        Nothing new since {formatRecent(changes.made_at)}
      </span>
    )}
    {changes !== null && formatChanges(changes) !== '' && (
      <Button
        variant="toggle"
        className="h-8"
        aria-pressed={filter.isChangedOnly}
        {...tip(`Since ${formatDate(changes.made_at, 'date and clock')}`)}
        onClick={() => onFilter({ ...filter, isChangedOnly: !filter.isChangedOnly })}
      >
        Changed: {formatChanges(changes)}
      </Button>
    )}
    <div className="ml-auto flex min-w-0 grow items-center justify-end gap-2">
      <SearchField
        size="sm"
        className="w-34 max-w-44 min-w-0 grow @max-2xl:w-28 @max-2xl:max-w-none"
        label="Filter wallets"
        placeholder="Address or label"
        maxLength={64}
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
      />
      <ResultSwitches filter={filter} onChange={onFilter} className="h-8 @max-4xl:hidden" />
      <FilterPopover filter={filter} onChange={onFilter} labels={labels} />
      <ColumnChooser />
    </div>
  </>
)
