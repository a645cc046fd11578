import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import type { WalletRow as Row } from '#contract/analysis/report-parts.ts'
import { cn } from '#src/lib/cn.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { isColumnShown, walletColumns } from './columns-store.ts'
import type { TableSort } from './wallet-filter.ts'
import { COLUMNS, type CellContext, type Column } from './wallet-columns.tsx'

const ROW_PX = 28
/** A finger needs more. */
const TOUCH_ROW_PX = 44
/** Rows drawn beyond the visible ones, so that a quick scroll shows no gap. */
const OVERSCAN = 12
const ROWS_PER_PAGE_KEY = 15

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

type WalletTableProps = {
  label: string
  total: number
  /** Undefined while its page loads. */
  rowAt: (index: number) => Row | undefined
  onRange: (first: number, last: number) => void
  context: CellContext
  sort: TableSort
  onSort: (column: Column) => void
  selected: string | null
  onSelect: (address: string) => void
  walletActions: (row: Row) => readonly MenuItem[]
}

/** Thousands of wallets in a table that draws and loads only what is seen. */
export const WalletTable = ({
  label,
  total,
  rowAt,
  onRange,
  context,
  sort,
  onSort,
  selected,
  onSelect,
  walletActions,
}: WalletTableProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const focusIndex = useRef<number | null>(null)
  const choice = useStore(walletColumns)
  const rowPx = isTouch() ? TOUCH_ROW_PX : ROW_PX
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  })
  const drawn = rows.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [onRange, first, last])
  useEffect(() => {
    const index = focusIndex.current
    if (index === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`)
    if (row === null || row === undefined) return
    focusIndex.current = null
    row.focus({ preventScroll: true })
  })
  const columns = COLUMNS.filter(({ key }) => key === 'wallet' || isColumnShown(choice, key))
  const cellClass = ({ className, hidden }: Column) =>
    cn(className, choice.chosen === null && hidden)

  const move = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null
    const from = row === null ? null : Number(row.getAttribute('data-index'))
    const to = from === null ? null : nextIndex(event.key, from, total)
    if (to === null) return
    event.preventDefault()
    focusIndex.current = to
    rows.scrollToIndex(to)
    // Near rows are drawn already, and then nothing renders.
    const near = scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)
    if (near !== null && near !== undefined) {
      focusIndex.current = null
      near.focus({ preventScroll: true })
    }
    const address = rowAt(to)?.address
    if (selected !== null && address !== undefined && address !== selected) onSelect(address)
  }
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={move}
      className="@container min-h-0 flex-1 overflow-auto rounded-lg ring-1 ring-line ring-inset"
    >
      <table
        className="tabular w-full table-fixed border-separate border-spacing-0 text-ui"
        style={choice.chosen === null ? undefined : { minWidth: columns.length * 104 + 200 }}
        aria-rowcount={total + 1}
      >
        <thead className="sticky top-0 z-1 bg-surface-sunken">
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                className={cellClass(column)}
                sort={sort}
                onSort={onSort}
              />
            ))}
            <th scope="col" className="w-9 border-b border-line">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer heightPx={drawn[0]?.start ?? 0} />
          {drawn.map(({ index }) => {
            const row = rowAt(index)
            const shared = {
              'data-index': index,
              'aria-rowindex': index + 2,
              style: { height: rowPx },
            }
            if (row === undefined) {
              return (
                <tr key={index} {...shared} aria-busy="true">
                  <td colSpan={columns.length + 1} className="border-b border-line px-3">
                    <span className="block h-2 w-1/3 animate-pulse rounded-full bg-line" />
                  </td>
                </tr>
              )
            }
            const isSelected = row.address === selected
            return (
              <tr
                key={index}
                {...shared}
                aria-selected={isSelected}
                data-wallet={row.address}
                onClick={() => onSelect(row.address)}
                className={cn(
                  'cursor-pointer transition-colors',
                  isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
                )}
              >
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={cn(
                      'overflow-hidden border-b border-line px-2 whitespace-nowrap',
                      cellClass(column),
                    )}
                  >
                    {column.key === 'wallet' ? (
                      <Button
                        variant="plain"
                        aria-expanded={isSelected}
                        {...tip(row.address)}
                        onClick={(event) => {
                          event.stopPropagation()
                          onSelect(row.address)
                        }}
                        className="block max-w-full rounded-sm text-left pointer-coarse:min-h-11"
                      >
                        {column.cell(row, context)}
                      </Button>
                    ) : (
                      column.cell(row, context)
                    )}
                  </td>
                ))}
                <td
                  className="border-b border-line text-center"
                  onClick={(event) => event.stopPropagation()}
                >
                  <Menu
                    align="end"
                    items={walletActions(row)}
                    trigger={
                      <Button
                        variant="plain"
                        aria-label={`Actions for ${row.address}`}
                        className="inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
                      >
                        <Ellipsis size={15} aria-hidden="true" />
                      </Button>
                    }
                  />
                </td>
              </tr>
            )
          })}
          <Spacer heightPx={rows.getTotalSize() - (drawn.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  )
}

/** Returns the row that a key leads to; null for other keys. */
const nextIndex = (key: string, from: number, total: number): number | null => {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + ROWS_PER_PAGE_KEY,
    PageUp: from - ROWS_PER_PAGE_KEY,
    Home: 0,
    End: total - 1,
  }
  const to = steps[key]
  return to === undefined ? null : Math.min(total - 1, Math.max(0, to))
}

const Spacer = ({ heightPx }: { heightPx: number }) =>
  heightPx > 0 && (
    <tr aria-hidden="true">
      <td style={{ height: heightPx }} />
    </tr>
  )

type HeaderCellProps = {
  column: Column
  className: string
  sort: TableSort
  onSort: (column: Column) => void
}

const HeaderCell = ({ column, className, sort, onSort }: HeaderCellProps) => {
  const isSorted = column.sort !== undefined && column.sort === sort.key
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={cn(
        'h-8 border-b border-line px-2 font-medium whitespace-nowrap text-ink-muted',
        className,
      )}
    >
      {column.sort === undefined ? (
        <span {...tip(column.hint)} tabIndex={0}>
          {column.title}
        </span>
      ) : (
        <Button
          variant="plain"
          {...tip(column.hint)}
          onClick={() => onSort(column)}
          className="inline-flex items-center gap-1 rounded-sm hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-end"
        >
          {isSorted && <Arrow size={12} aria-hidden="true" />}
          {column.title}
        </Button>
      )}
    </th>
  )
}
