import { useVirtualizer } from '@tanstack/react-virtual'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { WalletRow as Row } from '#contract/analysis/report-parts.ts'
import type { TokenUnits } from '#src/features/ca-analysis/report/report-format.ts'
import { WatchedMark } from '#src/features/ca-analysis/watched/watch-button.tsx'
import { isTouch } from '#src/lib/is-touch.ts'
import { cn } from '#src/lib/cn.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { isColumnShown, walletColumns } from './columns-store.ts'
import { SortHeader } from './sort-header.tsx'
import type { TableSort } from './wallet-filter.ts'
import { COLUMNS, type Column } from './wallet-columns.tsx'

const ROW_PX = 28
/** The height of a touch target. */
const TOUCH_ROW_PX = 44
/** Rows drawn beyond the visible ones, so that a quick scroll shows no gap. */
const OVERSCAN = 12
const ROWS_PER_PAGE_KEY = 15
/** Minimum widths once the user has chosen columns. */
const CHOSEN_COLUMN_PX = 104
const WALLET_COLUMN_PX = 200

type WalletTableProps = {
  /** The element that scrolls the table and the content above it; null for a table that scrolls by itself. */
  page: RefObject<HTMLElement | null> | null
  label: string
  /** False for excluded wallets. */
  hasRanks: boolean
  total: number
  /** Undefined while its page loads. */
  rowAt: (index: number) => Row | undefined
  onRange: (first: number, last: number) => void
  units: TokenUnits
  sort: TableSort
  onSort: (column: Column) => void
  selected: string | null
  onSelect: (address: string) => void
  walletActions: (row: Row) => readonly MenuItem[]
  /** Returns true for watched wallets; null where wallets cannot be watched. */
  isWatched: ((address: string) => boolean) | null
}

/** Returns the columns with the classes of their cells. Chosen columns stay in a narrow window, which then scrolls. */
const useShownColumns = (hasRanks: boolean) => {
  const choice = useStore(walletColumns)
  const isChosen = choice.chosen !== null
  const columns: readonly Column[] = COLUMNS.filter(
    ({ key }) => key === 'wallet' || (isColumnShown(choice, key) && (hasRanks || key !== 'rank')),
  ).map((column) => ({
    ...column,
    className: cn(column.className, !isChosen && column.hidden),
  }))
  const minWidth = isChosen ? columns.length * CHOSEN_COLUMN_PX + WALLET_COLUMN_PX : undefined
  return { columns, minWidth }
}

