import { cn } from '#src/lib/cn.ts'
import { partsOf } from '#src/features/calendar/model/civil.ts'
import type { Day } from '#src/features/calendar/model/civil.ts'
import { formatDay } from './format.ts'
import { Button } from '#src/ui/form/button.tsx'

type DayStripProps = {
  days: readonly Day[]
  day: Day
  today: Day
  locale: string
  onChoose: (day: Day) => void
}

/** The days of a week to choose one from, where there is room for the hours of one only. */
export const DayStrip = ({ days, day, today, locale, onChoose }: DayStripProps) => (
  <div className="day-strip">
    {days.map((one) => (
      <Button
        key={one}
        variant="plain"
        aria-pressed={one === day}
        aria-current={one === today ? 'date' : undefined}
        className={cn('day-strip-day', one === day && 'day-strip-chosen')}
        onClick={() => onChoose(one)}
      >
        <span className="week-weekday">{formatDay(one, { weekday: 'short' }, locale)}</span>{' '}
        <span className="week-number tabular">{partsOf(one).day}</span>{' '}
        <span className="sr-only">
          {formatDay(one, { month: 'long', year: 'numeric' }, locale)}
        </span>
      </Button>
    ))}
  </div>
)
