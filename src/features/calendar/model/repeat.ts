import { wallToDay, parseWall, type Day } from './civil.ts'
import { parseRule } from './recurrence.ts'

export const REPEATS = [
  'none',
  'daily',
  'weekdays',
  'weekly',
  'fortnightly',
  'monthly',
  'yearly',
  'custom',
] as const
export type Repeat = (typeof REPEATS)[number]

const RULES: Readonly<Record<Exclude<Repeat, 'none' | 'custom'>, string>> = {
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
  yearly: 'FREQ=YEARLY',
}

/** Days of the week as in iCalendar rules, from Monday. */
export const WEEK_DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type WeekDay = (typeof WEEK_DAYS)[number]

/** Returns the weekday as a rule names it, `MO` to `SU`. Day 0, 1 January 1970, was a Thursday. */
export const getWeekDayCode = (day: Day): WeekDay => WEEK_DAYS[(((day + 3) % 7) + 7) % 7] ?? 'MO'

export type RepeatEnds = 'never' | 'on' | 'after'

const withoutEnd = (rule: string): string =>
  [...parseRule(rule)]
    .filter(
      ([name, value]) =>
        !(
          name === 'UNTIL' ||
          name === 'COUNT' ||
          name === 'WKST' ||
          (name === 'INTERVAL' && value === '1')
        ),
    )
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(';')

type ParsedRepeat = {
  repeat: Repeat
  /** The days of a weekly rule; empty for the day of the start. */
  weekDays: readonly WeekDay[]
}

const findRepeat = (bare: string): Repeat => {
  const known = Object.entries(RULES).find(([, text]) => withoutEnd(text) === bare)
  return known === undefined ? 'custom' : (known[0] as Repeat)
}

/** Returns the form's choices for the rule of an event that starts on `startDay`; null if that is not a day of the rule. */
export const parseRepeat = (rule: string | null, startDay: Day | null): ParsedRepeat => {
  if (rule === null) return { repeat: 'none', weekDays: [] }
  const bare = withoutEnd(rule)
  const repeat = findRepeat(bare)
  if (repeat !== 'custom') return { repeat, weekDays: [] }
  const given = (parseRule(rule).get('BYDAY') ?? '').split(',')
  const weekDays = WEEK_DAYS.filter((day) => given.includes(day))
  const weekly = findRepeat(bare.replace(/^BYDAY=[^;]*;/, ''))
  const isWeekly = weekly === 'weekly' || weekly === 'fortnightly'
  const hasStart = startDay !== null && weekDays.includes(getWeekDayCode(startDay))
  return isWeekly && hasStart && weekDays.length === given.length
    ? { repeat: weekly, weekDays }
    : { repeat: 'custom', weekDays: [] }
}

type Chosen = {
  repeat: Repeat
  weekDays: readonly WeekDay[]
  startDay: string
  repeatEnds: RepeatEnds
  untilDay: string
  times: string
  isAllDay: boolean
}

/**
 * Returns the rule of the form's choices; null for none. Returns `present` if the form cannot express it (`custom`).
 */
export const toRule = (draft: Chosen, present: string | null): string | null => {
  if (draft.repeat === 'none') return null
  if (draft.repeat === 'custom') return present
  const rule = `${RULES[draft.repeat]}${formatDays(draft)}`
  if (draft.repeatEnds === 'never') return rule
  if (draft.repeatEnds === 'after') return `${rule};COUNT=${Number(draft.times)}`
  const day = draft.untilDay.replaceAll('-', '')
  return `${rule};UNTIL=${draft.isAllDay ? day : `${day}T235959`}`
}

/** The day of the start is always one of the days. */
const formatDays = ({ repeat, weekDays, startDay }: Chosen): string => {
  if (weekDays.length === 0 || !hasWeekDays(repeat)) return ''
  const startMs = parseWall(startDay)
  const first = startMs === null ? null : getWeekDayCode(wallToDay(startMs))
  return `;BYDAY=${WEEK_DAYS.filter((day) => day === first || weekDays.includes(day)).join(',')}`
}

export const hasWeekDays = (repeat: Repeat): boolean =>
  repeat === 'weekly' || repeat === 'fortnightly'

/** Returns true if two rules differ at most in the order and case of their parts. */
export const isSameRule = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && sortParts(one) === sortParts(other))

const sortParts = (rule: string): string =>
  [...parseRule(rule)]
    .filter(([name]) => name !== 'WKST')
    .map(([name, value]) => `${name}=${value.split(',').toSorted().join(',')}`)
    .toSorted()
    .join(';')
