import { tip } from '#src/ui/overlay/tip.ts'
import { Button } from '#src/ui/form/button.tsx'
import { useVirtualizer } from '@tanstack/react-virtual'
import { cn } from '#src/lib/cn.ts'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useRef, type ReactNode } from 'react'
import type { Wallet } from '#contract/analysis/report.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { formatLabel, formatRatio, formatSignedSol, formatSpan } from './report-format.ts'
import type { SortKey, WalletSort } from './wallet-order.ts'

const ROW_PX = 48
/** Rows drawn beyond the visible ones, so that a quick scroll shows no gap. */
const OVERSCAN = 12
const SHOWN_LABELS = 2

type Column = {
  key: string
  title: string
  hint: string
  sort?: SortKey
  className?: string
  cell: (wallet: Wallet) => ReactNode
}

const tone = (value: number | null): string =>
  value === null || value === 0 ? 'text-ink-muted' : value > 0 ? 'text-positive' : 'text-danger'

const COLUMNS: readonly Column[] = [
  {
    key: 'rank',
    title: '#',
    hint: 'Rank by score',
    sort: 'rank',
    className: 'w-12 text-right @max-md:w-auto',
    cell: ({ rank }) => <span className="tabular text-ink-muted">{rank ?? '—'}</span>,
  },
  {
    key: 'wallet',
    title: 'Wallet',
    hint: 'Address and labels',
    className: 'text-left',
    cell: (wallet) => <WalletCell wallet={wallet} />,
  },
  {
    key: 'score',
    title: 'Score',
    hint: '0 to 100: profit, return, wins, entry and exit, weighted by evidence',
    sort: 'score',
    className: 'w-28 text-right @max-md:w-auto',
    cell: ({ score }) => <ScoreCell score={score} />,
  },
  {
    key: 'pnl',
    title: 'PnL (SOL)',
    hint: 'Realized plus unrealized, without tokens received by transfer',
    sort: 'pnl',
    className: 'w-28 text-right @max-md:w-auto',
    cell: ({ pnl_sol }) => (
      <span className={cn('tabular font-medium', tone(pnl_sol))}>{formatSignedSol(pnl_sol)}</span>
    ),
  },
  {
    key: 'roi',
    title: 'ROI',
    hint: 'PnL over what was paid',
    sort: 'roi',
    className: 'w-24 text-right @max-md:w-auto @max-sm:hidden',
    cell: ({ roi }) => <span className={cn('tabular', tone(roi))}>{formatRatio(roi, true)}</span>,
  },
  {
    key: 'win',
    title: 'Win rate',
    hint: 'Share of sales with a profit',
    sort: 'win',
    className: 'w-20 text-right @max-2xl:hidden',
    cell: ({ win_rate }) => <span className="tabular">{formatRatio(win_rate)}</span>,
  },
  {
    key: 'trades',
    title: 'Buys / sells',
    hint: 'Number of buys and sells',
    sort: 'trades',
    className: 'w-28 text-right @max-2xl:hidden',
    cell: ({ buys, sells }) => (
      <span className="tabular">
        {buys} / {sells}
      </span>
    ),
  },
  {
    key: 'hold',
    title: 'Held',
    hint: 'Median time between purchase and sale',
    sort: 'hold',
    className: 'w-28 text-right @max-4xl:hidden',
    cell: (wallet) => <span className="tabular">{formatSpan(wallet.hold_seconds_median)}</span>,
  },
  {
    key: 'entry',
    title: 'Buyer',
    hint: 'Rank among first buyers; a dash when the history doesn’t reach the start',
    sort: 'entry',
    className: 'w-20 text-right @max-4xl:hidden',
    cell: ({ first_buy }) => (
      <span className="tabular">
        {first_buy?.rank === null || first_buy === null ? '—' : `#${first_buy.rank}`}
      </span>
    ),
  },
]

type WalletTableProps = {
  label: string
  wallets: readonly Wallet[]
  sort: WalletSort
  onSort: (key: SortKey) => void
  selected: string | null
  onSelect: (address: string) => void
}

