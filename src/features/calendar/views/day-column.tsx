import { cn } from '#src/lib/cn.ts'
import { useMemo, type CSSProperties, type PointerEvent } from 'react'
import { DAY_MS, MINUTE_MS, type Day } from '#src/features/calendar/model/civil.ts'
import { EventButton } from './event-button.tsx'
import { formatLongDay, formatTime, formatTimes } from './format.ts'
import { coversDays, layOutColumns, countTitleLines, type Block } from './layout.ts'
import type { Dragged } from './week-drag.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { useNow } from '#src/features/calendar/use-calendar.ts'

type DayColumnProps = {
  day: Day
  isToday: boolean
  occurrences: readonly Occurrence[]
  dragged: Dragged | null
  onOpen: (occurrence: Occurrence) => void
  onHold: (event: PointerEvent, what: 'event' | 'end', occurrence: Occurrence) => void
}

const BLOCK =
  'absolute top-[calc(var(--from)/60*var(--hour)+1px)] left-[calc(var(--left)*(100%-10px)+2px)] h-[calc(var(--length)/60*var(--hour)-2px)] w-[calc(var(--width)*(100%-10px)-2px)]'

const buildBlockStyle = ({ fromMinute, toMinute, column, columns, spread }: Block): CSSProperties =>
  ({
    '--from': fromMinute,
    '--length': toMinute - fromMinute,
    '--left': column / columns,
    '--width': spread / columns,
    '--title-lines': countTitleLines(toMinute - fromMinute),
  }) as CSSProperties

const NowLine = () => {
  const now = useNow('minute')
  const minute = (now % DAY_MS) / MINUTE_MS
  return (
    <span
      role="img"
      aria-label={texts.now}
      className="week-now absolute inset-x-0 top-[calc(var(--from)/60*var(--hour)-1px)] z-2 h-0.5 bg-danger before:absolute before:-top-[3px] before:-left-1 before:size-2 before:rounded-full before:bg-danger"
      style={{ '--from': minute } as CSSProperties}
    />
  )
}

const Ghost = ({ day, dragged }: { day: Day; dragged: Dragged }) => {
  const from = Math.max(0, (dragged.startMs - day * DAY_MS) / MINUTE_MS)
  const to = Math.min(1440, (dragged.endMs - day * DAY_MS) / MINUTE_MS)
  if (to <= 0 || from >= 1440) return null
  return (
    <span
      aria-hidden="true"
      className={cn(
        BLOCK,
        'tabular z-3 overflow-hidden rounded-[5px] border border-accent-ink bg-accent-soft px-2 py-[3px] text-xs leading-4 text-accent-ink',
      )}
      style={{ '--from': from, '--length': to - from, '--left': 0, '--width': 1 } as CSSProperties}
    >
      <span
        className={cn('font-semibold', to - from < 90 ? 'line-clamp-1' : 'line-clamp-2')}
        dir="auto"
      >
        {dragged.title}
      </span>
      <span className="block truncate">{formatTimes(dragged.startMs, dragged.endMs)}</span>
    </span>
  )
}

export const DayColumn = ({
  day,
  isToday,
  occurrences,
  dragged,
  onOpen,
  onHold,
}: DayColumnProps) => {
  const blocks = useMemo(
    () =>
      layOutColumns(
        occurrences.filter((one) => !coversDays(one)),
        day,
      ),
    [occurrences, day],
  )
  const name = formatLongDay(day)
  return (
    <div className="relative">
      {isToday && <NowLine />}
      <ul aria-label={texts.eventsOn(name)} className="contents">
        {blocks.map((block) => {
          const { occurrence } = block
          const isShort = block.toMinute - block.fromMinute < 45
          return (
            <li
              key={occurrence.key}
              className={cn(BLOCK, 'pointer-events-auto')}
              style={buildBlockStyle(block)}
            >
              <EventButton
                occurrence={occurrence}
                look="block"
                time={
                  occurrence.startMs < day * DAY_MS
                    ? texts.until(formatTime(occurrence.endMs))
                    : formatTime(occurrence.startMs)
                }
                isMoving={dragged?.key === occurrence.key}
                onOpen={onOpen}
                onPointerDown={(event) => onHold(event, 'event', occurrence)}
                isShort={isShort}
              />
              <span
                aria-hidden="true"
                className="absolute inset-x-0 bottom-0 h-[7px] cursor-ns-resize"
                onPointerDown={(event) => {
                  event.stopPropagation()
                  onHold(event, 'end', occurrence)
                }}
              />
            </li>
          )
        })}
      </ul>
      {dragged !== null && !dragged.isInRow && <Ghost day={day} dragged={dragged} />}
    </div>
  )
}
