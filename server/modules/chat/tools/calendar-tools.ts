import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/durations.ts'
import { AppError } from '#server/errors.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import { readPlannedDates } from '#server/modules/chat/assistant/phrase-entities.ts'
import { findDates } from '#server/lib/phrases/date-phrases.ts'
import {
  findRepeat,
  formatRepeatRule,
  WEEK_DAYS,
  type WeekDay,
} from '#server/lib/phrases/repeat-phrases.ts'
import { RepeatRule } from '#contract/chat/parts.ts'
import { startOfWeek, toWallClock } from '#server/lib/wall-clock.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { toToolSource, createProductTool } from './product-tool.ts'
import type { AssistantTool } from './tool.ts'

const CALENDAR = toToolSource(PRODUCT_APPS.calendar)

const MAX_TITLE = 200
/** Days from today, unless the user names some. */
const LISTED_DAYS = 7
const SEARCHED_DAYS = 90

const DATE = 'Date, or date and time, like 2026-11-20T09:30'
/** Words before the task: `remind me to`, `add`, `please`. */
const LEADS =
  'please,can you,you,i want to,remind me,add,plan,to,of,on,for,about,that,a,the,me,i,hello,and,with,at,in,create,my,calendar,do not,change'.split(
    ',',
  )

/** Creates the tools of the calendar. They run in the browser, with a preview and undo. */
export const createCalendarTools = ({ now }: { now: () => number }): AssistantTool[] => [
  addEvent,
  createListEventsTool(now),
  createDeleteEventsTool(now),
]

const addEvent = createProductTool({
  name: 'add_event',
  app: CALENDAR,
  title: 'Add a calendar entry',
  description: 'Adds an event, reminder or meeting to the calendar at a date and time',
  inputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', title: 'What', description: 'What it is', maxLength: MAX_TITLE },
      starts_at: { type: 'string', title: 'When', description: DATE },
      ends_at: { type: 'string', title: 'Until', description: 'An hour later when left out' },
      repeats: {
        type: 'string',
        title: 'Repeats',
        description:
          'Left out for once, else a rule such as FREQ=WEEKLY;BYDAY=MO or FREQ=DAILY;COUNT=5',
        maxLength: 120,
      },
    },
    required: ['title', 'starts_at'],
  },
  asks: {
    title: 'What should I note?',
    starts_at: 'When? Give a date, with a time if you like.',
  },
  aliases: ['event', 'remind'],
  fill: readEvent,
  run: async ({ title, starts_at: starts, ends_at: ends, repeats }) => {
    const start = parseWallTime(starts)
    if (start === null)
      throw new AppError('BAD_REQUEST', 'The start is no date like 2026-11-20T09:30')
    const isAllDay = !start.includes('T')
    const end = ends === undefined || ends === '' ? planEnd(start) : parseWallTime(ends)
    if (end === null || end < start)
      throw new AppError('BAD_REQUEST', 'The end is no date after the start')
    const rule = RepeatRule.safeParse(repeats)
    if (repeats !== undefined && repeats !== '' && !rule.success)
      throw new AppError('BAD_REQUEST', 'It can repeat by a rule such as FREQ=WEEKLY;BYDAY=MO')
    const name = String(title).slice(0, MAX_TITLE)
    const from = rule.success ? ', from' : ','
    return {
      text: `**${name}**${from} ${formatWallTime(start)}, is ready. Add it to your calendar above.`,
      clientAction: {
        kind: 'add_event',
        title: name,
        starts_at: start,
        ends_at: end,
        is_all_day: isAllDay,
        ...(rule.success ? { repeats: rule.data } : {}),
      },
    }
  },
})

const createListEventsTool = (now: () => number): AssistantTool =>
  createProductTool({
    name: 'list_events',
    app: CALENDAR,
    title: 'Read the calendar',
    description: 'Shows the events of the calendar in a time, the next 7 days by default',
    inputSchema: {
      type: 'object',
      properties: {
        from: { type: 'string', description: 'First day, like 2026-11-20' },
        to: { type: 'string', description: 'Last day, like 2026-11-27' },
      },
    },
    aliases: ['agenda', 'events'],
    fill: readSpan,
    run: async ({ from, to }, { timeZone }) => {
      const { first, last } = parseSpan({ from, to, timeZone }, now(), LISTED_DAYS)
      const when =
        first === last
          ? formatWallTime(first)
          : `From ${formatWallTime(first)} to ${formatWallTime(last)}`
      return {
        text: `${when}.`,
        clientAction: { kind: 'list_events', from: first, to: last },
      }
    },
  })

