import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { DAY_MS, HOUR_MS, wallToDay, parseWall } from '#src/features/calendar/model/civil.ts'
import { createDraft, createEvent, toFields } from '#src/features/calendar/model/draft.ts'
import { startReminders } from '#src/features/calendar/reminders/start-reminders.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'

type NewEvent = {
  title: string
  notes: string
  /** Local time of the viewer: `2026-11-20T09:30`, or a date alone. */
  starts: string
  /** Exclusive. If unreadable or not after the start, an hour later, or a day later for an all-day event. */
  ends: string
  isAllDay: boolean
  /** An iCalendar rule; null for once. */
  rule: string | null
}

/** Adds an event to an account's calendar in this browser. Returns the undo function, or null for unreadable times. */
export const addToCalendar = (
  userId: string,
  { title, notes, starts, ends, isAllDay, rule }: NewEvent,
  makeId: () => string,
): (() => void) | null => {
  const readMs = parseWall(isAllDay ? starts.slice(0, 10) : starts)
  if (readMs === null) return null
  const startMs = isAllDay ? wallToDay(readMs) * DAY_MS : readMs
  const wantedEndMs = parseWall(isAllDay ? ends.slice(0, 10) : ends) ?? 0
  const endMs = wantedEndMs > startMs ? wantedEndMs : startMs + (isAllDay ? DAY_MS : HOUR_MS)
  const fields = toFields(
    { ...createDraft(startMs, endMs, isAllDay), title, notes },
    null,
    getLocalZone(),
  )
  if (fields === null) return null
  const calendar = getCalendar(userId)
  const undo = calendar.change({ put: [createEvent({ ...fields, rule }, makeId)], drop: [] })
  startReminders(calendar)
  return undo
}
