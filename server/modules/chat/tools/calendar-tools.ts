import { HOUR_MS } from '#server/lib/durations.ts'
import { AppError } from '#server/errors.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import { RepeatRule } from '#contract/chat/parts.ts'
import { formatDay, startOfWeek, toWallClock } from '#server/lib/wall-clock.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { EVENT_LEADS, MAX_EVENT_TITLE, plusDays, readEventWords } from './event-words.ts'
import { asksToCancel, readMoveWords } from './move-words.ts'
import { toToolSource, createProductTool } from './product-tool.ts'
import type { AssistantTool } from './tool.ts'

const CALENDAR = toToolSource(PRODUCT_APPS.calendar)

/** Days from today, unless the user names some. */
const LISTED_DAYS = 7
const SEARCHED_DAYS = 90

const AT = {
  type: 'string',
  maxLength: 5,
  description: 'The time of day that the user named. The whole day is listed',
}

const TITLE_WORDS = {
  type: 'string',
  title: 'What',
  description: 'Words of its title',
  maxLength: MAX_EVENT_TITLE,
}

/** Says that a time of day limits nothing. */
const sayWholeDay = (at: unknown): string =>
  typeof at === 'string' ? ` All entries of that day are listed, not only those at ${at}.` : ''

const DATE = 'Date, or date and time, like 2026-11-20T09:30'

/** Creates the tools of the calendar. They run in the browser, with a preview and undo. */
export const createCalendarTools = ({ now }: { now: () => number }): AssistantTool[] => [
  addEvent,
  createListEventsTool(now),
  createDeleteEventsTool(now),
  createMoveEventsTool(now),
]

const addEvent = createProductTool({
  name: 'add_event',
  app: CALENDAR,
  title: 'Add a calendar entry',
  description: 'Adds an event, reminder or meeting to the calendar at a date and time',
  inputSchema: {
    type: 'object',
    properties: {
      title: {
        type: 'string',
        title: 'What',
        description: 'What it is',
        maxLength: MAX_EVENT_TITLE,
      },
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
  fill: readEventWords,
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
    const name = String(title).slice(0, MAX_EVENT_TITLE)
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
        at: AT,
      },
    },
    aliases: ['agenda', 'events'],
    fill: readSpan,
    run: async ({ from, to, at }, { timeZone }) => {
      const { first, last } = parseSpan({ from, to, timeZone }, now(), LISTED_DAYS)
      const when =
        first === last
          ? formatWallTime(first)
          : `From ${formatWallTime(first)} to ${formatWallTime(last)}`
      return {
        text: `${when}.${first === last ? sayWholeDay(at) : ''}`,
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
        title: TITLE_WORDS,
        from: { type: 'string', description: 'First day, like 2026-11-20' },
        to: { type: 'string', description: 'Last day' },
        at: AT,
      },
    },
    fill: (phrase) => {
      const span = readSpan(phrase)
      const isOfCalendar =
        OF_CALENDAR.test(phrase.english) || span['from'] !== undefined || asksToCancel(phrase)
      if (!isOfCalendar) return {}
      const title = phrase
        .after(DELETE_LEADS, { isUndated: true })
        .replace(OF_CALENDAR_AT_END, '')
        .replace(/^(?:day|week)$/i, '')
        .slice(0, MAX_EVENT_TITLE)
      return { ...(title === '' ? {} : { title }), ...span }
    },
    run: async ({ title, from, to, at }, { timeZone }) => {
      const { first, last } = parseSpan({ from, to, timeZone }, now(), SEARCHED_DAYS)
      const words = typeof title === 'string' ? title.slice(0, MAX_EVENT_TITLE) : ''
      return {
        text: `${words === '' ? 'Entries of this time' : `Entries with **${words}**`} are above. Nothing is deleted until you choose.${first === last ? sayWholeDay(at) : ''}`,
        clientAction: { kind: 'delete_events', title: words, from: first, to: last },
      }
    },
  })

const createMoveEventsTool = (now: () => number): AssistantTool =>
  createProductTool({
    name: 'move_event',
    app: CALENDAR,
    title: 'Move calendar entries',
    description:
      'Finds calendar entries by their words and day; the user moves them to the new time with a click',
    inputSchema: {
      type: 'object',
      properties: {
        title: TITLE_WORDS,
        starts_at: {
          type: 'string',
          title: 'New time',
          description: `${DATE}, or a time like 09:30 that keeps the day. A date keeps the time`,
        },
        from: { type: 'string', description: 'First day it may be on now, like 2026-11-20' },
        to: { type: 'string', description: 'Last day' },
      },
      required: ['title', 'starts_at'],
    },
    asks: {
      title: 'Which entry should I move?',
      starts_at: 'To when? Give a day, a time or both.',
    },
    fill: readMoveWords,
    run: async ({ title, starts_at: starts, from, to }, { timeZone }) => {
      const start = TIME_OF_DAY.test(String(starts)) ? String(starts) : parseWallTime(starts)
      if (start === null)
        throw new AppError('BAD_REQUEST', 'The new time is no date like 2026-11-20T09:30')
      const { first, last } = parseSpan({ from, to, timeZone }, now(), SEARCHED_DAYS)
      const words = String(title).slice(0, MAX_EVENT_TITLE)
      return {
        text: `Entries with **${words}** are above. Nothing moves until you choose.`,
        clientAction: {
          kind: 'move_events',
          title: words,
          from: first,
          to: last,
          starts_at: start,
        },
      }
    },
  })

const DELETE_LEADS = EVENT_LEADS.concat(
  'delete,clear,event,all,this,next,what,i have,do i have planned'.split(','),
)

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/

const OF_CALENDAR_AT_END =
  /(?:^|\s)(?:(?:from|in|of) (?:my|the) (?:calendar|agenda)|aus (?:dem|meinem) kalender|del? (?:mi |el |la )?(?:calendario|agenda)|de (?:mon |l[’'])?(?:calendrier|agenda)|d[ao] (?:meu |minha )?(?:calend[áa]rio|agenda))\W*$/iu
const OF_CALENDAR = /\b(?:event|calendar|plan|remind me)\b/

function readSpan({ english, entities, nowMs }: Phrase): Record<string, unknown> {
  const today = formatDay(nowMs)
  const monday = formatDay(startOfWeek(nowMs))
  if (/\bweekend\b/.test(english)) {
    const saturday = plusDays(monday, /\bnext weekend\b/.test(english) ? 12 : 5)
    return { from: saturday < today ? today : saturday, to: plusDays(saturday, 1) }
  }
  if (/\bnext week\b/.test(english)) return { from: plusDays(monday, 7), to: plusDays(monday, 13) }
  if (/\bthis week\b/.test(english)) return { from: today, to: plusDays(monday, 6) }
  if (/\bthis month\b/.test(english)) return { from: today, to: plusDays(today, 30) }
  const [first, last] = entities.dates
  if (first !== undefined) {
    const [from, time] = first.split('T')
    const to = (last ?? first).slice(0, 10)
    return { from, to, ...(time === undefined || to !== from ? {} : { at: time }) }
  }
  if (/\bmy week\b/.test(english)) return { from: today, to: plusDays(monday, 6) }
  if (/\bmy day$|\bmy day (?!trip|off)\b/.test(english)) return { from: today, to: today }
  return /\b(?:next|when)\b/.test(english)
    ? { from: today, to: plusDays(today, SEARCHED_DAYS) }
    : {}
}

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