const createDeleteEventsTool = (now: () => number): AssistantTool =>
  createProductTool({
    name: 'delete_event',
    app: CALENDAR,
    title: 'Delete calendar entries',
    description:
      'Finds calendar entries by their words and day; the user deletes them with a click',
    inputSchema: {
      type: 'object',
      properties: {
        title: {
          type: 'string',
          title: 'What',
          description: 'Words of its title',
          maxLength: MAX_TITLE,
        },
        from: { type: 'string', description: 'First day, like 2026-11-20' },
        to: { type: 'string', description: 'Last day' },
      },
    },
    fill: (phrase) => {
      const title = phrase
        .after([...LEADS, 'delete', 'event', 'all', 'this', 'next'], { isUndated: true })
        .slice(0, MAX_TITLE)
      return { ...(title === '' ? {} : { title }), ...readSpan(phrase) }
    },
    run: async ({ title, from, to }, { timeZone }) => {
      const { first, last } = parseSpan({ from, to, timeZone }, now(), SEARCHED_DAYS)
      const words = typeof title === 'string' ? title.slice(0, MAX_TITLE) : ''
      return {
        text: `${words === '' ? 'Entries of this time' : `Entries with **${words}**`} are above. Nothing is deleted until you choose.`,
        clientAction: { kind: 'delete_events', title: words, from: first, to: last },
      }
    },
  })

/** A number after `at` that no date took. Asking back is better than losing it. */
const LOST_TIME = /(?:^|\s)(?:at|um|gegen|a las|à|às|@)\s*\d{1,2}\b/i

