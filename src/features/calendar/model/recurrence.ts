import { RRule } from 'rrule'
import { DAY_MS, type WallMs } from './civil.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { toWall } from './event.ts'

/** Maximum number of occurrences of a series; an hourly one ends after two years. */
const MAX_STARTS = 20_000
/** How far beyond the requested time a series is computed at once. */
const AHEAD_MS = 366 * DAY_MS

/** Returns the parts of a rule by name, such as `FREQ` and `COUNT`. Names and values are in capitals. */
export const parseRule = (rule: string): Map<string, string> =>
  new Map(
    rule
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', value = ''] = part.split('=', 2)
        return [name.trim(), value.trim()]
      }),
  )

/** Lets a timed series that ends on a date take place on that date as well, as other calendars do. */
const withWholeLastDay = (rule: string): string =>
  rule.replace(/UNTIL=(\d{4})-?(\d\d)-?(\d\d)(?=;|$)/i, 'UNTIL=$1$2$3T235959')

/** Calls rrule without zones: all times are on the event's own wall, written as UTC. */
const listStarts = (rule: string, startMs: WallMs, untilMs: WallMs): WallMs[] => {
  try {
    if (!parseRule(rule).has('FREQ')) return [startMs]
    const { until, ...options } = RRule.parseString(withWholeLastDay(rule))
    const last = new Date(Math.min(until?.getTime() ?? untilMs, untilMs))
    return new RRule({ ...options, dtstart: new Date(startMs), until: last })
      .all((_, index) => index < MAX_STARTS)
      .map((date) => date.getTime())
  } catch {
    // An invalid imported rule: show the event once.
    return [startMs]
  }
}

/** Caches the starts of each series for a span of time. */
const known = new WeakMap<CalendarEvent, { starts: readonly WallMs[]; untilMs: WallMs }>()

const listStartsUntil = (event: CalendarEvent, rule: string, toMs: WallMs): readonly WallMs[] => {
  const found = known.get(event)
  if (found !== undefined && found.untilMs >= toMs) return found.starts
  const untilMs = toMs + AHEAD_MS
  const starts = listStarts(rule, toWall(event.start), untilMs)
  known.set(event, { starts, untilMs })
  return starts
}

/** Returns the starts of an event on its own wall from `fromMs` (inclusive) to `toMs` (exclusive), in order. */
export const listStartsBetween = (event: CalendarEvent, fromMs: WallMs, toMs: WallMs): WallMs[] => {
  const startMs = toWall(event.start)
  const starts =
    event.rule === null
      ? [startMs]
      : toMs <= startMs
        ? []
        : listStartsUntil(event, event.rule, toMs)
  return starts.filter((at) => at >= fromMs && at < toMs)
}
