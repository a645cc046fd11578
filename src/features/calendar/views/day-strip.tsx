import { cn } from '#src/lib/cn.ts'
import { splitDay, type Day } from '#src/features/calendar/model/civil.ts'
import { formatDay } from './format.ts'
import { Button } from '#src/ui/form/button.tsx'

type DayLabelProps = { day: Day; isToday: boolean }

export const DayLabel = ({ day, isToday }: DayLabelProps) => (
  <>
    <span className="text-xs leading-4 font-medium text-ink-muted">
      {formatDay(day, { weekday: 'short' })}
    </span>{' '}
    <span
      className={cn(
        'tabular grid h-6.5 min-w-6.5 place-items-center rounded-full text-lead font-semibold',
        isToday && 'bg-accent text-accent-on',
      )}
    >
      {splitDay(day).day}
    </span>
  </>
)

type DayStripProps = {
  days: readonly Day[]
  day: Day
  today: Day
  onChoose: (day: Day) => void
}

export const DayStrip = ({ days, day, today, onChoose }: DayStripProps) => (
  <div className="grid flex-none grid-cols-7">
    {days.map((one) => (
      <Button
        key={one}
        variant="plain"
        aria-pressed={one === day}
        aria-current={one === today ? 'date' : undefined}
        className="grid justify-items-center gap-0.5 rounded-[10px] py-1 aria-pressed:bg-accent-soft"
        onClick={() => onChoose(one)}
      >
        <DayLabel day={one} isToday={one === today} />{' '}
        <span className="sr-only">{formatDay(one, { month: 'long', year: 'numeric' })}</span>
      </Button>
    ))}
  </div>
)