/** Returns a function that moves the focus to a row's button, as soon as the row is drawn. */
const useRowFocus = (box: RefObject<HTMLDivElement | null>, scrollTo: (index: number) => void) => {
  const wanted = useRef<number | null>(null)
  const focusDrawn = () => {
    if (wanted.current === null) return
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] button`)
    if (row === null || row === undefined) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }
  useEffect(focusDrawn)
  return (index: number) => {
    wanted.current = index
    scrollTo(index)
    // Nearby rows are already drawn, so no render would focus them.
    focusDrawn()
  }
}

/** Returns a function that selects a row as soon as it has loaded, while evidence is open. */
const useFollowedRow = ({
  rowAt,
  selected,
  onSelect,
}: Pick<WalletTableProps, 'rowAt' | 'selected' | 'onSelect'>) => {
  const followed = useRef<number | null>(null)
  const selectLoaded = () => {
    if (followed.current === null) return
    const address = rowAt(followed.current)?.address
    if (address === undefined) return
    followed.current = null
    if (selected !== null && address !== selected) onSelect(address)
  }
  useEffect(selectLoaded)
  return (index: number) => {
    followed.current = selected === null ? null : index
    selectLoaded()
  }
}

/** Returns how far below the start of the scrolled page the table begins, in pixels; 0 without a page. */
const useTop = (page: WalletTableProps['page'], box: RefObject<HTMLElement | null>): number => {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const scrolled = page?.current ?? null
    const content = scrolled?.firstElementChild ?? null
    if (scrolled === null || content === null) return undefined
    const observer = new ResizeObserver(() => {
      const from = scrolled.getBoundingClientRect().top - scrolled.scrollTop
      const tableTop = box.current?.getBoundingClientRect().top ?? from
      setTop(Math.round(tableTop - from))
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [page, box])
  return top
}

type DrawnRowsOptions = Pick<WalletTableProps, 'page' | 'total' | 'onRange'> & {
  box: RefObject<HTMLElement | null>
}

/** Returns the rows to draw, and the heights of the rows before and after them. */
const useDrawnRows = ({ page, box, total, onRange }: DrawnRowsOptions) => {
  const rowPx = isTouch() ? TOUCH_ROW_PX : ROW_PX
  const top = useTop(page, box)
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => (page ?? box).current,
    scrollMargin: top,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  })
  const drawn = rows.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [onRange, first, last])
  return {
    rowPx,
    drawn,
    beforePx: (drawn[0]?.start ?? top) - top,
    afterPx: rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top),
    scrollTo: (index: number) => rows.scrollToIndex(index),
  }
}

export const WalletTable = ({
  page,
  label,
  hasRanks,
  total,
  rowAt,
  onRange,
  units,
  sort,
  onSort,
  selected,
  onSelect,
  walletActions,
  isWatched,
}: WalletTableProps) => {
  const box = useRef<HTMLDivElement>(null)
  const { columns, minWidth } = useShownColumns(hasRanks)
  const { rowPx, drawn, beforePx, afterPx, scrollTo } = useDrawnRows({ page, box, total, onRange })
  const focusRow = useRowFocus(box, scrollTo)
  const follow = useFollowedRow({ rowAt, selected, onSelect })

  const move = (event: KeyboardEvent) => {
    const to = findKeyTarget(event, total)
    if (to === null) return
    event.preventDefault()
    focusRow(to)
    follow(to)
  }
  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={move}
      className={cn(
        '@container min-h-0 flex-1 rounded-lg ring-1 ring-line ring-inset',
        page === null ? 'overflow-auto' : 'overflow-clip',
      )}
      style={page === null ? undefined : { minWidth }}
    >
      <table
        className="tabular w-full table-fixed border-separate border-spacing-0 text-ui"
        style={{ minWidth }}
        aria-rowcount={total + 1}
      >
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          <Spacer heightPx={beforePx} />
          {drawn.map(({ index }) => {
            const row = rowAt(index)
            return row === undefined ? (
              <LoadingRow key={index} index={index} heightPx={rowPx} columns={columns} />
            ) : (
              <WalletRow
                key={index}
                index={index}
                heightPx={rowPx}
                columns={columns}
                row={row}
                units={units}
                isSelected={row.address === selected}
                onSelect={onSelect}
                actions={walletActions(row)}
                isWatched={isWatched?.(row.address) === true}
              />
            )
          })}
          <Spacer heightPx={afterPx} />
        </tbody>
      </table>
    </div>
  )
}

type TableHeadProps = Pick<WalletTableProps, 'sort' | 'onSort'> & { columns: readonly Column[] }

const TableHead = ({ columns, sort, onSort }: TableHeadProps) => (
  <thead className="sticky top-0 z-1 bg-surface-sunken">
    <tr>
      {columns.map((column) => (
        <HeaderCell
          key={column.key}
          column={column}
          isSorted={column === columns.find(({ sort: key }) => key === sort.key)}
          sort={sort}
          onSort={onSort}
        />
      ))}
      <th scope="col" className="w-9 border-b border-line">
        <span className="sr-only">Actions</span>
      </th>
    </tr>
  </thead>
)

type RowProps = {
  index: number
  heightPx: number
  columns: readonly Column[]
}

const LoadingRow = ({ index, heightPx, columns }: RowProps) => (
  <tr data-index={index} aria-rowindex={index + 2} style={{ height: heightPx }} aria-busy="true">
    <td colSpan={columns.length + 1} className="border-b border-line px-3">
      <span className="block h-2 w-1/3 animate-pulse rounded-full bg-line" />
    </td>
  </tr>
)

type WalletRowProps = RowProps &
  Pick<WalletTableProps, 'units' | 'onSelect'> & {
    row: Row
    isSelected: boolean
    isWatched: boolean
    actions: readonly MenuItem[]
  }

const WalletRow = ({
  index,
  heightPx,
  columns,
  row,
  units,
  isSelected,
  onSelect,
  actions,
  isWatched,
}: WalletRowProps) => (
  <tr
    data-index={index}
    aria-rowindex={index + 2}
    style={{ height: heightPx }}
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
          column.className,
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
            className="flex max-w-full items-center gap-1.5 rounded-sm text-left pointer-coarse:min-h-11"
          >
            {column.cell(row, units)}
            {isWatched && <WatchedMark />}
          </Button>
        ) : (
          column.cell(row, units)
        )}
      </td>
    ))}
    <td className="border-b border-line text-center" onClick={(event) => event.stopPropagation()}>
      <Menu
        align="end"
        items={actions}
        trigger={
          <Button
            variant="plain"
            aria-label={`Actions for ${row.address}`}
            className="inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
          >
            <Ellipsis size={15} />
          </Button>
        }
      />
    </td>
  </tr>
)

/** Returns the row to go to for a key pressed in a row; null for other keys and places. */
const findKeyTarget = ({ target, key }: KeyboardEvent, total: number): number | null => {
  const row = target instanceof Element ? target.closest('[data-index]') : null
  return row === null ? null : findNextIndex(key, Number(row.getAttribute('data-index')), total)
}

/** Returns the row to go to for a key; null for other keys. */
const findNextIndex = (key: string, from: number, total: number): number | null => {
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

type HeaderCellProps = Pick<WalletTableProps, 'sort' | 'onSort'> & {
  column: Column
  /** True for at most one column, even if two have the same order. */
  isSorted: boolean
}

const HeaderCell = ({ column, isSorted, sort, onSort }: HeaderCellProps) => {
  const className = cn(
    'h-8 border-b border-line px-2 font-medium whitespace-nowrap text-ink-muted',
    column.className,
  )
  if (column.sort === undefined) {
    return (
      <th scope="col" className={className}>
        <span {...tip(column.hint)} tabIndex={0}>
          {column.title}
        </span>
      </th>
    )
  }
  const direction = sort.isDescending ? 'descending' : 'ascending'
  return (
    <SortHeader
      title={column.title}
      hint={column.hint}
      direction={isSorted ? direction : null}
      className={className}
      onSort={() => onSort(column)}
    />
  )
}
