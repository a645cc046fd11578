import type { EventDraft } from '#contract/calendar/draft.ts'
import {
  DAY_MS,
  HOUR_MS,
  wallToDay,
  formatIsoDate,
  parseWall,
  formatIsoTime,
  formatIsoDateTime,
  type Day,
  type WallMs,
} from './civil.ts'
import type { CalendarEvent, EventColor } from '#contract/calendar/events.ts'
import { DEFAULT_COLOR, TEXT_LIMITS } from './event.ts'
import type { Occurrence } from './occurrences.ts'
import {
  isSameRule,
  parseRepeat,
  toRule,
  WEEK_DAYS,
  getWeekDayCode,
  type Repeat,
  type RepeatEnds,
  type WeekDay,
} from './repeat.ts'
import { parseRule } from './recurrence.ts'
import type { EventFields } from './series.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { moveWall } from './zones.ts'

/** The texts of the form's inputs, with times on the viewer's wall. */
export type Draft = {
  title: string
  place: string
  notes: string
  colour: EventColor
  isAllDay: boolean
  startDay: string
  startTime: string
  /** The last day of the event, inclusive. */
  endDay: string
  endTime: string
  repeat: Repeat
  /** Days of a weekly repetition in addition to that of the start. */
  weekDays: readonly WeekDay[]
  repeatEnds: RepeatEnds
  untilDay: string
  times: string
  reminderMinutes: number | null
}

export type DraftProblems = Partial<Record<'starts' | 'ends' | 'until' | 'times', string>>

const DEFAULT_TIMES = 10
const DEFAULT_REMINDER_MINUTES = 10
const MAX_TIMES = 999

/** Returns the draft of a new event. `endMs` is exclusive. */
export const createDraft = (startMs: WallMs, endMs: WallMs, isAllDay: boolean): Draft => ({
  title: '',
  place: '',
  notes: '',
  colour: DEFAULT_COLOR,
  isAllDay,
  startDay: formatIsoDate(wallToDay(startMs)),
  startTime: formatIsoTime(isAllDay ? startMs + 9 * HOUR_MS : startMs),
  endDay: formatIsoDate(wallToDay(isAllDay ? endMs - 1 : endMs)),
  endTime: formatIsoTime(isAllDay ? startMs + 10 * HOUR_MS : endMs),
  repeat: 'none',
  weekDays: [],
  repeatEnds: 'never',
  untilDay: formatIsoDate(wallToDay(startMs) + 28),
  times: String(DEFAULT_TIMES),
  reminderMinutes: isAllDay ? null : DEFAULT_REMINDER_MINUTES,
})

/** Returns the next full hour of today, or nine in the morning of another day. */
export const getUsualStart = (day: Day, nowMs: WallMs): WallMs =>
  wallToDay(nowMs) === day
    ? Math.min(Math.ceil(nowMs / HOUR_MS) * HOUR_MS, (day + 1) * DAY_MS - HOUR_MS)
    : day * DAY_MS + 9 * HOUR_MS

export const toDraft = ({ event, startMs, endMs, ownStartMs }: Occurrence): Draft => {
  const draft = createDraft(startMs, endMs, event.isAllDay)
  // In another zone, the days of the rule can be others than those that the viewer sees.
  const startDay = wallToDay(startMs) === wallToDay(ownStartMs) ? wallToDay(startMs) : null
  return {
    ...draft,
    title: event.title,
    place: event.place,
    notes: event.notes,
    colour: event.colour,
    reminderMinutes: event.reminderMinutes,
    ...readRepetition(event.rule, event.start, startDay, draft),
  }
}

type Repetition = Pick<Draft, 'repeat' | 'weekDays' | 'repeatEnds' | 'untilDay' | 'times'>

/** Returns the form's choices for a rule, with those of `draft` for anything that the rule leaves open. */
const readRepetition = (
  rule: string | null,
  start: string,
  startDay: Day | null,
  draft: Draft,
): Repetition => {
  const parts = parseRule(rule ?? '')
  const lastDay = findLastDay(parts.get('UNTIL') ?? '', start)
  const times = parts.get('COUNT')
  return {
    ...parseRepeat(rule, startDay),
    repeatEnds: lastDay === null ? (times === undefined ? 'never' : 'after') : 'on',
    untilDay: lastDay ?? draft.untilDay,
    times: times ?? draft.times,
  }
}

/**
 * Returns a new event's draft with the times that words name. Without an end, keeps the length of the draft. Returns null
 * without a start, or for a repetition that the form cannot express.
 */
export const withEventWords = (
  draft: Draft,
  { title, starts_at: starts, ends_at: ends, repeats }: EventDraft,
): Draft | null => {
  const startMs = parseWall(starts ?? '')
  if (starts === null || startMs === null) return null
  const isAllDay = !starts.includes('T')
  const lastMs = Math.max(parseWall(ends ?? '') ?? startMs, startMs)
  const usualMs = draft.isAllDay ? HOUR_MS : measureLength(draft)
  const endMs = isAllDay ? lastMs + DAY_MS : lastMs > startMs ? lastMs : startMs + usualMs
  const timed = createDraft(startMs, endMs, isAllDay)
  const repetition = readRepetition(repeats, starts, wallToDay(startMs), draft)
  if (repetition.repeat === 'custom') return null
  return {
    ...draft,
    title: title === '' ? draft.title : title,
    isAllDay,
    startDay: timed.startDay,
    startTime: timed.startTime,
    endDay: timed.endDay,
    endTime: timed.endTime,
    reminderMinutes: isAllDay === draft.isAllDay ? draft.reminderMinutes : timed.reminderMinutes,
    ...(repeats === null ? {} : repetition),
  }
}

