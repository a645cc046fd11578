import { DAY_MS, type WallMs } from './civil.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { toWall } from './event.ts'
import { listStartsBetween } from './recurrence.ts'
import { moveWall } from './zones.ts'

/** One occurrence of an event, on the viewer's wall. */
export type Occurrence = {
  /** Unique in a calendar, and the same after a reload. */
  key: string
  event: CalendarEvent
  /** The start on the event's own wall, which identifies it in exceptions of the series. */
  ownStartMs: WallMs
  startMs: WallMs
  /** Exclusive. */
  endMs: WallMs
}

/** More than any two zones differ. */
const ZONE_MARGIN_MS = 2 * DAY_MS

const isInside = (startMs: WallMs, endMs: WallMs, fromMs: WallMs, toMs: WallMs): boolean =>
  // An event without length is a moment.
  startMs < toMs && (endMs > fromMs || (startMs === endMs && startMs >= fromMs))

/**
 * Returns an event's occurrences in a range on the viewer's wall. `replaced` holds the starts that other events
 * replace.
 */
export const findOccurrences = (
  event: CalendarEvent,
  fromMs: WallMs,
  toMs: WallMs,
  viewerZone: string,
  replaced: ReadonlySet<WallMs> = new Set(),
): Occurrence[] => {
  const lengthMs = Math.max(0, toWall(event.end) - toWall(event.start))
  const zone = event.zone ?? viewerZone
  const isElsewhere = zone !== viewerZone
  const margin = isElsewhere ? ZONE_MARGIN_MS : 0
  const starts = listStartsBetween(event, fromMs - lengthMs - margin, toMs + margin)
  const added = event.added.map(toWall)
  const left = new Set(event.excluded.map(toWall))
  const taken = new Set([...starts, ...added].filter((at) => !left.has(at) && !replaced.has(at)))
  return [...taken]
    .map((ownStartMs) => {
      const startMs = isElsewhere ? moveWall(ownStartMs, zone, viewerZone) : ownStartMs
      const endMs = isElsewhere
        ? moveWall(ownStartMs + lengthMs, zone, viewerZone)
        : ownStartMs + lengthMs
      return {
        key: `${event.id}@${ownStartMs}`,
        event,
        ownStartMs,
        startMs,
        endMs: Math.max(startMs, endMs),
      }
    })
    .filter(({ startMs, endMs }) => isInside(startMs, endMs, fromMs, toMs))
}

/** Earlier first, then longer, then by title, so that the order is stable. */
export const compareOccurrences = (one: Occurrence, other: Occurrence): number =>
  one.startMs - other.startMs ||
  other.endMs - one.endMs ||
  one.event.title.localeCompare(other.event.title) ||
  (one.key < other.key ? -1 : 1)

export type OccurrenceIndex = {
  /** Returns the occurrences that touch a range on the viewer's wall, in order. `toMs` is exclusive. */
  between(fromMs: WallMs, toMs: WallMs): Occurrence[]
}

const placesByZone = new Map<string, WeakMap<CalendarEvent, Occurrence>>()

/** Returns the one occurrence of an event that does not repeat. Remembers it by event and zone. */
const findSingleOccurrence = (event: CalendarEvent, viewerZone: string): Occurrence | undefined => {
  const places = placesByZone.get(viewerZone) ?? new WeakMap<CalendarEvent, Occurrence>()
  placesByZone.set(viewerZone, places)
  const known = places.get(event)
  if (known !== undefined) return known
  const startMs = toWall(event.start)
  const everything = [startMs - DAY_MS * 400, toWall(event.end) + DAY_MS * 400] as const
  const [place] = findOccurrences(event, ...everything, viewerZone)
  if (place !== undefined) places.set(event, place)
  return place
}

/** Indexes a calendar for views. Places single events once, and series only within the range of a view. */
export const indexOccurrences = (
  events: readonly CalendarEvent[],
  viewerZone: string,
): OccurrenceIndex => {
  const replaced = new Map<string, Set<WallMs>>()
  for (const { uid, instanceOf } of events) {
    if (instanceOf === null) continue
    const starts = replaced.get(uid) ?? new Set()
    replaced.set(uid, starts.add(toWall(instanceOf)))
  }
  const isSingle = ({ rule, added, excluded }: CalendarEvent) =>
    rule === null && added.length + excluded.length === 0
  const singles = events
    .filter(isSingle)
    .map((event) => findSingleOccurrence(event, viewerZone))
    .filter((place) => place !== undefined)
  const series = events.filter((event) => !isSingle(event))
  return {
    between: (fromMs, toMs) =>
      [
        ...singles.filter(({ startMs, endMs }) => isInside(startMs, endMs, fromMs, toMs)),
        ...series.flatMap((event) =>
          findOccurrences(
            event,
            fromMs,
            toMs,
            viewerZone,
            event.instanceOf === null ? replaced.get(event.uid) : undefined,
          ),
        ),
      ].toSorted(compareOccurrences),
  }
}
