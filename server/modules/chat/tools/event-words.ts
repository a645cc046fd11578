import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/durations.ts'
import { formatDay } from '#server/lib/wall-clock.ts'
import { findDates } from '#server/lib/phrases/date-phrases.ts'
import {
  findRepeat,
  formatRepeatRule,
  type Span,
  WEEK_DAYS,
  type WeekDay,
  WORK_DAYS,
} from '#server/lib/phrases/repeat-phrases.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import { readPlannedDates } from '#server/modules/chat/assistant/phrase-entities.ts'

export type EventWords = {
  title?: string
  /** Local time such as `2026-11-20T09:30`, or a date for an event without a time. */
  starts_at?: string
  ends_at?: string
  /** A rule of iCalendar, such as `FREQ=DAILY`. */
  repeats?: string
}

export const MAX_EVENT_TITLE = 200

/** Words before the task: `remind me to`, `add`, `please`. */
export const EVENT_LEADS =
  'please,can you,you,i want to,remind me,add,plan,to,of,on,for,about,that,a,the,me,i,hello,and,with,at,in,create,my,calendar,do not,change,block,new,notify'.split(
    ',',
  )

/** A number after `at` that no date took. Asking back is better than losing it. */
const LOST_TIME = /(?:^|\s)(?:at|um|gegen|a las|à|às|@)\s*\d{1,2}\b/i