/** Returns the last day on which a series with this UNTIL can start; null without UNTIL. */
const findLastDay = (until: string, start: string): string | null => {
  const [found, year, month, day, hour, minute] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d))?/.exec(until) ?? []
  if (found === undefined) return null
  const date = `${year}-${month}-${day}`
  const untilMs = parseWall(date)
  // A series that was cut off on the day of its next start ended the day before.
  const isBeforeStart = hour !== undefined && `${hour}:${minute}` < start.slice(11, 16)
  return isBeforeStart && untilMs !== null ? formatIsoDate(wallToDay(untilMs) - 1) : date
}

type Times = { startMs: WallMs; endMs: WallMs }

/** Returns true for an end before the start on the same day, which means the next day. */
export const endsNextDay = ({ isAllDay, startDay, startTime, endDay, endTime }: Draft): boolean =>
  !isAllDay && endDay === startDay && endTime !== '' && endTime < startTime

const readTimes = (draft: Draft): Times | null => {
  const clock = (day: string, time: string) => parseWall(draft.isAllDay ? day : `${day}T${time}`)
  const startMs = clock(draft.startDay, draft.startTime)
  const lastMs = clock(draft.endDay, draft.endTime)
  if (startMs === null || lastMs === null) return null
  return { startMs, endMs: draft.isAllDay || endsNextDay(draft) ? lastMs + DAY_MS : lastMs }
}

const measureLength = (draft: Draft): number => {
  const times = readTimes(draft)
  return times === null || times.endMs <= times.startMs ? HOUR_MS : times.endMs - times.startMs
}

export const findProblems = (draft: Draft): DraftProblems => {
  const times = readTimes(draft)
  const problems: DraftProblems = {}
  if (times === null) problems.starts = texts.form.badDate
  else if (times.endMs < times.startMs) problems.ends = texts.form.endsEarly
  if (draft.repeat === 'none' || draft.repeat === 'custom') return problems
  const until = parseWall(draft.untilDay)
  if (draft.repeatEnds === 'on' && (until === null || draft.untilDay < draft.startDay)) {
    problems.until = texts.form.badUntil
  }
  const count = Number(draft.times)
  if (
    draft.repeatEnds === 'after' &&
    !(Number.isInteger(count) && count >= 1 && count <= MAX_TIMES)
  ) {
    problems.times = texts.form.badCount
  }
  return problems
}

/** Returns the draft with another start. Moves the end, so that the length stays. */
export const withStart = (draft: Draft, startDay: string, startTime: string): Draft => {
  const before = readTimes(draft)
  const next = { ...draft, startDay, startTime }
  const startMs = parseWall(draft.isAllDay ? startDay : `${startDay}T${startTime}`)
  if (before === null || startMs === null) return next
  const endMs = startMs + Math.max(0, before.endMs - before.startMs)
  return draft.isAllDay
    ? { ...next, endDay: formatIsoDate(wallToDay(endMs - 1)) }
    : { ...next, endDay: formatIsoDate(wallToDay(endMs)), endTime: formatIsoTime(endMs) }
}

/** Returns the fields on the event's own wall, in the zone it was created in. Null when the draft has problems. */
export const toFields = (
  draft: Draft,
  event: CalendarEvent | null,
  viewerZone: string,
): EventFields | null => {
  const times = readTimes(draft)
  if (times === null || Object.keys(findProblems(draft)).length > 0) return null
  const { isAllDay } = draft
  const isFloating = event !== null && !event.isAllDay && event.zone === null
  const zone = isAllDay || isFloating ? null : (event?.zone ?? viewerZone)
  const asText = (ms: WallMs) =>
    isAllDay
      ? formatIsoDate(wallToDay(ms))
      : formatIsoDateTime(moveWall(ms, viewerZone, zone ?? viewerZone))
  const rule = toRule(draft, event?.rule ?? null)
  return {
    title: draft.title.trim().slice(0, TEXT_LIMITS.title),
    place: draft.place.trim().slice(0, TEXT_LIMITS.place),
    notes: draft.notes.slice(0, TEXT_LIMITS.notes),
    colour: draft.colour,
    isAllDay,
    start: asText(times.startMs),
    end: asText(times.endMs),
    zone,
    // An imported rule keeps its own text if it is unchanged.
    rule: event !== null && isSameRule(rule, event.rule) ? event.rule : rule,
    reminderMinutes: draft.reminderMinutes,
  }
}

export const createEvent = (fields: EventFields, makeId: () => string): CalendarEvent => {
  const id = makeId()
  return {
    ...fields,
    id,
    uid: id,
    excluded: [],
    added: [],
    instanceOf: null,
    kept: [],
  }
}

/** Returns the fields of an event dragged to another place on the viewer's wall. */
export const moveFields = (
  occurrence: Occurrence,
  { startMs, endMs, isAllDay }: Times & { isAllDay: boolean },
  viewerZone: string,
): EventFields | null => {
  const draft = toDraft(occurrence)
  const moved = createDraft(startMs, endMs, isAllDay)
  const byDays = wallToDay(startMs) - wallToDay(occurrence.startMs)
  return toFields(
    {
      ...draft,
      isAllDay,
      startDay: moved.startDay,
      startTime: moved.startTime,
      endDay: moved.endDay,
      endTime: moved.endTime,
      reminderMinutes: isAllDay === draft.isAllDay ? draft.reminderMinutes : moved.reminderMinutes,
      weekDays: draft.weekDays.map((day) => getWeekDayCode(WEEK_DAYS.indexOf(day) - 3 + byDays)),
    },
    occurrence.event,
    viewerZone,
  )
}
