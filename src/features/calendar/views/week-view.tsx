import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react'
import { AllDayRow } from './all-day-row.tsx'
import { DAY_MS, STEP_MS, type Day, type WallMs } from '#src/features/calendar/model/civil.ts'
import { DayLabel } from './day-strip.tsx'
import { DayColumn, type Dragged } from './day-column.tsx'
import { formatDay, getEventTitle } from './format.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { HourGrid, HourLabels } from './hour-grid.tsx'
import { coversDays, HOUR_PX } from './layout.ts'
import type { Occurrence, OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { useDrag } from './use-drag.ts'

/** The first hour in view; today, a few hours before now if that is later. */
const FIRST_HOUR_SEEN = 7
const HOURS_BEFORE_NOW = 4
/** The half of an hour's label above its line. */
const LABEL_PX = 8

type WeekViewProps = {
  days: readonly Day[]
  /** The keyboard's place, with `hour`. */
  day: Day
  hour: number
  today: Day
  occurrences: OccurrenceIndex
  labelledBy: string
  onChoose: (day: Day, hour: number) => void
  onCreate: (startMs: WallMs, endMs: WallMs, isAllDay: boolean) => void
  onOpen: (occurrence: Occurrence) => void
  onMove: (occurrence: Occurrence, startMs: WallMs, endMs: WallMs) => void
}

/** The target of a press in the hours: an empty hour, an event, or the end of one. */
type Held =
  | { kind: 'empty' }
  | { kind: 'event'; occurrence: Occurrence }
  | { kind: 'end'; occurrence: Occurrence }

const roundToStep = (ms: number): number => Math.round(ms / STEP_MS) * STEP_MS

/** Scrolls to the morning. Today: to a few hours before now if that is later. */
const scrollToStart = (scroller: HTMLElement): void => {
  const nowLine = scroller.querySelector<HTMLElement>('.week-now')
  const nowHour = nowLine === null ? FIRST_HOUR_SEEN : Math.floor(nowLine.offsetTop / HOUR_PX)
  const morning = Math.min(FIRST_HOUR_SEEN, nowHour)
  scroller.scrollTop = Math.max(morning, nowHour - HOURS_BEFORE_NOW) * HOUR_PX - LABEL_PX
}

const dragTo = (held: Held, from: WallMs, to: WallMs): Dragged => {
  if (held.kind === 'empty') {
    const [startMs, endMs] = from <= to ? [from, to + STEP_MS] : [to, from + STEP_MS]
    return { key: null, title: texts.newEvent, startMs, endMs }
  }
  const { key, startMs, endMs } = held.occurrence
  const title = getEventTitle(held.occurrence)
  return held.kind === 'end'
    ? { key, title, startMs, endMs: Math.max(startMs + STEP_MS, roundToStep(endMs + to - from)) }
    : { key, title, startMs: startMs + to - from, endMs: endMs + to - from }
}

/** Near the first or last hour in view, each move of a drag scrolls by this much. */
const EDGE_PX = 24

const scrollAtEdge = (scroller: HTMLElement | null, y: number): void => {
  const head = scroller?.firstElementChild
  if (scroller === null || !head) return
  const { bottom } = scroller.getBoundingClientRect()
  if (y > bottom - EDGE_PX) scroller.scrollTop += EDGE_PX
  else if (y < head.getBoundingClientRect().bottom + EDGE_PX) scroller.scrollTop -= EDGE_PX
}

type WeekDragOptions = Pick<WeekViewProps, 'days' | 'day' | 'onCreate' | 'onMove'> & {
  scrollRef: RefObject<HTMLElement | null>
  hoursRef: RefObject<HTMLElement | null>
}

/** A drag over empty hours makes an event of them; a drag of an event moves it, one of its end changes its length. */
const useWeekDrag = ({ scrollRef, hoursRef, days, day, onCreate, onMove }: WeekDragOptions) => {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  /** The time that was pressed: during a drag the hours may scroll under the pointer. */
  const pressedRef = useRef<WallMs | null>(null)
  const wallAt = ({ x, y }: { x: number; y: number }): WallMs => {
    const box = hoursRef.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return day * DAY_MS
    const column = Math.floor(((x - box.left) / box.width) * days.length)
    const share = Math.min(1, Math.max(0, (y - box.top) / box.height))
    return (
      ((days[0] ?? day) + Math.min(days.length - 1, Math.max(0, column))) * DAY_MS +
      Math.floor((share * DAY_MS) / STEP_MS) * STEP_MS
    )
  }
  const end = () => {
    pressedRef.current = null
    setDragged(null)
  }
  const drag = useDrag((held: Held) => ({
    move: (from, to) => {
      pressedRef.current ??= wallAt(from)
      scrollAtEdge(scrollRef.current, to.y)
      const next = dragTo(held, pressedRef.current, wallAt(to))
      setDragged((before) =>
        before?.startMs === next.startMs && before.endMs === next.endMs ? before : next,
      )
    },
    drop: (from, to) => {
      const { startMs, endMs } = dragTo(held, pressedRef.current ?? wallAt(from), wallAt(to))
      end()
      if (held.kind === 'empty') onCreate(startMs, endMs, false)
      else onMove(held.occurrence, startMs, endMs)
    },
    cancel: end,
  }))
  return { dragged, drag }
}

/** Days side by side with their hours; `days` is the week, or one day where there is no room for more. */
export const WeekView = (props: WeekViewProps) => {
  const { days, day, hour, today, occurrences, labelledBy } = props
  const scrollRef = useRef<HTMLDivElement | null>(null)
  const hoursRef = useRef<HTMLDivElement | null>(null)
  const { dragged, drag } = useWeekDrag({ scrollRef, hoursRef, ...props })
  const firstDay = days[0] ?? day
  const shown = useMemo(
    () => occurrences.between(firstDay * DAY_MS, (firstDay + days.length) * DAY_MS),
    [occurrences, firstDay, days.length],
  )
  useLayoutEffect(() => {
    if (scrollRef.current !== null) scrollToStart(scrollRef.current)
  }, [])

  return (
    <div
      className="week flex min-h-0 flex-1 overflow-hidden rounded-lg border bg-surface-raised [--gutter:56px] in-data-narrow:[--gutter:48px]"
      style={{ '--days': days.length, '--hour': `${HOUR_PX}px` } as CSSProperties}
    >
      <div ref={scrollRef} className="flex-1 overflow-auto overscroll-contain">
        <div className="sticky top-0 z-4 border-b bg-surface-raised">
          <DayLabels days={days} today={today} />
          <AllDayRow
            days={days}
            occurrences={shown.filter(coversDays)}
            onOpen={props.onOpen}
            onMove={props.onMove}
            onCreate={(one) => props.onCreate(one * DAY_MS, (one + 1) * DAY_MS, true)}
          />
        </div>
        <div className="flex h-[calc(24*var(--hour))]">
          <HourLabels />
          <div ref={hoursRef} className="relative flex-1">
            <HourGrid
              days={days}
              day={day}
              hour={hour}
              today={today}
              labelledBy={labelledBy}
              onChoose={props.onChoose}
              onCreate={props.onCreate}
              onHold={(event) => drag(event, { kind: 'empty' })}
            />
            <div className="pointer-events-none absolute inset-0 grid grid-cols-[repeat(var(--days),minmax(0,1fr))]">
              {days.map((one) => (
                <DayColumn
                  key={one}
                  day={one}
                  isToday={one === today}
                  occurrences={shown}
                  dragged={dragged}
                  onOpen={props.onOpen}
                  onHold={(event, kind, occurrence) => drag(event, { kind, occurrence })}
                />
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

type DayLabelsProps = Pick<WeekViewProps, 'days' | 'today'>

const DayLabels = ({ days, today }: DayLabelsProps) => (
  <div className="ml-(--gutter) grid grid-cols-[repeat(var(--days),minmax(0,1fr))] in-data-narrow:hidden">
    {days.map((one) => (
      <span
        key={one}
        aria-label={formatDay(one, { dateStyle: 'full' })}
        role="img"
        className="flex items-center justify-center gap-1.5 pt-2 pb-1"
      >
        <DayLabel day={one} isToday={one === today} />
      </span>
    ))}
  </div>
)
