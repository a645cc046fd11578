import type { CalendarEvent } from '#contract/calendar/events.ts'

let made = 0

/** An event as tests need one; give what matters. */
export const testEvent = (given: Partial<CalendarEvent> = {}): CalendarEvent => {
  made += 1
  return {
    id: `event-${made}`,
    uid: given.id ?? `event-${made}`,
    title: 'Standup',
    place: '',
    notes: '',
    colour: 'iris',
    isAllDay: false,
    start: '2026-11-20T09:00:00',
    end: '2026-11-20T10:00:00',
    zone: 'Europe/Berlin',
    rule: null,
    excluded: [],
    added: [],
    instanceOf: null,
    reminderMinutes: null,
    kept: [],
    ...given,
  }
}
