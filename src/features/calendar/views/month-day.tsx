import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import type { CSSProperties, PointerEvent } from 'react'
import { Popover } from '#src/ui/overlay/popover.tsx'
import { formatIsoDate, splitDay, type Day } from '#src/features/calendar/model/civil.ts'
import { EventButton } from './event-button.tsx'
import { formatDay, formatLongDay } from './format.ts'
import { coversDays, type Bar } from './layout.ts'
import { compareOccurrences, type Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'

type MonthDayProps = {
  day: Day
  /** Every bar that touches the day, also those that began before. */
  bars: readonly Bar[]
  column: number
  /** Number of events that the cell has room for. */
  lanes: number
  isNarrow: boolean
  isToday: boolean
  isChosen: boolean
  isOfMonth: boolean
  /** Key of the event being dragged; null without a drag. */
  moving: string | null
  /** True for a day under the drag. */
  isMarked: boolean
  onPress: () => void
  onPointerDown: (event: PointerEvent, of: Occurrence | null) => void
  onOpen: (occurrence: Occurrence) => void
}

const MAX_DOTS = 3

const Dots = ({ bars }: { bars: readonly Bar[] }) => (
  <span aria-hidden="true" className="mt-px flex h-1.5 gap-[3px]">
    {bars.slice(0, MAX_DOTS).map(({ occurrence }) => (
      <span
        key={occurrence.key}
        data-color={occurrence.event.colour}
        className="size-1.5 rounded-full bg-(--event-strong)"
      />
    ))}
  </span>
)

/** Below the number of the day, in the lane of `--lane`. */
const LANE = 'absolute top-[calc(30px+var(--lane)*22px)] left-[3px] z-1'

/** An event over midnight is also a bar, because a time at its right end would look like an event of the next day. */
const isBar = ({ occurrence, span, isContinued, continues }: Bar): boolean =>
  coversDays(occurrence) || span > 1 || isContinued || continues

const buildBarStyle = ({ lane, span }: Bar): CSSProperties =>
  ({ '--lane': lane, '--span': span }) as CSSProperties

const Events = ({
  day,
  bars,
  column,
  lanes,
  isChosen,
  moving,
  onPointerDown,
  onOpen,
}: MonthDayProps) => {
  const hasAll = bars.every(({ lane }) => lane < lanes)
  // The last lane shows how many more there are.
  const room = hasAll ? lanes : lanes - 1
  const hidden = bars.filter(({ lane }) => lane >= room)
  return (
    <>
      {bars
        .filter((bar) => bar.lane < room && bar.column === column)
        .map((bar) => (
          <EventButton
            key={bar.occurrence.key}
            occurrence={bar.occurrence}
            look={isBar(bar) ? 'bar' : 'cell'}
            isContinued={bar.isContinued}
            continues={bar.continues}
            isTabStop={isChosen}
            isMoving={moving === bar.occurrence.key}
            onOpen={onOpen}
            onPointerDown={(event) => {
              event.stopPropagation()
              onPointerDown(event, bar.occurrence)
            }}
            style={buildBarStyle(bar)}
            className={cn(
              LANE,
              'h-5 focus-visible:z-3 focus-visible:outline-offset-0',
              bar.isContinued
                ? 'left-0 w-[calc(var(--span)*100%+(var(--span)-1)*1px-3px)]'
                : 'w-[calc(var(--span)*100%+(var(--span)-1)*1px-6px)]',
            )}
          />
        ))}
      {hidden.length > 0 && (
        <span className={LANE} style={{ '--lane': room } as CSSProperties}>
          <MoreEvents
            day={day}
            occurrences={bars.map(({ occurrence }) => occurrence)}
            hiddenCount={hidden.length}
            onOpen={onOpen}
          />
        </span>
      )}
    </>
  )
}

type MoreEventsProps = Pick<MonthDayProps, 'day' | 'onOpen'> & {
  occurrences: readonly Occurrence[]
  hiddenCount: number
}

/** Shows the number of hidden events. A press lists all events of the day. */
const MoreEvents = ({ day, occurrences, hiddenCount, onOpen }: MoreEventsProps) => {
  const name = formatLongDay(day)
  return (
    <Popover
      title={name}
      trigger={
        <Button
          variant="plain"
          aria-label={texts.moreEventsOn(hiddenCount, name)}
          className="h-5 rounded-[5px] px-1.5 text-xs leading-4 font-medium text-ink-muted hover:bg-hover hover:text-ink"
        >
          {texts.moreEvents(hiddenCount)}
        </Button>
      }
    >
      <ul className="grid max-h-72 gap-0.5 overflow-auto">
        {occurrences.toSorted(compareOccurrences).map((occurrence) => (
          <li key={occurrence.key}>
            <EventButton
              occurrence={occurrence}
              look="line"
              onOpen={onOpen}
              className="min-h-7 w-full pointer-coarse:min-h-11"
            />
          </li>
        ))}
      </ul>
    </Popover>
  )
}

/** One day of the month: a button with its number that fills the cell, and its events above it. */
export const MonthDay = (props: MonthDayProps) => {
  const { day, bars, isNarrow, isToday, isChosen, isOfMonth, isMarked } = props
  const { onPress, onPointerDown } = props
  const name = formatDay(day, { dateStyle: 'full' })
  return (
    <div
      role="gridcell"
      aria-selected={isChosen}
      className={cn(
        'relative min-h-0 min-w-0',
        !isNarrow && 'not-first:border-l',
        !isNarrow && !isOfMonth && 'bg-surface',
      )}
    >
      <Button
        variant="plain"
        data-day={formatIsoDate(day)}
        tabIndex={isChosen ? 0 : -1}
        aria-label={`${name}, ${texts.events(bars.length)}`}
        aria-current={isToday ? 'date' : undefined}
        onClick={onPress}
        onPointerDown={(event) => onPointerDown(event, null)}
        className={cn(
          'absolute inset-0 flex touch-manipulation flex-col items-start p-[3px] hover:bg-hover focus-visible:z-2 focus-visible:rounded-[4px] focus-visible:-outline-offset-2',
          isNarrow && 'items-center rounded-[10px]',
          isMarked && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        <span
          className={cn(
            'tabular grid h-6 min-w-6 place-items-center rounded-full px-1 text-[12.5px] font-medium',
            isNarrow && 'h-7.5 min-w-7.5 text-sm',
            !isOfMonth && 'text-ink-faint',
            isChosen && 'bg-accent-soft text-accent-ink',
            isToday && 'bg-accent font-semibold text-accent-on',
          )}
        >
          {splitDay(day).day}
        </span>
        {isNarrow && bars.length > 0 && <Dots bars={bars} />}
      </Button>
      {!isNarrow && <Events {...props} />}
    </div>
  )
}
