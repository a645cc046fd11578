import { readField } from '#src/lib/read-field.ts'
import { DAY_MS } from '#src/features/calendar/model/civil.ts'
import { toCssName } from '#src/features/calendar/model/colors.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { toWall } from '#src/features/calendar/model/event.ts'
import { Component, convertUntil, Property, Recur, Time, Timezone, toIcalTime } from './ical.ts'
import { UTC, getOffsetMs, wallToInstant } from '#src/features/calendar/model/zones.ts'

type ExportOptions = {
  productName: string
  nowMs: number
}

/** Zone definitions extend this far beyond the last event. */
const ZONE_AHEAD_MS = 5 * 366 * DAY_MS

const setTime = (property: Property, text: string, { isAllDay, zone }: CalendarEvent): void => {
  const time = toIcalTime(toWall(text), isAllDay)
  if (!isAllDay && zone === UTC) time.zone = Timezone.utcTimezone
  property.setValue(time)
  if (!isAllDay && zone !== null && zone !== UTC) property.setParameter('tzid', zone)
}

const createTimeProperty = (name: string, text: string, event: CalendarEvent): Property => {
  const property = new Property(name)
  if (event.isAllDay) property.resetType('date')
  setTime(property, text, event)
  return property
}

/** UNTIL of a zoned series must be in UTC (RFC 5545 §3.3.10). */
const exportRule = ({ rule, zone }: CalendarEvent): string | null =>
  rule === null || zone === null
    ? rule
    : convertUntil(rule, 'utc', (wallMs) => wallToInstant(wallMs, zone))

const readKeptPart = (entry: unknown, name: 'property' | 'component'): unknown[] | null => {
  const part = readField(entry, name)
  return Array.isArray(part) ? part : null
}

/** Adds imported properties that are not shown here; skips entries that are not jCal. */
const addKept = (component: Component, kept: readonly unknown[]): void => {
  for (const entry of kept) {
    const property = readKeptPart(entry, 'property')
    const inner = readKeptPart(entry, 'component')
    try {
      if (property !== null) component.addProperty(new Property(property as never))
      if (inner !== null) component.addSubcomponent(new Component(inner as never))
    } catch (error) {
      console.warn('An imported property could not be written again', error)
    }
  }
}

const toAlarm = (minutes: number, title: string): Component => {
  const alarm = new Component('valarm')
  alarm.addPropertyWithValue('action', 'DISPLAY')
  alarm.addPropertyWithValue('description', title)
  alarm.addPropertyWithValue('trigger', minutes === 0 ? 'PT0S' : `-PT${minutes}M`)
  return alarm
}

const toComponent = (event: CalendarEvent, stamp: Time): Component => {
  const component = new Component('vevent')
  component.addPropertyWithValue('uid', event.uid)
  component.addPropertyWithValue('dtstamp', stamp)
  component.addProperty(createTimeProperty('dtstart', event.start, event))
  component.addProperty(createTimeProperty('dtend', event.end, event))
  const rule = exportRule(event)
  if (rule !== null) component.addPropertyWithValue('rrule', Recur.fromString(rule))
  if (event.instanceOf !== null) {
    component.addProperty(createTimeProperty('recurrence-id', event.instanceOf, event))
  }
  for (const text of event.excluded)
    component.addProperty(createTimeProperty('exdate', text, event))
  for (const text of event.added) component.addProperty(createTimeProperty('rdate', text, event))
  component.addPropertyWithValue('summary', event.title)
  if (event.place !== '') component.addPropertyWithValue('location', event.place)
  if (event.notes !== '') component.addPropertyWithValue('description', event.notes)
  component.addPropertyWithValue('color', toCssName(event.colour))
  addKept(component, event.kept)
  if (event.reminderMinutes !== null) {
    component.addSubcomponent(toAlarm(event.reminderMinutes, event.title))
  }
  return component
}

const formatOffset = (offsetMs: number): string => {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

type Transition = { atMs: number; fromMs: number; toMs: number }

/** Returns the first second with another offset than at `lowMs`. */
const findFirstChange = (zone: string, lowMs: number, highMs: number): number => {
  const before = getOffsetMs(lowMs, zone)
  let low = lowMs
  let high = highMs
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (getOffsetMs(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/** No zone changes its clock twice in so few days. */
const STEP_MS = 7 * DAY_MS

/** Returns all changes of a zone's offset in a time span (Unix milliseconds), each to the second. */
const findTransitions = (zone: string, fromMs: number, toMs: number): Transition[] => {
  const transitions: Transition[] = []
  const start = Math.floor(fromMs / 1000) * 1000
  let offset = getOffsetMs(start, zone)
  for (let at = start; at < toMs; at += STEP_MS) {
    const next = getOffsetMs(at + STEP_MS, zone)
    if (next === offset) continue
    transitions.push({ atMs: findFirstChange(zone, at, at + STEP_MS), fromMs: offset, toMs: next })
    offset = next
  }
  return transitions
}

/** Writes each change of a zone instead of a rule, which other programs could misread. */
const createZoneComponent = (zone: string, fromMs: number, toMs: number): Component => {
  const component = new Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const first = getOffsetMs(fromMs, zone)
  const changes = [
    { atMs: fromMs, fromMs: first, toMs: first },
    ...findTransitions(zone, fromMs, toMs),
  ]
  for (const change of changes) {
    const part = new Component(change.toMs > change.fromMs ? 'daylight' : 'standard')
    const start = new Property('dtstart')
    start.setValue(toIcalTime(change.atMs + change.fromMs, false))
    part.addProperty(start)
    part.addPropertyWithValue('tzoffsetfrom', formatOffset(change.fromMs))
    part.addPropertyWithValue('tzoffsetto', formatOffset(change.toMs))
    component.addSubcomponent(part)
  }
  return component
}

/** Returns an iCalendar file (RFC 5545) with all events and the zones they use. */
export const writeCalendarFile = (
  events: readonly CalendarEvent[],
  { productName, nowMs }: ExportOptions,
): string => {
  const calendar = new Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', `-//${productName}//Calendar//EN`)
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  const stamp = Time.fromJSDate(new Date(nowMs), true)
  const starts = events.map(({ start }) => toWall(start))
  const fromMs = starts.reduce((least, at) => Math.min(least, at), nowMs) - 366 * DAY_MS
  const toMs = starts.reduce((most, at) => Math.max(most, at), nowMs) + ZONE_AHEAD_MS
  const zones = new Set(events.map(({ zone }) => zone))
  for (const zone of zones) {
    if (zone !== null && zone !== UTC) {
      calendar.addSubcomponent(createZoneComponent(zone, fromMs, toMs))
    }
  }
  for (const event of events) calendar.addSubcomponent(toComponent(event, stamp))
  return `${calendar.toString()}\r\n`
}
