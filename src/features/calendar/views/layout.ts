import { DAY_MS, MINUTE_MS, wallToDay, type Day } from '#src/features/calendar/model/civil.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'

export const HOUR_PX = 48
const LINE_PX = 16
/** Gaps and paddings of an event above and below its text. */
const EDGES_PX = 8

/** Returns the number of lines for the title above the time of an event of `minutes`. */
export const countTitleLines = (minutes: number): number =>
  Math.max(1, Math.floor(((minutes / 60) * HOUR_PX - EDGES_PX) / LINE_PX) - 1)

export type Bar = {
  occurrence: Occurrence
  /** `column` counts from 0. */
  column: number
  span: number
  /** Counted from the top. Two bars of one lane never share a day. */
  lane: number
  /** True if it starts before the row. `continues` is true if it ends after the row. */
  isContinued: boolean
  continues: boolean
}

/** Returns true for events drawn as bars over days: all-day ones, and those of 24 hours or more. */
export const coversDays = ({ event, startMs, endMs }: Occurrence): boolean =>
  event.isAllDay || endMs - startMs >= DAY_MS

/** Returns the last day that an event touches. One that ends at midnight does not touch the next day. */
export const getLastDay = ({ startMs, endMs }: Occurrence): Day =>
  wallToDay(Math.max(startMs, endMs - 1))

export type Shifted = { occurrence: Occurrence; byDays: number }

/** Returns true for a day of an event that is dragged to other days. */
export const isDropTarget = (day: Day, { occurrence, byDays }: Shifted): boolean =>
  day - byDays >= wallToDay(occurrence.startMs) && day - byDays <= getLastDay(occurrence)

/**
 * Assigns lanes to the events that touch the row of `columns` days from `firstDay`: the longest of a day first, each in
 * the first lane that is free on all its days.
 */
export const layOutLanes = (
  occurrences: readonly Occurrence[],
  firstDay: Day,
  columns: number,
): Bar[] => {
  const lastDay = firstDay + columns - 1
  const bars = occurrences
    .filter((one) => wallToDay(one.startMs) <= lastDay && getLastDay(one) >= firstDay)
    .map((occurrence) => {
      const from = Math.max(wallToDay(occurrence.startMs), firstDay)
      const to = Math.min(getLastDay(occurrence), lastDay)
      return {
        occurrence,
        column: from - firstDay,
        span: to - from + 1,
        lane: 0,
        isContinued: wallToDay(occurrence.startMs) < firstDay,
        continues: getLastDay(occurrence) > lastDay,
      }
    })
    .toSorted(
      (one, other) =>
        one.column - other.column ||
        other.span - one.span ||
        Number(coversDays(other.occurrence)) - Number(coversDays(one.occurrence)) ||
        one.occurrence.startMs - other.occurrence.startMs,
    )
  /** The first free column of each lane. Bars come in the order of their columns. */
  const freeFrom: number[] = []
  return bars.map((bar) => {
    const free = freeFrom.findIndex((column) => column <= bar.column)
    const lane = free === -1 ? freeFrom.length : free
    freeFrom[lane] = bar.column + bar.span
    return { ...bar, lane }
  })
}

/** Minutes count from midnight. */
export type Block = {
  occurrence: Occurrence
  fromMinute: number
  toMinute: number
  /** The column from the left, the number of columns, and how many it spreads over. */
  column: number
  columns: number
  spread: number
}

const MINUTES_IN_DAY = 24 * 60

/** Shorter events are drawn this long, so that they can be read and clicked. */
export const SHORTEST_MINUTES = 24

type Placed = { block: Span; column: number; cluster: number }

type Span = Pick<Block, 'occurrence' | 'fromMinute' | 'toMinute'>

const placeColumns = (spans: readonly Span[]): Placed[] => {
  const placed: Placed[] = []
  /** The minute at which each column of the current cluster is free again. */
  let freeFrom: number[] = []
  let cluster = 0
  for (const block of spans) {
    if (freeFrom.length > 0 && freeFrom.every((minute) => minute <= block.fromMinute)) {
      freeFrom = []
      cluster += 1
    }
    const free = freeFrom.findIndex((minute) => minute <= block.fromMinute)
    const column = free === -1 ? freeFrom.length : free
    freeFrom[column] = block.toMinute
    placed.push({ block, column, cluster })
  }
  return placed
}

const overlaps = (one: Span, other: Span): boolean =>
  one.fromMinute < other.toMinute && other.fromMinute < one.toMinute

const computeSpan = (occurrence: Occurrence, day: Day): Span => {
  const midnight = day * DAY_MS
  const from = Math.max(0, (occurrence.startMs - midnight) / MINUTE_MS)
  const to = Math.min(MINUTES_IN_DAY, (occurrence.endMs - midnight) / MINUTE_MS)
  const fromMinute = Math.min(from, MINUTES_IN_DAY - SHORTEST_MINUTES)
  return { occurrence, fromMinute, toMinute: Math.max(to, fromMinute + SHORTEST_MINUTES) }
}

/**
 * Places overlapping timed events of a day side by side: as many columns as events overlap at once, each event as wide as
 * its neighbors allow.
 */
export const layOutColumns = (occurrences: readonly Occurrence[], day: Day): Block[] => {
  const spans = occurrences
    .filter((one) => wallToDay(one.startMs) <= day && getLastDay(one) >= day)
    .map((occurrence) => computeSpan(occurrence, day))
    .toSorted((one, other) => one.fromMinute - other.fromMinute || other.toMinute - one.toMinute)
  const clusters = Map.groupBy(placeColumns(spans), ({ cluster }) => cluster)
  return [...clusters.values()].flatMap((members) => {
    const columns = Math.max(...members.map(({ column }) => column)) + 1
    return members.map(({ block, column }) => {
      const nextTaken = members
        .filter((other) => other.column > column && overlaps(block, other.block))
        .reduce((nearest, other) => Math.min(nearest, other.column), columns)
      return { ...block, column, columns, spread: nextTaken - column }
    })
  })
}
