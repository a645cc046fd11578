import { useRef, useState, type RefObject } from 'react'
import {
  DAY_MS,
  HOUR_MS,
  STEP_MS,
  wallToDay,
  type Day,
  type WallMs,
} from '#src/features/calendar/model/civil.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { getEventTitle } from './format.ts'
import { getLastDay } from './layout.ts'
import { useDrag } from './use-drag.ts'

/** The target of a drag; `key` names the event, null a new one. */
export type Dragged = {
  key: string | null
  title: string
  startMs: WallMs
  endMs: WallMs
  isAllDay: boolean
  /** True over the row of whole days. */
  isInRow: boolean
}

export type MoveEvent = (
  occurrence: Occurrence,
  to: Pick<Dragged, 'startMs' | 'endMs' | 'isAllDay'>,
) => void

/** The target of a press: an empty hour, an event among the hours, the end of one, or an event over whole days. */
type Held =
  | { kind: 'empty' }
  | { kind: 'event'; occurrence: Occurrence }
  | { kind: 'end'; occurrence: Occurrence }
  | { kind: 'bar'; occurrence: Occurrence }

/** A point among the days. `ms` is the time on the grid of hours, also above it. */
type Spot = { ms: WallMs; isInRow: boolean }

const roundToStep = (ms: number): number => Math.round(ms / STEP_MS) * STEP_MS

const shift = ({ startMs, endMs }: Occurrence, byMs: number) => ({
  startMs: startMs + byMs,
  endMs: endMs + byMs,
})

const moveTo = (
  { kind, occurrence }: Exclude<Held, { kind: 'empty' | 'end' }>,
  from: Spot,
  to: Spot,
): Omit<Dragged, 'key' | 'title'> => {
  const { isAllDay } = occurrence.event
  const day = wallToDay(to.ms)
  if (kind === 'bar') {
    // Among the hours, whole days become one hour. An event of more than a day keeps its times.
    return to.isInRow || !isAllDay
      ? {
          ...shift(occurrence, (day - wallToDay(from.ms)) * DAY_MS),
          isAllDay,
          isInRow: true,
        }
      : { startMs: to.ms, endMs: to.ms + HOUR_MS, isAllDay: false, isInRow: false }
  }
  if (!to.isInRow) {
    return { ...shift(occurrence, to.ms - from.ms), isAllDay, isInRow: false }
  }
  const days = getLastDay(occurrence) - wallToDay(occurrence.startMs) + 1
  return { startMs: day * DAY_MS, endMs: (day + days) * DAY_MS, isAllDay: true, isInRow: true }
}

const dragTo = (held: Held, from: Spot, to: Spot): Dragged => {
  const among = { isAllDay: false, isInRow: false }
  if (held.kind === 'empty') {
    const [startMs, endMs] =
      from.ms <= to.ms ? [from.ms, to.ms + STEP_MS] : [to.ms, from.ms + STEP_MS]
    return { key: null, title: texts.newEvent, startMs, endMs, ...among }
  }
  const { key, startMs, endMs } = held.occurrence
  const title = getEventTitle(held.occurrence)
  if (held.kind === 'end') {
    const lastMs = Math.max(startMs + STEP_MS, roundToStep(endMs + to.ms - from.ms))
    return { key, title, startMs, endMs: lastMs, ...among }
  }
  return { key, title, ...moveTo(held, from, to) }
}

/** Near the first or last hour in view, each move of a drag scrolls by this much. */
const EDGE_PX = 24

const findRowEnd = (scroller: HTMLElement | null): number =>
  scroller?.firstElementChild?.getBoundingClientRect().bottom ?? 0

const scrollAtEdge = (scroller: HTMLElement | null, y: number): void => {
  if (scroller === null) return
  const { bottom } = scroller.getBoundingClientRect()
  if (y > bottom - EDGE_PX) scroller.scrollTop += EDGE_PX
  else if (y < findRowEnd(scroller) + EDGE_PX) scroller.scrollTop -= EDGE_PX
}

type WeekDragOptions = {
  scrollRef: RefObject<HTMLElement | null>
  hoursRef: RefObject<HTMLElement | null>
  days: readonly Day[]
  day: Day
  onCreate: (startMs: WallMs, endMs: WallMs, isAllDay: boolean) => void
  onMove: MoveEvent
}

/**
 * Dragging over empty hours creates an event. Dragging an event moves it, also between the hours and the row of whole
 * days. Dragging its end changes its length.
 */
export const useWeekDrag = ({
  scrollRef,
  hoursRef,
  days,
  day,
  onCreate,
  onMove,
}: WeekDragOptions) => {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  /** The place that was pressed: during a drag the hours may scroll under the pointer. */
  const pressedRef = useRef<Spot | null>(null)
  const spotAt = ({ x, y }: { x: number; y: number }): Spot => {
    const isInRow = y < findRowEnd(scrollRef.current)
    const box = hoursRef.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return { ms: day * DAY_MS, isInRow }
    const column = Math.floor(((x - box.left) / box.width) * days.length)
    const share = Math.min(1, Math.max(0, (y - box.top) / box.height))
    const spotDay = (days[0] ?? day) + Math.min(days.length - 1, Math.max(0, column))
    const timeMs = Math.min(DAY_MS - STEP_MS, Math.floor((share * DAY_MS) / STEP_MS) * STEP_MS)
    return { ms: spotDay * DAY_MS + timeMs, isInRow }
  }
  const end = () => {
    pressedRef.current = null
    setDragged(null)
  }
  const drag = useDrag((held: Held) => ({
    move: (from, to) => {
      pressedRef.current ??= spotAt(from)
      const spot = spotAt(to)
      const landsInRow = spot.isInRow && (held.kind === 'event' || held.kind === 'bar')
      if (!landsInRow) scrollAtEdge(scrollRef.current, to.y)
      const next = dragTo(held, pressedRef.current, spotAt(to))
      setDragged((before) =>
        before?.startMs === next.startMs &&
        before.endMs === next.endMs &&
        before.isInRow === next.isInRow
          ? before
          : next,
      )
    },
    drop: (from, to) => {
      const next = dragTo(held, pressedRef.current ?? spotAt(from), spotAt(to))
      end()
      if (held.kind === 'empty') onCreate(next.startMs, next.endMs, false)
      else onMove(held.occurrence, next)
    },
    cancel: end,
  }))
  return { dragged, drag }
}
