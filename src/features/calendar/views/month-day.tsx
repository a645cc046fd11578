import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import type { CSSProperties, PointerEvent } from 'react'
import { Popover } from '#src/ui/overlay/popover.tsx'
import { dayText, partsOf } from '#src/features/calendar/model/civil.ts'
import type { Day } from '#src/features/calendar/model/civil.ts'
import { EventButton } from './event-button.tsx'
import { formatDay } from './format.ts'
import { coversDays } from './layout.ts'
import type { Bar } from './layout.ts'
import { compareOccurrences } from '#src/features/calendar/model/occurrences.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'

type MonthDayProps = {
  day: Day
  locale: string
  /** Every bar that touches the day. */
  bars: readonly Bar[]
  column: number
  lanes: number
  isNarrow: boolean
  isToday: boolean
  isChosen: boolean
  isOfMonth: boolean
  /** The key of the event being dragged. */
  moving: string | null
  className: string
  onPress: () => void
  onPointerDown: (event: PointerEvent, of: Occurrence | null) => void
  onOpen: (occurrence: Occurrence) => void
}

const MAX_DOTS = 3

const Dots = ({ bars }: { bars: readonly Bar[] }) => (
  <span aria-hidden="true" className="month-dots">
    {bars.slice(0, MAX_DOTS).map(({ occurrence }) => (
      <span key={occurrence.key} data-colour={occurrence.event.colour} className="event-dot" />
    ))}
  </span>
)

const placeOf = ({ lane, span }: Bar): CSSProperties =>
  ({ '--lane': lane, '--span': span }) as CSSProperties

const Events = ({
  day,
  locale,
  bars,
  column,
  lanes,
  isChosen,
  moving,
  onPointerDown,
  onOpen,
}: MonthDayProps) => {
  const hasAll = bars.every(({ lane }) => lane < lanes)
  // The line that tells of more takes the last lane.
  const room = hasAll ? lanes : lanes - 1
  const hidden = bars.filter(({ lane }) => lane >= room)
  const name = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' }, locale)
  return (
    <>
      {bars
        .filter((bar) => bar.lane < room && bar.column === column)
        .map((bar) => (
          <EventButton
            key={bar.occurrence.key}
            occurrence={bar.occurrence}
            locale={locale}
            look={coversDays(bar.occurrence) ? 'bar' : 'line'}
            isTabStop={isChosen}
            isMoving={moving === bar.occurrence.key}
            onOpen={onOpen}
            onPointerDown={(event) => {
              event.stopPropagation()
              onPointerDown(event, bar.occurrence)
            }}
            style={placeOf(bar)}
            className={cn(
              'month-event',
              bar.isContinued && 'event-continued',
              bar.continues && 'event-continues',
            )}
          />
        ))}
      {hidden.length > 0 && (
        <span className="month-more" style={{ '--lane': room } as CSSProperties}>
          <Popover
            title={name}
            trigger={
              <Button
                variant="plain"
                aria-label={texts.moreEventsOn(hidden.length, name)}
                className="month-more-button"
              >
                {texts.moreEvents(hidden.length)}
              </Button>
            }
          >
            <ul className="grid max-h-72 gap-0.5 overflow-auto">
              {bars
                .map(({ occurrence }) => occurrence)
                .toSorted(compareOccurrences)
                .map((occurrence) => (
                  <li key={occurrence.key}>
                    <EventButton
                      occurrence={occurrence}
                      locale={locale}
                      look="line"
                      onOpen={onOpen}
                      className="month-listed"
                    />
                  </li>
                ))}
            </ul>
          </Popover>
        </span>
      )}
    </>
  )
}

/** One day of the month: its number, which is the whole cell to press, and its events over it. */
export const MonthDay = (props: MonthDayProps) => {
  const { day, locale, bars, isNarrow, isToday, isChosen, isOfMonth, onPress, onPointerDown } =
    props
  const name = formatDay(day, { dateStyle: 'full' }, locale)
  return (
    <div
      role="gridcell"
      aria-selected={isChosen}
      className={cn('month-day', !isOfMonth && 'month-day-other', props.className)}
    >
      <Button
        variant="plain"
        data-day={dayText(day)}
        tabIndex={isChosen ? 0 : -1}
        aria-label={`${name}, ${texts.events(bars.length)}`}
        aria-current={isToday ? 'date' : undefined}
        onClick={onPress}
        onPointerDown={(event) => onPointerDown(event, null)}
        className="month-cell"
      >
        <span className="month-number tabular">{partsOf(day).day}</span>
        {isNarrow && bars.length > 0 && <Dots bars={bars} />}
      </Button>
      {!isNarrow && <Events {...props} />}
    </div>
  )
}
