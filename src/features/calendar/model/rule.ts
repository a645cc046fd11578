import {
  DAY_MS,
  dayFrom,
  dayOfWall,
  lengthOfMonth,
  parseWall,
  partsOf,
  startOfWeek,
  weekdayOf,
} from './civil.ts'
import type { Day, WallMs } from './civil.ts'

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof FREQUENCIES)[number]

/** `nth` 0 stands for every such weekday; negative counts from the end of the month. */
type RuleWeekday = { nth: number; weekday: number }

/** A recurrence rule that plain day arithmetic can follow. */
export type SimpleRule = {
  frequency: Frequency
  interval: number
  count: number | null
  /** The last moment on the wall of the series; of a date the end of that day. */
  untilMs: WallMs | null
  byDay: readonly RuleWeekday[]
  byMonthDay: readonly number[]
  byMonth: readonly number[]
  weekStart: number
}

const numbers = (text: string | undefined): number[] =>
  text === undefined ? [] : text.split(',').map(Number)

const weekdays = (text: string | undefined): RuleWeekday[] | null => {
  if (text === undefined) return []
  const parsed = text.split(',').map((part) => {
    const [, nth = '', name = ''] = /^([+-]?\d+)?([A-Z]{2})$/.exec(part) ?? []
    return { nth: Number(nth), weekday: WEEKDAYS.indexOf(name as (typeof WEEKDAYS)[number]) }
  })
  return parsed.some(({ weekday }) => weekday < 0) ? null : parsed
}

const untilOf = (text: string | undefined): WallMs | null => {
  if (text === undefined) return null
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)Z?)?$/.exec(text) ?? []
  if (year === undefined) return null
  const date = `${year}-${month}-${day}`
  const wall = parseWall(hour === undefined ? date : `${date}T${hour}:${minute}:${second}`)
  return wall === null ? null : hour === undefined ? wall + DAY_MS - 1 : wall
}

const KNOWN_PARTS: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
])

export const partsOfRule = (text: string): Map<string, string> =>
  new Map(
    text
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', value = ''] = part.split('=', 2)
        return [name.trim(), value.trim()]
      }),
  )

const isPositive = (value: number): boolean => Number.isInteger(value) && value > 0

/** Whether the parts that stand together are ones that `simpleStarts` understands. */
const isPlain = ({ frequency, byDay, byMonthDay, byMonth }: SimpleRule): boolean => {
  const isEveryWeekday = byDay.every(({ nth }) => nth === 0)
  if (byDay.length > 0 && byMonthDay.length > 0) return false
  if (frequency === 'DAILY') return isEveryWeekday && byMonthDay.length === 0
  if (frequency === 'WEEKLY') return isEveryWeekday && byMonthDay.length + byMonth.length === 0
  if (frequency === 'MONTHLY') return true
  return byDay.length + byMonthDay.length === 0 || byMonth.length > 0
}

/** Null for a rule that needs a full engine, or that is none. */
export const parseSimpleRule = (text: string): SimpleRule | null => {
  const parts = partsOfRule(text)
  const frequency = FREQUENCIES.find((known) => known === parts.get('FREQ'))
  const byDay = weekdays(parts.get('BYDAY'))
  if (frequency === undefined || byDay === null) return null
  if ([...parts.keys()].some((name) => !KNOWN_PARTS.has(name))) return null
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : null
  const untilMs = untilOf(parts.get('UNTIL'))
  if (parts.has('UNTIL') && untilMs === null) return null
  if (!isPositive(interval) || (count !== null && !isPositive(count))) return null
  const byMonthDay = numbers(parts.get('BYMONTHDAY'))
  const byMonth = numbers(parts.get('BYMONTH'))
  if (![...byMonthDay, ...byMonth].every((value) => Number.isInteger(value) && value !== 0)) {
    return null
  }
  const weekStart = WEEKDAYS.indexOf((parts.get('WKST') ?? 'MO') as (typeof WEEKDAYS)[number])
  const rule = { frequency, interval, count, untilMs, byDay, byMonthDay, byMonth, weekStart }
  return weekStart >= 0 && isPlain(rule) ? rule : null
}

