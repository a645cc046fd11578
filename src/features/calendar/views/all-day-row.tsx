import { useState, type CSSProperties, type PointerEvent } from 'react'
import { cn } from '#src/lib/cn.ts'
import { DAY_MS, formatIsoDate, type Day } from '#src/features/calendar/model/civil.ts'
import { EventButton } from './event-button.tsx'
import { formatLongDay } from './format.ts'
import { layOutLanes } from './layout.ts'
import type { Dragged } from './week-drag.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { Button } from '#src/ui/form/button.tsx'

type AllDayRowProps = {
  days: readonly Day[]
  occurrences: readonly Occurrence[]
  onOpen: (occurrence: Occurrence) => void
  onCreate: (day: Day) => void
  dragged: Dragged | null
  onHold: (event: PointerEvent, occurrence: Occurrence) => void
}

/** More lanes would push the hours out of view. */
const LANES = 3

const isUnder = (day: Day, { isInRow, startMs, endMs }: Dragged): boolean =>
  isInRow && (day + 1) * DAY_MS > startMs && day * DAY_MS < endMs

export const AllDayRow = ({
  days,
  occurrences,
  onOpen,
  onCreate,
  dragged,
  onHold,
}: AllDayRowProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const bars = layOutLanes(occurrences, days[0] ?? 0, days.length)
  const hidden = isOpen ? 0 : bars.filter(({ lane }) => lane >= LANES).length
  const shown = isOpen ? bars : bars.filter(({ lane }) => lane < LANES)
  const lanes = shown.reduce((most, { lane }) => Math.max(most, lane + 1), 1)
  return (
    <div className="flex">
      <span className="flex w-(--gutter) flex-none flex-col items-end pt-[5px] pr-2 text-[11px] leading-[14px] text-ink-muted">
        {texts.allDay}
        {(hidden > 0 || isOpen) && (
          <Button
            variant="plain"
            aria-expanded={isOpen}
            className="rounded-[4px] px-1 py-0.5 font-medium text-accent-ink"
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? '−' : texts.moreEvents(hidden)}
          </Button>
        )}
      </span>
      <div
        className="relative grid h-[calc(var(--lanes)*24px+4px)] flex-1 grid-cols-[repeat(var(--days),minmax(0,1fr))] pointer-coarse:min-h-11"
        style={{ '--lanes': lanes } as CSSProperties}
      >
        {days.map((day) => (
          <Button
            key={day}
            variant="plain"
            tabIndex={-1}
            data-all-day={formatIsoDate(day)}
            aria-label={texts.slot(formatLongDay(day), texts.allDay)}
            onClick={() => onCreate(day)}
            className={cn(
              'border-l hover:bg-hover',
              dragged !== null && isUnder(day, dragged) && 'bg-accent-soft',
            )}
          />
        ))}
        {shown.map((bar) => (
          <EventButton
            key={bar.occurrence.key}
            occurrence={bar.occurrence}
            look="bar"
            onOpen={onOpen}
            onPointerDown={(event) => onHold(event, bar.occurrence)}
            isMoving={dragged?.key === bar.occurrence.key}
            style={
              { '--lane': bar.lane, '--column': bar.column, '--span': bar.span } as CSSProperties
            }
            isContinued={bar.isContinued}
            continues={bar.continues}
            className="absolute top-[calc(var(--lane)*24px+1px)] left-[calc(var(--column)/var(--days)*100%+3px)] h-[22px] w-[calc(var(--span)/var(--days)*100%-6px)]"
          />
        ))}
      </div>
    </div>
  )
}
