import { wallToDay, formatIsoDate, formatIsoDateTime, type WallMs } from './civil.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { toWall } from './event.ts'
import { parseRule, listStartsBetween } from './recurrence.ts'

/** `put` adds events, or replaces events with the same id. */
export type Change = { put: readonly CalendarEvent[]; drop: readonly string[] }

export type Scope = 'one' | 'following' | 'all'

export type EventFields = Pick<
  CalendarEvent,
  | 'title'
  | 'place'
  | 'notes'
  | 'colour'
  | 'isAllDay'
  | 'start'
  | 'end'
  | 'zone'
  | 'rule'
  | 'reminderMinutes'
>

/** An occurrence, named by its start on the wall of the series. */
export type Target = { event: CalendarEvent; ownStartMs: WallMs }

type MakeId = () => string

const asText = (ms: WallMs, isAllDay: boolean): string =>
  isAllDay ? formatIsoDate(wallToDay(ms)) : formatIsoDateTime(ms)

const shiftTime = (text: string, byMs: number, isAllDay: boolean): string =>
  asText(toWall(text) + byMs, isAllDay)

export const isSeries = ({ rule, added }: CalendarEvent): boolean =>
  rule !== null || added.length > 0

const findSubstitutes = (uid: string, events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.filter((event) => event.uid === uid && event.instanceOf !== null)

/** Returns the rule with another end. UNTIL and COUNT exclude each other. */
const replaceRulePart = (rule: string, name: 'UNTIL' | 'COUNT', value: string): string => {
  const parts = parseRule(rule)
  parts.delete('UNTIL')
  parts.delete('COUNT')
  return [...parts, [name, value]].map(([key, text]) => `${key}=${text}`).join(';')
}

const endBefore = (rule: string, ms: WallMs, isAllDay: boolean): string =>
  replaceRulePart(
    rule,
    'UNTIL',
    isAllDay
      ? formatIsoDate(wallToDay(ms) - 1).replaceAll('-', '')
      : formatIsoDateTime(ms - 1000).replaceAll(/[-:]/g, ''),
  )

/** Returns the rule for the rest of a counted series after `count` occurrences. */
const withoutFirst = (rule: string | null, count: number): string | null => {
  const total = rule === null ? undefined : parseRule(rule).get('COUNT')
  if (rule === null || total === undefined) return rule
  return replaceRulePart(rule, 'COUNT', String(Math.max(1, Number(total) - count)))
}

const editAll = (
  { event, ownStartMs }: Target,
  fields: EventFields,
  events: readonly CalendarEvent[],
): Change => {
  const byMs = toWall(fields.start) - ownStartMs
  const { isAllDay } = fields
  const lengthMs = toWall(fields.end) - toWall(fields.start)
  const startMs = toWall(event.start) + byMs
  const shift = (text: string) => shiftTime(text, byMs, isAllDay)
  return {
    put: [
      {
        ...event,
        ...fields,
        start: asText(startMs, isAllDay),
        end: asText(startMs + lengthMs, isAllDay),
        excluded: event.excluded.map(shift),
        added: event.added.map(shift),
      },
      ...(byMs === 0 && isAllDay === event.isAllDay
        ? []
        : findSubstitutes(event.uid, events).map((one) => ({
            ...one,
            instanceOf: shift(one.instanceOf ?? one.start),
          }))),
    ],
    drop: [],
  }
}

const editOne = ({ event, ownStartMs }: Target, fields: EventFields, makeId: MakeId): Change => ({
  put: [
    {
      ...event,
      ...fields,
      id: makeId(),
      rule: null,
      excluded: [],
      added: [],
      instanceOf: asText(ownStartMs, event.isAllDay),
    },
  ],
  drop: [],
})

const editFollowing = (
  target: Target,
  fields: EventFields,
  events: readonly CalendarEvent[],
  makeId: MakeId,
): Change => {
  const { event, ownStartMs } = target
  if (ownStartMs <= toWall(event.start)) return editAll(target, fields, events)
  const uid = makeId()
  const byMs = toWall(fields.start) - ownStartMs
  const isLater = (text: string) => toWall(text) >= ownStartMs
  const shift = (text: string) => shiftTime(text, byMs, fields.isAllDay)
  const rule =
    fields.rule === event.rule
      ? withoutFirst(fields.rule, listStartsBetween(event, toWall(event.start), ownStartMs).length)
      : fields.rule
  return {
    put: [
      ...cutBefore(target).put,
      {
        ...event,
        ...fields,
        id: makeId(),
        uid,
        rule,
        excluded: event.excluded.filter(isLater).map(shift),
        added: event.added.filter(isLater).map(shift),
      },
      ...findSubstitutes(event.uid, events)
        .filter(({ instanceOf, start }) => isLater(instanceOf ?? start))
        .map((one) => ({ ...one, uid, instanceOf: shift(one.instanceOf ?? one.start) })),
    ],
    drop: [],
  }
}

const cutBefore = ({ event, ownStartMs }: Target): Change => ({
  put: [
    {
      ...event,
      rule: event.rule === null ? null : endBefore(event.rule, ownStartMs, event.isAllDay),
      excluded: event.excluded.filter((text) => toWall(text) < ownStartMs),
      added: event.added.filter((text) => toWall(text) < ownStartMs),
    },
  ],
  drop: [],
})

/** Returns the current version of the event, which another browser may have changed. */
const findCurrent = ({ event }: Target, events: readonly CalendarEvent[]) =>
  events.find(({ id }) => id === event.id)

/**
 * Returns the change that gives an occurrence, or more of its series, these fields. `scope` matters only for a series.
 */
export const editOccurrence = (
  shown: Target,
  fields: EventFields,
  scope: Scope,
  { events, makeId }: { events: readonly CalendarEvent[]; makeId: MakeId },
): Change => {
  const target = { ...shown, event: findCurrent(shown, events) ?? shown.event }
  if (!isSeries(target.event)) return { put: [{ ...target.event, ...fields }], drop: [] }
  if (scope === 'one') return editOne(target, fields, makeId)
  if (scope === 'all') return editAll(target, fields, events)
  return editFollowing(target, fields, events, makeId)
}

/** Returns the change that deletes an occurrence, or more of its series. */
export const deleteOccurrence = (
  shown: Target,
  scope: Scope,
  events: readonly CalendarEvent[],
): Change => {
  const { ownStartMs } = shown
  const event = findCurrent(shown, events)
  if (event === undefined) return { put: [], drop: [] }
  const substitutes = findSubstitutes(event.uid, events)
  if (event.instanceOf !== null) return deleteSubstitute(event, events)
  const isWhole = scope === 'following' && ownStartMs <= toWall(event.start)
  if (!isSeries(event) || scope === 'all' || isWhole) {
    return { put: [], drop: [event, ...substitutes].map(({ id }) => id) }
  }
  if (scope === 'following') {
    const later = substitutes.filter((one) => toWall(one.instanceOf ?? one.start) >= ownStartMs)
    return { put: cutBefore({ event, ownStartMs }).put, drop: later.map(({ id }) => id) }
  }
  const excluded = [...event.excluded, asText(ownStartMs, event.isAllDay)]
  return { put: [{ ...event, excluded }], drop: [] }
}

/** Excludes the occurrence, which would otherwise return to its old place. */
const deleteSubstitute = (event: CalendarEvent, events: readonly CalendarEvent[]): Change => {
  const series = events.find((one) => one.uid === event.uid && one.instanceOf === null)
  const left = event.instanceOf
  return {
    put:
      series === undefined || left === null
        ? []
        : [{ ...series, excluded: [...series.excluded, left] }],
    drop: [event.id],
  }
}
