import { memo, useMemo } from 'react'
import type { CSSProperties, PointerEvent } from 'react'
import { DAY_MS, MINUTE_MS } from '#src/features/calendar/model/civil.ts'
import type { Day, WallMs } from '#src/features/calendar/model/civil.ts'
import { EventButton } from './event-button.tsx'
import { formatDay, formatTime } from './format.ts'
import { coversDays, layOutColumns } from './layout.ts'
import type { Block } from './layout.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { useNow } from '#src/features/calendar/use-calendar.ts'

/** Where something is being dragged to; `key` names the event, null a new one. */
export type Dragged = { key: string | null; startMs: WallMs; endMs: WallMs }

type DayColumnProps = {
  day: Day
  isToday: boolean
  locale: string
  occurrences: readonly Occurrence[]
  dragged: Dragged | null
  onOpen: (occurrence: Occurrence) => void
  onHold: (event: PointerEvent, what: 'event' | 'end', occurrence: Occurrence) => void
}

const boxOf = ({ fromMinute, toMinute, column, columns, spread }: Block): CSSProperties =>
  ({
    '--from': fromMinute,
    '--length': toMinute - fromMinute,
    '--left': column / columns,
    '--width': spread / columns,
  }) as CSSProperties

const NowLine = () => {
  const now = useNow('minute')
  const minute = (now % DAY_MS) / MINUTE_MS
  return (
    <span
      role="img"
      aria-label={texts.now}
      className="week-now"
      style={{ '--from': minute } as CSSProperties}
    />
  )
}

/** Where the drag will land on this day. */
const Ghost = ({ day, locale, dragged }: { day: Day; locale: string; dragged: Dragged }) => {
  const from = Math.max(0, (dragged.startMs - day * DAY_MS) / MINUTE_MS)
  const to = Math.min(1440, (dragged.endMs - day * DAY_MS) / MINUTE_MS)
  if (to <= 0 || from >= 1440) return null
  return (
    <span
      aria-hidden="true"
      className="week-ghost tabular"
      style={{ '--from': from, '--length': to - from, '--left': 0, '--width': 1 } as CSSProperties}
    >
      {formatTime(dragged.startMs, locale)} – {formatTime(dragged.endMs, locale)}
    </span>
  )
}

/** The timed events of one day, over its hours. */
export const DayColumn = memo(
  ({ day, isToday, locale, occurrences, dragged, onOpen, onHold }: DayColumnProps) => {
    const blocks = useMemo(
      () =>
        layOutColumns(
          occurrences.filter((one) => !coversDays(one)),
          day,
        ),
      [occurrences, day],
    )
    const name = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' }, locale)
    return (
      <div className="week-column">
        {isToday && <NowLine />}
        <ul aria-label={texts.eventsOn(name)} className="contents">
          {blocks.map((block) => {
            const { occurrence } = block
            const isShort = block.toMinute - block.fromMinute < 45
            return (
              <li key={occurrence.key} className="week-place" style={boxOf(block)}>
                <EventButton
                  occurrence={occurrence}
                  locale={locale}
                  look="block"
                  isMoving={dragged?.key === occurrence.key}
                  onOpen={onOpen}
                  onPointerDown={(event) => onHold(event, 'event', occurrence)}
                  className={isShort ? 'event-short' : ''}
                />
                <span
                  aria-hidden="true"
                  className="week-grip"
                  onPointerDown={(event) => {
                    event.stopPropagation()
                    onHold(event, 'end', occurrence)
                  }}
                />
              </li>
            )
          })}
        </ul>
        {dragged !== null && <Ghost day={day} locale={locale} dragged={dragged} />}
      </div>
    )
  },
)
DayColumn.displayName = 'DayColumn'