/** Thousands of wallets in a table that draws only what is seen. */
export const WalletTable = ({
  label,
  wallets,
  sort,
  onSort,
  selected,
  onSelect,
}: WalletTableProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: wallets.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  const drawn = rows.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      className="@container min-h-0 flex-1 overflow-auto rounded-lg ring-1 ring-line ring-inset"
    >
      <table
        className="w-full border-separate border-spacing-0 text-ui"
        aria-rowcount={wallets.length + 1}
      >
        <thead className="sticky top-0 z-1 bg-surface-sunken">
          <tr>
            {COLUMNS.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer heightPx={above} />}
          {drawn.map(({ index }) => {
            const wallet = wallets[index]
            return wallet === undefined ? null : (
              <WalletRow
                key={wallet.address}
                wallet={wallet}
                index={index}
                isSelected={wallet.address === selected}
                onSelect={onSelect}
              />
            )
          })}
          {below > 0 && <Spacer heightPx={below} />}
        </tbody>
      </table>
    </div>
  )
}

const Spacer = ({ heightPx }: { heightPx: number }) => (
  <tr aria-hidden="true">
    <td colSpan={COLUMNS.length} style={{ height: heightPx }} />
  </tr>
)

type HeaderCellProps = { column: Column; sort: WalletSort; onSort: (key: SortKey) => void }

const HeaderCell = ({ column, sort, onSort }: HeaderCellProps) => {
  const isSorted = column.sort !== undefined && column.sort === sort.key
  const key = column.sort
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={cn(
        'h-9 border-b border-line px-3 font-medium whitespace-nowrap text-ink-muted @max-md:px-2',
        column.className,
      )}
    >
      {key === undefined ? (
        <span {...tip(column.hint)} {...(column.hint === undefined ? {} : { tabIndex: 0 })}>
          {column.title}
        </span>
      ) : (
        <Button
          variant="plain"
          {...tip(column.hint)}
          onClick={() => onSort(key)}
          className="inline-flex items-center gap-1 rounded-sm hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-end"
        >
          {isSorted && <Arrow size={12} aria-hidden="true" />}
          {column.title}
        </Button>
      )}
    </th>
  )
}

type WalletRowProps = {
  wallet: Wallet
  index: number
  isSelected: boolean
  onSelect: (address: string) => void
}

const WalletRow = ({ wallet, index, isSelected, onSelect }: WalletRowProps) => (
  <tr
    aria-rowindex={index + 2}
    aria-selected={isSelected}
    data-wallet={wallet.address}
    onClick={() => onSelect(wallet.address)}
    className={cn(
      'cursor-pointer transition-colors',
      isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
    )}
    style={{ height: ROW_PX }}
  >
    {COLUMNS.map((column) => (
      <td
        key={column.key}
        className={cn('border-b border-line px-3 whitespace-nowrap @max-md:px-2', column.className)}
      >
        {column.key === 'wallet' ? (
          <Button
            variant="plain"
            aria-expanded={isSelected}
            {...tip(wallet.address)}
            onClick={(event) => {
              event.stopPropagation()
              onSelect(wallet.address)
            }}
            className="block max-w-full rounded-sm text-left pointer-coarse:min-h-11"
          >
            {column.cell(wallet)}
          </Button>
        ) : (
          column.cell(wallet)
        )}
      </td>
    ))}
  </tr>
)

const WalletCell = ({ wallet }: { wallet: Wallet }) => (
  <span className="flex items-center gap-2">
    <span className="font-mono text-ink">{shortenAddress(wallet.address, 5)}</span>
    {wallet.labels.slice(0, SHOWN_LABELS).map(({ label, hard }) => (
      <Badge key={label} tone={hard ? 'danger' : 'warning'} className="@max-xl:hidden">
        {formatLabel(label)}
      </Badge>
    ))}
    {wallet.labels.length > SHOWN_LABELS && (
      <Badge className="@max-xl:hidden">+{wallet.labels.length - SHOWN_LABELS}</Badge>
    )}
  </span>
)

const ScoreCell = ({ score }: { score: number }) => (
  <span className="flex items-center justify-end gap-2">
    <span
      aria-hidden="true"
      className="h-1.5 w-12 overflow-hidden rounded-full bg-line @max-md:hidden"
    >
      <span
        className="block h-full rounded-full bg-accent"
        style={{ width: `${Math.min(100, Math.max(0, score))}%` }}
      />
    </span>
    <span className="tabular w-9 text-right font-medium">{score.toFixed(1)}</span>
  </span>
)