const UNTIL = /(?<!\p{L})(?:until|till|bis|hasta|jusqu[’']?(?:au)?|até)(?!\p{L})/iu
const DAY_OF_MONTH = /(?<!\p{L})(?:on )?the (\d{1,2})(?:st|nd|rd|th)(?!\p{L})/iu

const LENGTH = /(?<=\s)for (\d{1,3}|an?|half an) ?(h|hours?|hrs?|min|mins|minutes?)\b/i

/** Returns the end of a meeting that lasts `for 2 hours`. */
const plusLength = (start: string, [, count = '', unit = '']: RegExpExecArray): string => {
  const units = /^half/i.test(count) ? 0.5 : /^a/i.test(count) ? 1 : Number(count)
  const lengthMs = units * (unit.toLowerCase().startsWith('h') ? HOUR_MS : MINUTE_MS)
  return new Date(Date.parse(`${start}Z`) + lengthMs).toISOString().slice(0, 16)
}

type FoundRepeat = NonNullable<ReturnType<typeof findRepeat>>

function readEvent(phrase: Phrase): Record<string, unknown> {
  const found = findRepeat(phrase.question)
  if (found !== null) return readSeries(phrase, found)
  const [start, until] = readPlannedDates(phrase.question, phrase.nowMs, phrase.language)
  const length = start?.includes('T') === true ? LENGTH.exec(phrase.question) : null
  const title = phrase
    .without(length === null ? [] : [length[0]])
    .after(LEADS, { isUndated: true })
    .slice(0, MAX_TITLE)
  const end = start === undefined || length === null ? until : plusLength(start, length)
  return {
    ...(title === '' ? {} : { title }),
    ...(start === undefined || LOST_TIME.test(title) ? {} : { starts_at: start }),
    ...(start !== undefined && end !== undefined && end > start ? { ends_at: end } : {}),
  }
}

/** The first start is the first day of the rule from the named day, or from today, at the named time. */
function readSeries(phrase: Phrase, { repeat, words }: FoundRepeat): Record<string, unknown> {
  const { nowMs, language } = phrase
  const [dayOfMonth = '', number] =
    repeat.frequency === 'MONTHLY' ? (DAY_OF_MONTH.exec(phrase.question) ?? []) : []
  const rest = phrase.without([...words, dayOfMonth])
  const [asked = '', ending = ''] = rest.question.split(UNTIL)
  const datesIn = (text: string) =>
    findDates(text, { nowMs, prefers: 'future', hasBareHours: true, language })
  const [start] = datesIn(asked)
  const [end] = datesIn(ending)
  const time =
    start?.start.unit === 'minute' ? new Date(start.start.ms).toISOString().slice(10, 16) : ''
  const earliest = start === undefined ? formatDay(nowMs) : formatDay(start.start.ms)
  const day = findFirstDay(earliest, repeat.days, number === undefined ? null : Number(number))
  const hasStart = start !== undefined || repeat.days.length > 0 || number !== undefined
  const title = rest
    .without(end === undefined ? [] : [UNTIL.exec(rest.question)?.[0] ?? '', end.text])
    .after(LEADS, { isUndated: true })
    .slice(0, MAX_TITLE)
  const until =
    end === undefined ? undefined : `${formatDay(end.start.ms).replaceAll('-', '')}T235959`
  return {
    ...(title === '' ? {} : { title }),
    ...(hasStart && !LOST_TIME.test(title) ? { starts_at: `${day}${time}` } : {}),
    repeats: formatRepeatRule(repeat, until),
  }
}

/** Returns the day itself or the next one that is among `days`, and is that day of its month. */
function findFirstDay(from: string, days: readonly WeekDay[], dayOfMonth: number | null): string {
  for (let ahead = 0; ahead < 62; ahead += 1) {
    const next = plusDays(from, ahead)
    const name = WEEK_DAYS[new Date(next).getUTCDay()]
    const isNamed = days.length === 0 || (name !== undefined && days.includes(name))
    if (isNamed && (dayOfMonth === null || dayOfMonth === Number(next.slice(8)))) return next
  }
  return from
}

function readSpan({ english, entities, nowMs }: Phrase): Record<string, unknown> {
  const today = formatDay(nowMs)
  const monday = formatDay(startOfWeek(nowMs))
  if (/\bnext week\b/.test(english)) return { from: plusDays(monday, 7), to: plusDays(monday, 13) }
  if (/\bthis week\b/.test(english)) return { from: today, to: plusDays(monday, 6) }
  if (/\bthis month\b/.test(english)) return { from: today, to: plusDays(today, 30) }
  const [first, last] = entities.dates
  if (first !== undefined) return { from: first.slice(0, 10), to: (last ?? first).slice(0, 10) }
  return /\b(?:next|when)\b/.test(english)
    ? { from: today, to: plusDays(today, SEARCHED_DAYS) }
    : {}
}

const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const plusDays = (day: string, days: number): string => formatDay(Date.parse(day) + days * DAY_MS)

const days = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

const times = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', timeStyle: 'short' })

/** Returns `Saturday, November 21 at 9:00 AM`. */
const formatWallTime = (wall: string): string => {
  const day = days.format(Date.parse(wall.slice(0, 10)))
  return wall.includes('T') ? `${day} at ${times.format(Date.parse(`${wall}Z`))}` : day
}

/** Returns null for a time that no calendar has, such as February 30. */
function parseWallTime(value: unknown): string | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(String(value)) ?? []
  const ms = Date.parse(`${day}T${time ?? '00:00'}Z`)
  if (day === undefined || Number.isNaN(ms) || formatDay(ms) !== day) return null
  return time === undefined ? day : `${day}T${time}`
}

/** Returns the days of a call, both included. Throws `BAD_REQUEST` if the last is before the first. */
function parseSpan(
  { from, to, timeZone }: { from: unknown; to: unknown; timeZone: string | null | undefined },
  nowMs: number,
  defaultDays: number,
): { first: string; last: string } {
  const today = formatDay(toWallClock(nowMs, timeZone ?? null))
  const first = parseWallTime(from)?.slice(0, 10) ?? today
  const unsaid = from === undefined ? plusDays(first, defaultDays) : first
  const last = parseWallTime(to)?.slice(0, 10) ?? unsaid
  if (last < first) throw new AppError('BAD_REQUEST', 'The last day is before the first')
  return { first, last }
}

/** A whole day ends on the same day; a meeting lasts an hour. */
function planEnd(start: string): string {
  return start.includes('T')
    ? new Date(Date.parse(`${start}Z`) + HOUR_MS).toISOString().slice(0, 16)
    : start
}
