import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { SYNC } from '#contract/endpoint/limits.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'

/** Maximum number of events of an account. */
export const MAX_EVENTS = 5_000
/** Maximum length of an event as JSON. */
export const MAX_EVENT_LENGTH = 65_536
/** Maximum length of all events of an account as JSON. */
export const MAX_CALENDAR_LENGTH = 4_000_000
/** Maximum number of changes in one call. */
export const MAX_CHANGES = 500
/** Maximum age of a change; older ones count as this old. */
export const MAX_AGE_MS = 10 * 365 * 86_400_000

export const EVENT_COLORS = [
  'iris',
  'azure',
  'teal',
  'moss',
  'amber',
  'coral',
  'rose',
  'graphite',
] as const

export const EventColor = z.enum(EVENT_COLORS)
export type EventColor = z.infer<typeof EventColor>

/** `2026-11-20`, or with a time `2026-11-20T09:30:00`. */
const WallTime = z.union([
  z.iso.date(),
  z.iso.datetime({ local: true }).check(z.regex(/^[\d-]+T[\d:]+$/)),
])

/**
 * An event, in the terms of RFC 5545. Its times are local times in its zone, so a series keeps its hour through daylight
 * saving time. Browsers store the same object.
 */
export const CalendarEvent = z.object({
  id: z.string().check(z.minLength(1)),
  uid: z.string().check(z.minLength(1)),
  title: z.string(),
  place: z.string(),
  notes: z.string(),
  colour: EventColor,
  isAllDay: z.boolean(),
  start: WallTime,
  /** Exclusive: the day after the last one of an all-day event. */
  end: WallTime,
  /** An IANA name; null for all-day and floating events. */
  zone: z.nullable(z.string()),
  /** RRULE of iCalendar; null if the event does not repeat by a rule. */
  rule: z.nullable(z.string()),
  /** Starts of the series that do not take place (EXDATE), and that do besides its rule (RDATE). */
  excluded: z.array(WallTime),
  added: z.array(WallTime),
  /** The start of the occurrence that this event replaces, in the series with the same `uid`. */
  instanceOf: z.nullable(WallTime),
  /** Minutes before the start, at most a year; null for no reminder. */
  reminderMinutes: z.nullable(z.number().check(z.minimum(0), z.maximum(525_600))),
  /** Imported properties and components that are not shown here, as jCal (RFC 7265), for the export. */
  kept: z.array(z.unknown()),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

const Version = z.int().check(z.gte(0))

const CalendarChange = z
  .object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Null: the event was deleted. */
    event: z.nullable(CalendarEvent),
    /** The version of the calendar in which the change was made. */
    based_on: Version,
    /** How long ago the change was made. */
    age_ms: z.int().check(z.gte(0), z.lte(MAX_AGE_MS)),
  })
  .check(
    z.refine(({ id, event }) => event === null || event.id === id, 'The ids differ'),
    z.refine(
      ({ event }) => JSON.stringify(event).length <= MAX_EVENT_LENGTH,
      'The event is too large',
    ),
  )
export type CalendarChange = z.infer<typeof CalendarChange>

const CalendarChanges = namedObject('CalendarChanges', {
  /** Increases with each change; 0 before the first. */
  version: Version,
  /** True if `changes` has every event of the calendar. */
  is_whole: z.boolean(),
  /** Changes since the given version, and the events that were sent. Null: the event was deleted. */
  changes: z.array(z.object({ id: z.string(), event: z.nullable(CalendarEvent) })),
  /** Ids of changes that were not saved because the calendar is full. */
  refused: z.array(z.string()),
})
export type CalendarChanges = z.infer<typeof CalendarChanges>

export const syncCalendar = endpoint({
  name: 'syncCalendar',
  method: 'POST',
  path: '/calendar/sync',
  summary:
    'Save changes of calendar events and return those of other browsers; the newest change of an event wins',
  limits: SYNC,
  errors: ['CONFLICT'],
  body: z.object({
    /** Owner of the changes. Another caller gets `CONFLICT`, because a browser may have changed its user in between. */
    user_id: z.string().check(z.maxLength(64)),
    /** The version that the caller knows; 0 for none. */
    since: Version,
    changes: z.array(CalendarChange).check(z.maxLength(MAX_CHANGES)),
  }),
  response: statusEnvelope(CalendarChanges),
})
