import * as z from 'zod/mini'
import { parseWall, type WallMs } from './civil.ts'

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

export const DEFAULT_COLOR: EventColor = 'iris'

/** Longer texts of imported files are cut. */
export const TEXT_LIMITS = { title: 500, place: 1000, notes: 20_000 } as const

const Wall = z.string().check(z.refine((text) => parseWall(text) !== null))

/**
 * A stored event, in the terms of RFC 5545. Its times are those of a wall clock in its zone, so that a series keeps
 * its hour through daylight saving.
 */
export const CalendarEvent = z.object({
  id: z.string().check(z.minLength(1)),
  uid: z.string().check(z.minLength(1)),
  title: z.string(),
  place: z.string(),
  notes: z.string(),
  /** Stored under its first name, which saved calendars have. */
  colour: EventColor,
  isAllDay: z.boolean(),
  /** `2026-11-20`, or with a time `2026-11-20T09:30:00`. */
  start: Wall,
  /** Exclusive: the day after the last one of an all-day event. */
  end: Wall,
  /** An IANA name; null for all-day and floating events. */
  zone: z.nullable(z.string()),
  /** RRULE of iCalendar; null if the event does not repeat by a rule. */
  rule: z.nullable(z.string()),
  /** Starts of the series that do not take place (EXDATE), and that do besides its rule (RDATE). */
  excluded: z.array(Wall),
  added: z.array(Wall),
  /** The start of the occurrence that this event replaces, in the series with the same `uid`. */
  instanceOf: z.nullable(Wall),
  /** Minutes before the start, at most a year; null for no reminder. */
  reminderMinutes: z.nullable(z.number().check(z.minimum(0), z.maximum(525_600))),
  /** Imported properties and components that are not shown here, as jCal (RFC 7265), for the export. */
  kept: z.array(z.unknown()),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** Returns the time of a text that passed the schema. */
export const toWall = (text: string): WallMs => parseWall(text) ?? 0