/** A time in another zone than the user's. Asking back is better than adding it at a wrong hour. */
const ZONE = /\d\s*(?:[ap]m\s*)?\(?(?:UTC|GMT|[ECMP][SD]T|CES?T|BST|JST|IST|AES?T)\b/i

const UNTIL = /(?<!\p{L})(?:until|till|bis|hasta|jusqu[’']?(?:au)?|até)(?!\p{L})/iu
const DAY_OF_MONTH = /(?<!\p{L})(?:on )?the (\d{1,2})(?:st|nd|rd|th)(?:\s+of)?(?!\p{L})/iu

/** `for 2 hours` anywhere, and `45 min` at the end. */
const LENGTH = new RegExp(
  [
    String.raw`(?<=\s)(?:for|für|por|durante|pendant)\s+(\d{1,3}|an?|half an|eine|una|une|uma) ?(UNIT)(?!\p{L})`,
    String.raw`(?<=\s)(?<!\p{L}(?:in|en|dans|em|alle|cada|every)\s)(\d{1,3}) ?(UNIT)\W*$`,
    String.raw`[，,]?(?:持续|开)?\s?(\d{1,3}|半|一) ?个?(小时|分钟)\W*$`,
  ]
    .join('|')
    .replaceAll(
      'UNIT',
      'h|hours?|hrs?|stunden?|horas?|heures?|min|mins|minutes?|minuten?|minutos?',
    ),
  'iu',
)

/** Returns null if the phrase has no time, or if it is the time that looks like a length: `Saturday 14h`. */
function findLength(phrase: Phrase): RegExpExecArray | null {
  const found = LENGTH.exec(phrase.timed)
  if (found === null) return null
  const startOf = ({ timed, nowMs, language }: Phrase) =>
    readPlannedDates(timed, nowMs, language)[0]
  const start = startOf(phrase)
  return start?.includes('T') && startOf(phrase.without([found[0]])) === start ? found : null
}

/** Returns the end of a meeting that lasts `for 2 hours`. */
const plusLength = (start: string, found: RegExpExecArray): string => {
  const [count = '', unit = ''] = found.slice(1).filter((part) => part !== undefined)
  const units = /^(?:half|半)/i.test(count) ? 0.5 : /^\d/.test(count) ? Number(count) : 1
  const lengthMs = units * (/^(?:h|st|小时)/i.test(unit) ? HOUR_MS : MINUTE_MS)
  return new Date(Date.parse(`${start}Z`) + lengthMs).toISOString().slice(0, 16)
}

/** Says at its end where an entry is added. Without `my`, it may be a part of the title. */
const INTO_CALENDAR =
  /(?:^|[\s,，])\s*(?:(?:in|into|to) my calendar|in meinen kalender|(?:al?|en) mi (?:calendario|agenda)|(?:dans|à) mon (?:calendrier|agenda)|(?:no meu calend[áa]rio|[nà]a? minha agenda)|(?:加|放|添加|记)[到进入]?我的(?:日历|日程)[里中]?)\W*$/iu

/** Verbs whose first syllable ends a German request, as in `trag morgen Zahnarzt ein`. */
const SPLIT_VERB =
  /^\s*(?:(?:bitte|kannst du) )?(?:trage?|lege?|merke?|plane?|füge?|nimm|schreibe?|setze?|stelle?)\s[\s\S]*\s(?:ein|an|vor|auf|hinzu)\W*$/iu
const SPLIT_SYLLABLE = /\s+(?:ein|an|vor|auf|hinzu)\W*$/iu

/** Reads the title of an event, without its dates. */
function readTitle(phrase: Phrase, rest: Phrase): string {
  const title = rest.after(EVENT_LEADS, { isUndated: true })
  const isSplit = phrase.language === 'de' && SPLIT_VERB.test(phrase.question)
  const whole = isSplit ? title.replace(SPLIT_SYLLABLE, '') : title
  const isAdded = /\badd\b(?!.*\bremind me\b)/.test(phrase.english)
  return (isAdded ? whole.replace(INTO_CALENDAR, '') : whole).slice(0, MAX_EVENT_TITLE)
}

type FoundRepeat = NonNullable<ReturnType<typeof findRepeat>>

/** Reads the title, the times and the repetition of an event. A part that the phrase lacks is left out. */
export function readEventWords(phrase: Phrase): EventWords {
  const found = findRepeat(phrase.timed)
  if (found !== null) return readSeries(phrase, found)
  const [start, until] = readPlannedDates(phrase.timed, phrase.nowMs, phrase.language)
  const length = findLength(phrase)
  const title = readTitle(phrase, phrase.without(length === null ? [] : [length[0]]))
  const end = start === undefined || length === null ? until : plusLength(start, length)
  return {
    ...(title === '' ? {} : { title }),
    ...(start === undefined || LOST_TIME.test(title) || ZONE.test(phrase.timed)
      ? {}
      : { starts_at: start }),
    ...(start !== undefined && end !== undefined && end > start ? { ends_at: end } : {}),
  }
}

/** The first start is the first day of the rule from the named day, or from today, at the named time. */
function readSeries(phrase: Phrase, { repeat, words }: FoundRepeat): EventWords {
  const { nowMs, language } = phrase
  const [dayOfMonth = '', number] =
    repeat.frequency === 'MONTHLY' ? (DAY_OF_MONTH.exec(phrase.timed) ?? []) : []
  const rest = phrase.without([...words, dayOfMonth])
  const [asked = '', ending = ''] = rest.timed.split(UNTIL)
  const datesIn = (text: string) =>
    findDates(text, { nowMs, prefers: 'future', hasBareHours: true, language })
  const [start] = datesIn(asked)
  const [end] = datesIn(ending)
  const time =
    start?.start.unit === 'minute' ? new Date(start.start.ms).toISOString().slice(10, 16) : ''
  const earliest = start === undefined ? formatDay(nowMs) : formatDay(start.start.ms)
  const day = findFirstDay(earliest, repeat.days, number === undefined ? null : Number(number))
  const hasStart = start !== undefined || repeat.days.length > 0 || number !== undefined
  const length = time === '' ? null : findLength(phrase)
  const untilWords = end === undefined ? [] : [UNTIL.exec(rest.timed)?.[0] ?? '', end.text]
  const title = readTitle(phrase, rest.without([...untilWords, length?.[0] ?? '']))
  const first = `${day}${time}`
  const isClear = hasStart && !LOST_TIME.test(title) && !ZONE.test(phrase.timed)
  const last =
    end === undefined ? repeat.lasts && findLastDay(day, repeat.lasts) : formatDay(end.start.ms)
  const until = last === null ? undefined : `${last.replaceAll('-', '')}T235959`
  return {
    ...(title === '' ? {} : { title }),
    ...(isClear ? { starts_at: first } : {}),
    ...(length === null ? {} : { ends_at: plusLength(first, length) }),
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

/** Returns the last day of a span from this day. */
function findLastDay(from: string, { count, unit }: Span): string {
  if (unit === 'day' || unit === 'week') {
    return plusDays(from, count * (unit === 'week' ? 7 : 1) - 1)
  }
  if (unit === 'weekday') {
    let last = findFirstDay(from, WORK_DAYS, null)
    for (let at = 1; at < count; at += 1) last = findFirstDay(plusDays(last, 1), WORK_DAYS, null)
    return last
  }
  const date = new Date(from)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + count * (unit === 'year' ? 12 : 1)
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return formatDay(Date.UTC(year, month, Math.min(date.getUTCDate() - 1, lastOfMonth)))
}

export const plusDays = (day: string, days: number): string =>
  formatDay(Date.parse(day) + days * DAY_MS)
