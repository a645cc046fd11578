import { DAY_MS, MINUTE_MS } from '#src/features/calendar/model/civil.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { indexOccurrences, type Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { instantToWall, wallToInstant } from '#src/features/calendar/model/zones.ts'

export type Reminder = { occurrence: Occurrence; atMs: number }

/** Returns the reminders from `afterMs` (exclusive) to `untilMs` (inclusive), in order. Times are Unix milliseconds. */
export const listDueReminders = (
  events: readonly CalendarEvent[],
  afterMs: number,
  untilMs: number,
  viewerZone: string,
): Reminder[] => {
  // A replaced occurrence needs no reminder by its series.
  const wanted = events.filter(
    ({ reminderMinutes, instanceOf }) => reminderMinutes !== null || instanceOf !== null,
  )
  const furthestMs = findLongestNoticeMs(wanted)
  return indexOccurrences(wanted, viewerZone)
    .between(
      instantToWall(afterMs, viewerZone),
      instantToWall(untilMs, viewerZone) + furthestMs + 1,
    )
    .flatMap((occurrence) => {
      const { reminderMinutes } = occurrence.event
      if (reminderMinutes === null) return []
      const atMs = wallToInstant(occurrence.startMs, viewerZone) - reminderMinutes * MINUTE_MS
      return atMs > afterMs && atMs <= untilMs ? [{ occurrence, atMs }] : []
    })
    .toSorted((one, other) => one.atMs - other.atMs)
}

const findLongestNoticeMs = (events: readonly CalendarEvent[]): number =>
  events.reduce((most, { reminderMinutes }) => Math.max(most, reminderMinutes ?? 0), 0) * MINUTE_MS

/** Returns the reminders that were due by `nowMs`, of events that have not begun. */
export const listLateReminders = (
  events: readonly CalendarEvent[],
  nowMs: number,
  viewerZone: string,
): Reminder[] =>
  listDueReminders(events, nowMs - findLongestNoticeMs(events) - 1, nowMs, viewerZone).filter(
    ({ occurrence }) => wallToInstant(occurrence.startMs, viewerZone) > nowMs,
  )

/** Longer timers are set again then, because browsers limit them to 24.8 days. */
export const LOOK_AHEAD_MS = DAY_MS

/** Returns the time of the next reminder within `LOOK_AHEAD_MS`; null if there is none. */
export const findNextReminder = (
  events: readonly CalendarEvent[],
  nowMs: number,
  viewerZone: string,
): number | null =>
  listDueReminders(events, nowMs, nowMs + LOOK_AHEAD_MS, viewerZone)[0]?.atMs ?? null
