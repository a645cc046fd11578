import {
  DAY_MS,
  HOUR_MS,
  wallToDay,
  formatIsoDate,
  parseWall,
  formatIsoDateTime,
  type WallMs,
} from '#src/features/calendar/model/civil.ts'
import { fromCssName } from '#src/features/calendar/model/colors.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { DEFAULT_COLOR, TEXT_LIMITS } from '#src/features/calendar/model/event.ts'
import { convertUntil, Recur, type Component, type Property } from './ical.ts'
import { texts } from '#src/features/calendar/texts.ts'
import type { ZoneFinder } from '#src/features/calendar/model/zone-match.ts'
import { UTC, instantToWall, moveWall } from '#src/features/calendar/model/zones.ts'

type Means = { findZone: ZoneFinder; makeId: () => string }

/** Properties with a field in an event, or written by every export. */
const SHOWN: ReadonlySet<string> = new Set([
  'uid',
  'summary',
  'location',
  'description',
  'color',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'exdate',
  'rdate',
  'recurrence-id',
  'dtstamp',
])

const readText = (component: Component, name: string, limit: number): string => {
  const value: unknown = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value.slice(0, limit) : ''
}

/** A time with its zone; null for a floating time or an unknown zone. */
type Zoned = { wallMs: WallMs; zone: string | null; isDate: boolean; unknownZone: string | null }

/** Returns the times as written, because the library would turn February 31 into March 3. */
const readWrittenTimes = (property: Property): string[] =>
  (property.jCal.slice(3) as unknown[])
    // The start of a period.
    .map((value) => (Array.isArray(value) ? (value as unknown[])[0] : value))
    .filter((value) => typeof value === 'string')

const readTime = (written: string, property: Property, findZone: ZoneFinder): Zoned => {
  const isUtc = written.endsWith('Z')
  // Leap seconds are not supported.
  const wallMs = parseWall(written.replace(/Z$/, '').replace(/:60$/, ':59'))
  if (wallMs === null) throw new Error(texts.import.badDate(property.name.toUpperCase()))
  const isDate = !written.includes('T')
  const id: unknown = property.getParameter('tzid')
  if (isDate) return { wallMs, zone: null, isDate, unknownZone: null }
  if (isUtc) return { wallMs, zone: UTC, isDate, unknownZone: null }
  if (typeof id !== 'string') return { wallMs, zone: null, isDate, unknownZone: null }
  const zone = findZone(id, Number(written.slice(0, 4)))
  return { wallMs, zone, isDate, unknownZone: zone === null ? id : null }
}

const readFirst = (component: Component, name: string, findZone: ZoneFinder): Zoned | null => {
  const property = component.getFirstProperty(name)
  if (!property) return null
  const [time] = readWrittenTimes(property)
  if (time === undefined) throw new Error(texts.import.badDate(name.toUpperCase()))
  return readTime(time, property, findZone)
}

const readList = (
  component: Component,
  name: string,
  start: Zoned,
  findZone: ZoneFinder,
): string[] =>
  component.getAllProperties(name).flatMap((property) =>
    readWrittenTimes(property).map((time) => {
      const at = readTime(time, property, findZone)
      return toOwnText(at, start)
    }),
  )

/** Returns a time as text on the wall of the series. */
const toOwnText = (at: Zoned, start: Zoned): string => {
  if (start.isDate) return formatIsoDate(wallToDay(at.wallMs))
  // A date excludes the occurrence of that day at the hour of the series.
  if (at.isDate) return formatIsoDateTime(at.wallMs + (start.wallMs % DAY_MS))
  const isSameWall = start.zone === null || at.zone === null
  return formatIsoDateTime(
    isSameWall ? at.wallMs : moveWall(at.wallMs, at.zone ?? UTC, start.zone ?? UTC),
  )
}

const readEnd = (component: Component, start: Zoned, findZone: ZoneFinder): WallMs => {
  const end = readFirst(component, 'dtend', findZone)
  if (end !== null) {
    const isSameWall = start.zone === null || end.zone === null
    return isSameWall ? end.wallMs : moveWall(end.wallMs, end.zone ?? UTC, start.zone ?? UTC)
  }
  const duration: unknown = component.getFirstPropertyValue('duration')
  const seconds =
    typeof duration === 'object' && duration !== null && 'toSeconds' in duration
      ? (duration as { toSeconds(): number }).toSeconds()
      : 0
  return start.wallMs + (seconds === 0 && start.isDate ? DAY_MS : seconds * 1000)
}