/** The days of one month that a rule names, in order. `fallback` is used when it names none. */
const daysInMonth = (
  year: number,
  month: number,
  { byDay, byMonthDay }: SimpleRule,
  fallback: number,
): Day[] => {
  const first = dayFrom(year, month, 1)
  const length = lengthOfMonth(year, month)
  if (byDay.length > 0) {
    const days = Array.from({ length }, (_, index) => first + index)
    return days.filter((day) =>
      byDay.some(({ nth, weekday }) => {
        if (weekdayOf(day) !== weekday) return false
        const index = day - first
        if (nth === 0) return true
        return nth > 0
          ? Math.floor(index / 7) === nth - 1
          : Math.floor((length - 1 - index) / 7) === -nth - 1
      }),
    )
  }
  const wanted = byMonthDay.length > 0 ? byMonthDay : [fallback]
  const ofMonth = new Set(wanted.map((day) => (day > 0 ? day : length + 1 + day)))
  return [...ofMonth]
    .filter((day) => day >= 1 && day <= length)
    .toSorted((one, other) => one - other)
    .map((day) => first + day - 1)
}

/** The days of the `index`-th period of a rule, counted from the one that holds `startDay`. */
const periodDays = (rule: SimpleRule, startDay: Day, index: number): readonly Day[] => {
  const { year, month, day } = partsOf(startDay)
  const step = index * rule.interval
  if (rule.frequency === 'DAILY') {
    const date = startDay + step
    const isMeant =
      (rule.byDay.length === 0 || rule.byDay.some(({ weekday }) => weekday === weekdayOf(date))) &&
      (rule.byMonth.length === 0 || rule.byMonth.includes(partsOf(date).month))
    return isMeant ? [date] : []
  }
  if (rule.frequency === 'WEEKLY') {
    const first = startOfWeek(startDay, rule.weekStart) + step * 7
    const wanted =
      rule.byDay.length > 0 ? rule.byDay.map(({ weekday }) => weekday) : [weekdayOf(startDay)]
    return Array.from({ length: 7 }, (_, column) => first + column).filter((date) =>
      wanted.includes(weekdayOf(date)),
    )
  }
  if (rule.frequency === 'MONTHLY') {
    const at = partsOf(dayFrom(year, month + step, 1))
    if (rule.byMonth.length > 0 && !rule.byMonth.includes(at.month)) return []
    return daysInMonth(at.year, at.month, rule, day)
  }
  const months = rule.byMonth.length > 0 ? rule.byMonth : [month]
  return months
    .toSorted((one, other) => one - other)
    .flatMap((one) => daysInMonth(year + step, one, rule, day))
}

/** How long a period of a rule is, in days: to skip periods without passing the wanted one, and to know the end. */
const PERIOD_DAYS = {
  DAILY: { shortest: 1, longest: 1 },
  WEEKLY: { shortest: 7, longest: 7 },
  MONTHLY: { shortest: 28, longest: 31 },
  YEARLY: { shortest: 365, longest: 366 },
} as const

/**
 * The starts of a series from `fromMs` (inclusive) to `toMs` (exclusive), in order. Without COUNT it jumps to the
 * period asked for, so that a daily event of ten years costs no more than one of this week.
 */
export const simpleStarts = (
  rule: SimpleRule,
  startMs: WallMs,
  fromMs: WallMs,
  toMs: WallMs,
): WallMs[] => {
  const { shortest, longest } = PERIOD_DAYS[rule.frequency]
  const startDay = dayOfWall(startMs)
  const timeMs = startMs - startDay * DAY_MS
  const lastMs = Math.min(toMs - 1, rule.untilMs ?? Number.POSITIVE_INFINITY)
  const lastPeriod = (dayOfWall(lastMs) - startDay + longest) / (shortest * rule.interval)
  const ahead = Math.floor((dayOfWall(fromMs) - startDay) / (longest * rule.interval)) - 1
  const starts: WallMs[] = []
  let counted = 0
  for (let index = rule.count === null ? Math.max(0, ahead) : 0; index <= lastPeriod; index += 1) {
    for (const day of periodDays(rule, startDay, index)) {
      const atMs = day * DAY_MS + timeMs
      if (atMs < startMs) continue
      if (atMs > lastMs) return starts
      counted += 1
      if (atMs >= fromMs) starts.push(atMs)
      if (counted === rule.count) return starts
    }
  }
  return starts
}
