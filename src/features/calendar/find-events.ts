import type { CalendarEvent } from '#contract/calendar/events.ts'
import { formatDate } from '#src/lib/dates.ts'
import { getCalendar, type Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { DAY_MS, HOUR_MS, parseWall, type WallMs } from '#src/features/calendar/model/civil.ts'
import { moveFields } from '#src/features/calendar/model/draft.ts'
import { indexOccurrences, type Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { deleteOccurrence, editOccurrence } from '#src/features/calendar/model/series.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'
import { createRandomId } from '#src/lib/random-id.ts'

export type FoundEvent = {
  key: string
  title: string
  /** `Sat, Nov 21, 9:00 AM`. */
  when: string
  /** Deletes this occurrence only. Returns the function that restores it. */
  remove: () => () => void
  /** Returns the move of this occurrence to `startsAt`; null if it is already there, or if the time is not possible. */
  planMove: (startsAt: string) => EventMove | null
}

/** `move` moves this occurrence only, and returns the function that moves it back. */
type EventMove = { when: string; move: () => () => void }

const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')

/**
 * Returns the occurrences from one local date to another, both included, whose title or place has the most words of
 * `title` (over two letters). All of them if `title` has no such word.
 */
export const findEvents = (
  userId: string,
  { from, to, title }: { from: string; to: string; title: string },
): FoundEvent[] => {
  const fromMs = parseWall(from)
  const toMs = parseWall(to)
  if (fromMs === null || toMs === null) return []
  const calendar = getCalendar(userId)
  calendar.reload()
  const { events } = calendar.store.getState()
  const words = normalizeText(title)
    .split(' ')
    .filter((word) => word.length > 2)
  const countWords = ({ event }: Occurrence): number => {
    const text = normalizeText(`${event.title} ${event.place}`)
    return words.filter((word) => text.includes(word)).length
  }
  const all = indexOccurrences(events, getLocalZone()).between(fromMs, toMs + DAY_MS)
  const most = Math.max(0, ...all.map(countWords))
  const found = words.length > 0 && most === 0 ? [] : all.filter((one) => countWords(one) === most)
  return found.map((occurrence) => toFound(calendar, occurrence))
}

const toFound = (calendar: Calendar, occurrence: Occurrence): FoundEvent => ({
  key: occurrence.key,
  title: occurrence.event.title,
  when: formatStart(occurrence.startMs, occurrence.event.isAllDay),
  remove: () =>
    calendar.change(deleteOccurrence(occurrence, 'one', calendar.store.getState().events)),
  planMove: (startsAt) => {
    const times = findNewTimes(occurrence, startsAt)
    if (times === null) return null
    const { startMs, isAllDay } = times
    if (startMs === occurrence.startMs && isAllDay === occurrence.event.isAllDay) return null
    const toFields = (event: CalendarEvent) =>
      moveFields({ ...occurrence, event }, times, getLocalZone())
    if (toFields(occurrence.event) === null) return null
    return {
      when: formatStart(startMs, isAllDay),
      move: () => {
        // The calendar may have changed since the event was found.
        const { events } = calendar.store.getState()
        const event = events.find(({ id }) => id === occurrence.event.id)
        const fields = event === undefined ? null : toFields(event)
        return calendar.change(
          fields === null
            ? { put: [], drop: [] }
            : editOccurrence(occurrence, fields, 'one', { events, makeId: createRandomId }),
        )
      },
    }
  },
})

type NewTimes = { startMs: WallMs; endMs: WallMs; isAllDay: boolean }

/** A date keeps the time, and a time such as `09:30` the day. With a time, whole days become one hour. */
const findNewTimes = ({ event, startMs, endMs }: Occurrence, startsAt: string): NewTimes | null => {
  const dayMs = Math.floor(startMs / DAY_MS) * DAY_MS
  const isTimeAlone = /^\d\d:\d\d$/.test(startsAt)
  const newMs = parseWall(isTimeAlone ? `1970-01-01T${startsAt}` : startsAt)
  if (newMs === null) return null
  if (!isTimeAlone && !startsAt.includes('T')) {
    const byMs = newMs - dayMs
    return { startMs: startMs + byMs, endMs: endMs + byMs, isAllDay: event.isAllDay }
  }
  const timedMs = isTimeAlone ? dayMs + newMs : newMs
  const lengthMs = event.isAllDay ? HOUR_MS : endMs - startMs
  return { startMs: timedMs, endMs: timedMs + lengthMs, isAllDay: false }
}

const formatStart = (startMs: WallMs, isAllDay: boolean): string => {
  // Wall times are stored as if in UTC.
  const local = new Date(new Date(startMs).toISOString().slice(0, 19))
  return formatDate(local, isAllDay ? 'full date' : 'date and clock')
}
