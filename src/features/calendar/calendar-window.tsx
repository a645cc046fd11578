import { clsx } from 'clsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { dayByKey } from './calendar-keys.ts'
import { dayOf, firstWeekdayOf, formatDay, isSameDay, shiftMonths, weeksOf } from './month-grid.ts'
import type { Day } from './month-grid.ts'

const keyOf = ({ year, month, day }: Day) => `${year}-${month}-${day}`

type DayCellProps = {
  day: Day
  locale: string
  isToday: boolean
  isChosen: boolean
  isOfMonth: boolean
  onChoose: (day: Day) => void
}

const DayCell = ({ day, locale, isToday, isChosen, isOfMonth, onChoose }: DayCellProps) => (
  <td role="gridcell" aria-selected={isChosen} className="h-px p-0.5">
    <button
      type="button"
      data-day={keyOf(day)}
      tabIndex={isChosen ? 0 : -1}
      aria-label={formatDay(day, { dateStyle: 'full' }, locale)}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onChoose(day)}
      className={clsx(
        'tabular flex h-full min-h-11 w-full items-start justify-start rounded-md p-1.5 text-[13px] font-medium transition-colors hover:bg-hover max-sm:justify-center',
        isChosen && 'bg-accent-soft ring-1 ring-accent-ink ring-inset',
        !isOfMonth && 'text-ink-faint',
      )}
    >
      <span
        className={clsx(
          'flex size-6.5 items-center justify-center rounded-full',
          isToday && 'bg-accent text-accent-on',
        )}
      >
        {day.day}
      </span>
    </button>
  </td>
)

export const CalendarWindow = () => {
  const [today] = useState(() => dayOf(new Date()))
  const [chosen, setChosen] = useState(today)
  const takesFocusRef = useRef(false)
  const gridRef = useRef<HTMLTableElement | null>(null)
  const titleId = useId()
  const locale = navigator.language
  const weeks = weeksOf(chosen, firstWeekdayOf(locale))

  useEffect(() => {
    if (!takesFocusRef.current) return
    takesFocusRef.current = false
    gridRef.current?.querySelector<HTMLElement>(`[data-day="${keyOf(chosen)}"]`)?.focus()
  }, [chosen])

  return (
    <div className="flex h-full min-h-96 flex-col gap-3 p-5 max-sm:p-3">
      <div className="flex items-center gap-1">
        <h3
          id={titleId}
          aria-live="polite"
          className="flex-1 text-xl font-semibold tracking-[-0.015em]"
        >
          {formatDay(chosen, { month: 'long', year: 'numeric' }, locale)}
        </h3>
        <Button size="sm" onClick={() => setChosen(today)}>
          Today
        </Button>
        <IconButton
          label="Previous month"
          icon={<ChevronLeft size={18} />}
          onClick={() => setChosen(shiftMonths(chosen, -1))}
        />
        <IconButton
          label="Next month"
          icon={<ChevronRight size={18} />}
          onClick={() => setChosen(shiftMonths(chosen, 1))}
        />
      </div>
      <table
        ref={gridRef}
        role="grid"
        aria-labelledby={titleId}
        className="w-full flex-1 table-fixed border-collapse"
        onKeyDown={(event) => {
          const next = dayByKey(chosen, event.key)
          if (next === null) return
          event.preventDefault()
          takesFocusRef.current = true
          setChosen(next)
        }}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th
                key={keyOf(day)}
                scope="col"
                abbr={formatDay(day, { weekday: 'long' }, locale)}
                className="h-7 px-2 text-left text-[12px] font-medium text-ink-muted max-sm:text-center"
              >
                {formatDay(day, { weekday: 'short' }, locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.map(keyOf).join(' ')} className="border-t">
              {week.map((day) => (
                <DayCell
                  key={keyOf(day)}
                  day={day}
                  locale={locale}
                  isToday={isSameDay(day, today)}
                  isChosen={isSameDay(day, chosen)}
                  isOfMonth={day.month === chosen.month}
                  onChoose={setChosen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
