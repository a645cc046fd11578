import { cn } from '#src/lib/cn.ts'
import { useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react'
import {
  DAY_MS,
  DAYS_IN_WEEK,
  WEEKS_IN_GRID,
  isSameMonth,
  getMonthWeeks,
  type Day,
} from '#src/features/calendar/model/civil.ts'
import { formatDay } from './format.ts'
import { isDropTarget, layOutLanes, type Shifted } from './layout.ts'
import { MonthDay } from './month-day.tsx'
import type { Occurrence, OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { useDrag } from './use-drag.ts'

type MonthViewProps = {
  day: Day
  today: Day
  firstWeekday: number
  occurrences: OccurrenceIndex
  isNarrow: boolean
  labelledBy: string
  onChoose: (day: Day) => void
  onCreate: (fromDay: Day, toDay: Day) => void
  onOpen: (occurrence: Occurrence) => void
  onMove: (occurrence: Occurrence, byDays: number) => void
}

/** Heights in a cell: the line with the number of the day, and each event below it. */
const HEAD_PX = 30
const LANE_PX = 22
const USUAL_LANES = 3

/** Returns how many events a cell has room for, measured from the grid. */
const useLanes = () => {
  const gridRef = useRef<HTMLDivElement | null>(null)
  const [lanes, setLanes] = useState(USUAL_LANES)
  useEffect(() => {
    const element = gridRef.current
    if (element === null || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => {
      const rowPx = (entry?.contentRect.height ?? 0) / WEEKS_IN_GRID
      if (rowPx > 0) setLanes(Math.max(1, Math.floor((rowPx - HEAD_PX) / LANE_PX)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { gridRef, lanes }
}

type Dragged = { kind: 'range'; from: Day; to: Day } | ({ kind: 'move' } & Shifted)

const isInRange = (day: Day, dragged: Dragged | null): boolean =>
  dragged?.kind === 'range' &&
  day >= Math.min(dragged.from, dragged.to) &&
  day <= Math.max(dragged.from, dragged.to)

type MonthDragOptions = Pick<MonthViewProps, 'day' | 'onCreate' | 'onMove'> & {
  gridRef: RefObject<HTMLElement | null>
  firstDay: Day
  onDrag: (dragged: Dragged | null) => void
}

/** Dragging over empty days creates an event. Dragging an event moves it. */
const useMonthDrag = ({ gridRef, firstDay, day, onDrag, onCreate, onMove }: MonthDragOptions) => {
  const dayAt = ({ x, y }: { x: number; y: number }): Day => {
    const box = gridRef.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return day
    const clamp = (value: number, max: number) => Math.min(max, Math.max(0, Math.floor(value)))
    const column = clamp(((x - box.left) / box.width) * DAYS_IN_WEEK, DAYS_IN_WEEK - 1)
    return (
      firstDay +
      clamp(((y - box.top) / box.height) * WEEKS_IN_GRID, WEEKS_IN_GRID - 1) * DAYS_IN_WEEK +
      column
    )
  }
  return useDrag((held: Occurrence | null) => ({
    move: (from, to) =>
      onDrag(
        held === null
          ? { kind: 'range', from: dayAt(from), to: dayAt(to) }
          : { kind: 'move', occurrence: held, byDays: dayAt(to) - dayAt(from) },
      ),
    drop: (from, to) => {
      onDrag(null)
      const [one, other] = [dayAt(from), dayAt(to)]
      if (held !== null) onMove(held, other - one)
      else onCreate(Math.min(one, other), Math.max(one, other))
    },
    cancel: () => onDrag(null),
  }))
}

type WeekdayNamesProps = { week: readonly Day[]; isNarrow: boolean }

const WeekdayNames = ({ week, isNarrow }: WeekdayNamesProps) => (
  <div role="row" className="grid flex-none grid-cols-7">
    {week.map((day) => (
      <span
        key={day}
        role="columnheader"
        aria-label={formatDay(day, { weekday: 'long' })}
        className={cn(
          'px-2.5 pt-1 pb-1.5 text-xs leading-4 font-medium text-ink-muted',
          isNarrow && 'px-0 py-0.5 text-center',
        )}
      >
        {formatDay(day, { weekday: isNarrow ? 'narrow' : 'short' })}
      </span>
    ))}
  </div>
)

/** Six weeks as a grid of days with their events. Keys move between days; clicks and drags create events. */
export const MonthView = (props: MonthViewProps) => {
  const { day, today, firstWeekday, occurrences, isNarrow, labelledBy } = props
  const { gridRef, lanes } = useLanes()
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const weeks = useMemo(() => getMonthWeeks(day, firstWeekday), [day, firstWeekday])
  const firstDay = weeks[0]?.[0] ?? day
  const inMonth = useMemo(
    () =>
      occurrences.between(firstDay * DAY_MS, (firstDay + WEEKS_IN_GRID * DAYS_IN_WEEK) * DAY_MS),
    [occurrences, firstDay],
  )
  const rows = useMemo(
    () => weeks.map((week) => layOutLanes(inMonth, week[0] ?? 0, DAYS_IN_WEEK)),
    [weeks, inMonth],
  )

  const drag = useMonthDrag({ gridRef, firstDay, onDrag: setDragged, ...props })

  return (
    <div
      role="grid"
      aria-labelledby={labelledBy}
      className={cn('month flex min-h-0 flex-1 flex-col', isNarrow && 'flex-none')}
    >
      <WeekdayNames week={weeks[0] ?? []} isNarrow={isNarrow} />
      <div
        ref={gridRef}
        role="rowgroup"
        className={cn(
          'grid min-h-0 flex-1 overflow-hidden',
          isNarrow
            ? 'grid-rows-[repeat(6,46px)]'
            : 'grid-rows-6 rounded-lg border bg-surface-raised',
        )}
      >
        {weeks.map((week, index) => (
          <div
            key={week[0]}
            role="row"
            className={cn('grid min-h-0 grid-cols-7', !isNarrow && 'not-first:border-t')}
          >
            {week.map((one, column) => (
              <MonthDay
                key={one}
                day={one}
                bars={(rows[index] ?? []).filter(
                  (bar) => bar.column <= column && column < bar.column + bar.span,
                )}
                column={column}
                lanes={lanes}
                isNarrow={isNarrow}
                isToday={one === today}
                isChosen={one === day}
                isOfMonth={isSameMonth(one, day)}
                moving={dragged?.kind === 'move' ? dragged.occurrence.key : null}
                isMarked={
                  dragged?.kind === 'move' ? isDropTarget(one, dragged) : isInRange(one, dragged)
                }
                onPress={() => (isNarrow ? props.onChoose(one) : props.onCreate(one, one))}
                onPointerDown={(event: PointerEvent, of: Occurrence | null) => {
                  if (!isNarrow) drag(event, of)
                }}
                onOpen={props.onOpen}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
