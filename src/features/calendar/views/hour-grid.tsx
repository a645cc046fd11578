import { cn } from '#src/lib/cn.ts'
import type { PointerEvent } from 'react'
import {
  DAY_MS,
  HOUR_MS,
  formatIsoDate,
  type Day,
  type WallMs,
} from '#src/features/calendar/model/civil.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { Button } from '#src/ui/form/button.tsx'
import { formatLongDay, formatHour } from './format.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export const HourLabels = () => (
  <div aria-hidden="true" className="relative w-(--gutter) flex-none">
    {HOURS.slice(1).map((hour) => (
      <span
        key={hour}
        className="tabular relative top-[calc(var(--hour)-7px)] block h-(--hour) pr-2 text-right text-[11px] leading-[14px] whitespace-nowrap text-ink-muted"
      >
        {formatHour(hour)}
      </span>
    ))}
  </div>
)

type HourGridProps = {
  days: readonly Day[]
  /** The keyboard's place, with `hour`. */
  day: Day
  hour: number
  today: Day
  labelledBy: string
  onChoose: (day: Day, hour: number) => void
  onCreate: (startMs: WallMs, endMs: WallMs, isAllDay: boolean) => void
  onHold: (event: PointerEvent) => void
}

/** One cell per hour of each day, for the keyboard and for presses. */
export const HourGrid = ({ labelledBy, days, ...cell }: HourGridProps) => (
  <div role="grid" aria-labelledby={labelledBy} className="absolute inset-0">
    {HOURS.map((row) => (
      <div
        key={row}
        role="row"
        className="grid h-(--hour) grid-cols-[repeat(var(--days),minmax(0,1fr))]"
      >
        {days.map((column) => (
          <HourCell key={column} column={column} row={row} {...cell} />
        ))}
      </div>
    ))}
  </div>
)

type HourCellProps = Omit<HourGridProps, 'days' | 'labelledBy'> & { column: Day; row: number }

const HourCell = ({ column, row, day, hour, today, onChoose, onCreate, onHold }: HourCellProps) => {
  const isChosen = column === day && row === hour
  const startMs = column * DAY_MS + row * HOUR_MS
  const name = formatLongDay(column)
  return (
    <div role="gridcell" aria-selected={isChosen} className="contents">
      <Button
        variant="plain"
        data-day={formatIsoDate(column)}
        data-hour={row}
        tabIndex={isChosen ? 0 : -1}
        aria-label={texts.slot(name, formatHour(row))}
        onFocus={() => {
          if (!isChosen) onChoose(column, row)
        }}
        onPointerDown={onHold}
        onClick={() => onCreate(startMs, startMs + HOUR_MS, false)}
        className={cn(
          'h-full touch-manipulation border-b border-l hover:bg-hover focus-visible:-outline-offset-2',
          column === today && 'bg-accent-soft/35',
        )}
      />
    </div>
  )
}
