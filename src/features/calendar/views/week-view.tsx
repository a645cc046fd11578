import { useLayoutEffect, useMemo, useRef, type CSSProperties } from 'react'
import { AllDayRow } from './all-day-row.tsx'
import { DAY_MS, type Day, type WallMs } from '#src/features/calendar/model/civil.ts'
import { DayLabel } from './day-strip.tsx'
import { DayColumn } from './day-column.tsx'
import { formatDay } from './format.ts'
import { HourGrid, HourLabels } from './hour-grid.tsx'
import { coversDays, HOUR_PX } from './layout.ts'
import type { Occurrence, OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { useWeekDrag, type MoveEvent } from './week-drag.ts'

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
  onMove: MoveEvent
}

/** Scrolls to the morning. Today: to a few hours before now if that is later. */
const scrollToStart = (scroller: HTMLElement): void => {
  const nowLine = scroller.querySelector<HTMLElement>('.week-now')
  const nowHour = nowLine === null ? FIRST_HOUR_SEEN : Math.floor(nowLine.offsetTop / HOUR_PX)
  const morning = Math.min(FIRST_HOUR_SEEN, nowHour)
  scroller.scrollTop = Math.max(morning, nowHour - HOURS_BEFORE_NOW) * HOUR_PX - LABEL_PX
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
            dragged={dragged}
            onHold={(event, occurrence) => drag(event, { kind: 'bar', occurrence })}
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