/** Converts UNTIL from UTC to the wall of the series, like all its times. */
const readRule = (component: Component, start: Zoned): string | null => {
  const value: unknown = component.getFirstPropertyValue('rrule')
  if (value === null || value === undefined) return null
  if (!(value instanceof Recur)) throw new Error(texts.import.badRule)
  return convertUntil(value.toString(), 'wall', (utcMs) =>
    start.zone === null ? utcMs : instantToWall(utcMs, start.zone),
  )
}

/** Returns the minutes of the first alarm before the start, and its index. The export keeps the others. */
const readReminder = (alarms: readonly Component[]): { minutes: number | null; at: number } => {
  const at = alarms.findIndex((alarm) => readMinutesBefore(alarm) !== null)
  const alarm = alarms[at]
  return { minutes: alarm === undefined ? null : readMinutesBefore(alarm), at }
}

const readMinutesBefore = (alarm: Component): number | null => {
  const trigger = alarm.getFirstProperty('trigger')
  const value: unknown = trigger?.getFirstValue()
  if (typeof value !== 'object' || value === null || !('toSeconds' in value)) return null
  if (trigger?.getParameter('related') === 'END') return null
  const minutes = Math.round(0 - (value as { toSeconds(): number }).toSeconds() / 60)
  return minutes >= 0 && minutes <= 525_600 ? minutes : null
}

/** Converts a VEVENT. Throws with a message for the user when it has no usable times. */
export const readComponent = (
  component: Component,
  { findZone, makeId }: Means,
): { event: CalendarEvent; remark: string | null; isCancelled: boolean } => {
  const start = readFirst(component, 'dtstart', findZone)
  const title = readText(component, 'summary', TEXT_LIMITS.title)
  if (start === null) throw new Error(texts.import.noStart(title))
  const endMs = readEnd(component, start, findZone)
  const isReversed = endMs < start.wallMs
  const lastMs = isReversed ? start.wallMs + (start.isDate ? DAY_MS : HOUR_MS) : endMs
  const asText = (ms: WallMs) =>
    start.isDate ? formatIsoDate(wallToDay(ms)) : formatIsoDateTime(ms)
  const instance = readFirst(component, 'recurrence-id', findZone)
  const alarms = component.getAllSubcomponents('valarm')
  const reminder = readReminder(alarms)
  const zone = start.zone
  const kept: unknown[] = [
    ...component
      .getAllProperties()
      .filter(({ name }) => !SHOWN.has(name))
      .map((property) => ({ property: property.jCal as unknown })),
    ...alarms
      .filter((_, index) => index !== reminder.at)
      .map((alarm) => ({ component: alarm.jCal as unknown })),
  ]
  const event: CalendarEvent = {
    id: makeId(),
    uid: readText(component, 'uid', 1000) || makeId(),
    title,
    // Apple writes name and address on two lines; the form has one.
    place: readText(component, 'location', TEXT_LIMITS.place).replaceAll(/\s*\n\s*/g, ', '),
    notes: readText(component, 'description', TEXT_LIMITS.notes),
    colour: fromCssName(readText(component, 'color', 50)) ?? DEFAULT_COLOR,
    isAllDay: start.isDate,
    start: asText(start.wallMs),
    end: asText(start.isDate ? Math.max(lastMs, start.wallMs + DAY_MS) : lastMs),
    zone,
    rule: instance === null ? readRule(component, start) : null,
    excluded: readList(component, 'exdate', start, findZone),
    added: readList(component, 'rdate', start, findZone),
    instanceOf: instance === null ? null : toOwnText(instance, start),
    reminderMinutes: reminder.minutes,
    kept,
  }
  const isCancelled = readText(component, 'status', 50).toUpperCase() === 'CANCELLED'
  if (isCancelled) return { event, remark: texts.import.cancelled(title), isCancelled }
  const remark =
    start.unknownZone === null
      ? isReversed
        ? texts.import.reversed(title)
        : null
      : texts.import.unknownZone(start.unknownZone, title)
  return { event, remark, isCancelled }
}
