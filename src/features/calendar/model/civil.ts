import { getDayOfWeek, parseDate } from '@internationalized/date'

/** Days since 1970-01-01, without a time zone. */
export type Day = number

/**
 * The time on a wall clock, in the milliseconds of `Date.UTC`. Times on the same wall can be compared and subtracted.
 */
export type WallMs = number

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Times that are dragged or moved by keys snap to quarters of an hour. */
export const STEP_MS = 15 * MINUTE_MS
export const DAYS_IN_WEEK = 7
/** Six rows hold every month, so that the grid keeps its height. */
export const WEEKS_IN_GRID = 6
const EPOCH_WEEKDAY = 4

/** Returns the day of a date. `month` counts from 1. Values beyond their range carry over, as in `Date.UTC`. */
export const createDay = (year: number, month: number, day: number): Day => {
  const date = new Date(0)
  // Date.UTC takes years below 100 for the twentieth century.
  date.setUTCFullYear(year, month - 1, day)
  return Math.floor(date.getTime() / DAY_MS)
}

export const splitDay = (day: Day): { year: number; month: number; day: number } => {
  const date = new Date(day * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export const wallToDay = (wallMs: WallMs): Day => Math.floor(wallMs / DAY_MS)

/** Returns the day of the week; 0 is Sunday. */
export const getWeekday = (day: Day): number =>
  (((day + EPOCH_WEEKDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK

export const getMonthStart = (day: Day): Day => {
  const { year, month } = splitDay(day)
  return createDay(year, month, 1)
}

const countDaysInMonth = (year: number, month: number): number =>
  createDay(year, month + 1, 1) - createDay(year, month, 1)

/** Returns the same day some months later, or the last day of a shorter month. */
export const shiftMonths = (day: Day, count: number): Day => {
  const { year, month, day: ofMonth } = splitDay(day)
  const first = splitDay(createDay(year, month + count, 1))
  return createDay(
    first.year,
    first.month,
    Math.min(ofMonth, countDaysInMonth(first.year, first.month)),
  )
}

export const isSameMonth = (one: Day, other: Day): boolean =>
  getMonthStart(one) === getMonthStart(other)

export const getWeekStart = (day: Day, firstWeekday: number): Day =>
  day - ((getWeekday(day) - firstWeekday + DAYS_IN_WEEK) % DAYS_IN_WEEK)

export const getWeek = (day: Day, firstWeekday: number): Day[] => {
  const first = getWeekStart(day, firstWeekday)
  return Array.from({ length: DAYS_IN_WEEK }, (_, column) => first + column)
}

export const getMonthWeeks = (day: Day, firstWeekday: number): Day[][] => {
  const first = getWeekStart(getMonthStart(day), firstWeekday)
  return Array.from({ length: WEEKS_IN_GRID }, (_, week) =>
    getWeek(first + week * DAYS_IN_WEEK, firstWeekday),
  )
}

const A_SUNDAY = parseDate('2026-11-22')

/** Returns the first day of the week in a locale; 0 is Sunday. */
export const getFirstWeekday = (locale: string): number =>
  (DAYS_IN_WEEK - getDayOfWeek(A_SUNDAY, locale)) % DAYS_IN_WEEK

const WALL_TEXT = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?$/

/**
 * Returns the time of `2026-11-20` or `2026-11-20T09:30` (also with seconds); null for anything else, including April
 * 31.
 */
export const parseWall = (text: string): WallMs | null => {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = WALL_TEXT.exec(text) ?? []
  if (year === undefined) return null
  const civil = createDay(Number(year), Number(month), Number(day))
  const parts = splitDay(civil)
  if (parts.month !== Number(month) || parts.day !== Number(day)) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return (
    civil * DAY_MS + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1000
  )
}

/** Returns a day as `2026-11-20`. */
export const formatIsoDate = (day: Day): string => formatIsoDateTime(day * DAY_MS).slice(0, 10)

/** Returns a time as `09:30`. */
export const formatIsoTime = (wallMs: WallMs): string => formatIsoDateTime(wallMs).slice(11, 16)

/** Returns a time as `2026-11-20T09:30:00`. */
export const formatIsoDateTime = (wallMs: WallMs): string =>
  new Date(wallMs).toISOString().slice(0, 19)
