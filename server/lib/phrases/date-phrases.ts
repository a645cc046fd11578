import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { casual as german } from 'chrono-node/de'
import { casual as english } from 'chrono-node/en'
import { casual as spanish } from 'chrono-node/es'
import { casual as french } from 'chrono-node/fr'
import { casual as portuguese } from 'chrono-node/pt'
import { hans as chinese } from 'chrono-node/zh'
import { createDayParsers, toCalendarDay } from './days-of-month.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/durations.ts'

export type DatePoint = {
  /** Unix milliseconds at which clocks in UTC show this date; the start of the unit. */
  ms: number
  /** The smallest part that the text names. */
  unit: 'month' | 'day' | 'minute'
}

/** `end`: null for a single date. */
export type DatePhrase = {
  index: number
  text: string
  start: DatePoint
  end: DatePoint | null
  /** The start of a time that lasts until now, such as `last 3 days`; null for any other date. */
  spanFromMs: number | null
}

type Reading = {
  /** The moment from which `tomorrow` counts, as unix milliseconds of the writer's local time read as UTC. */
  nowMs: number
  /** Which side of now `Monday` or `3 March` is on. */
  prefers: 'past' | 'future'
  /** True where `at 9` is a time and cannot be a price. */
  hasBareHours?: boolean
  /** True where `at 7`, said in the afternoon, is this evening and not tomorrow morning. */
  prefersToday?: boolean
  /** English by default. Dates in other languages are taken as chrono finds them. */
  language?: DateLanguage
  /** How much of the text is read, by default as much as a chat can wait for. */
  maxChars?: number
}

export type DateLanguage = 'en' | keyof typeof OTHER_LANGUAGES

const OTHER_LANGUAGES = {
  de: inGerman(),
  es: inSpanish(),
  fr: inFrench(),
  pt: inPortuguese(),
  zh: inChinese(),
}

const MAX_CHAT_CHARS = 500
const MAX_AWAY_MS = 100 * 365 * DAY_MS

const parser = english.clone()
parser.parsers.push({
  pattern: () => /\bday (after tomorrow|before yesterday)\b/i,
  extract: ({ refDate }, match) => {
    const days = match[1]?.startsWith('after') === true ? 2 : -2
    const date = new Date(refDate.getTime() + days * DAY_MS)
    return toCalendarDay(date)
  },
})

parser.parsers.push({
  pattern: () => /\b(?:at )?([01]?\d|2[0-3])h([0-5]\d)?\b/i,
  extract: (_, match) => ({ hour: Number(match[1]), minute: Number(match[2] ?? 0) }),
})

const HOLIDAYS: readonly (readonly [RegExp, number, number])[] = [
  [/^christmas eve$/i, 12, 24],
  [/^christmas/i, 12, 25],
  [/^new year[’']?s eve$/i, 12, 31],
  [/^new year[’']?s day$/i, 1, 1],
]
parser.parsers.push({
  pattern: () => /\b(christmas(?: eve| day)?|new year[’']?s (?:eve|day))\b/i,
  extract: (_, match) => {
    const [, month = 1, day = 1] = HOLIDAYS.find(([name]) => name.test(match[1] ?? '')) ?? []
    return { month, day }
  },
})
parser.parsers.push(...createDayParsers('en'))

function inGerman() {
  const own = german.clone()
  own.parsers.push(...createDayParsers('de'))
  own.parsers.push({
    pattern: () => /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/,
    extract: (_, match) => {
      const [day, month] = [Number(match[1]), Number(match[2])]
      return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? { day, month } : null
    },
  })
  return own
}

function inSpanish() {
  const own = spanish.clone()
  own.parsers.push(...createDayParsers('es'))
  own.parsers.push({
    pattern: () => /\bpasado mañana\b/i,
    extract: ({ refDate }) => toCalendarDay(new Date(refDate.getTime() + 2 * DAY_MS)),
  })
  return own
}

function inFrench() {
  const own = french.clone()
  own.parsers.push(...createDayParsers('fr'))
  return own
}

function inChinese() {
  const own = chinese.casual.clone()
  own.parsers.push(...createDayParsers('zh'))
  return own
}

function inPortuguese() {
  const own = portuguese.clone()
  own.parsers.push(...createDayParsers('pt'))
  own.parsers.push({
    pattern: () => /\b(?:em|daqui a) (\d{1,3}) (minutos?|horas?|dias?|semanas?)\b/i,
    extract: ({ refDate }, match) => {
      const unit = match[2]?.toLowerCase() ?? ''
      const step = unit.startsWith('m')
        ? MINUTE_MS
        : unit.startsWith('h')
          ? HOUR_MS
          : unit.startsWith('d')
            ? DAY_MS
            : 7 * DAY_MS
      const at = new Date(refDate.getTime() + Number(match[1]) * step)
      const day = toCalendarDay(at)
      return step < DAY_MS ? { ...day, hour: at.getUTCHours(), minute: at.getUTCMinutes() } : day
    },
  })
  own.parsers.push({
    pattern: () =>
      /(?:^|\s)(?:(?:às|as|à) (?=\d+[h:])|(?<!\b(?:em|de|por|há|ha|a) )(?=\d+h))([01]?\d|2[0-3])(?:h([0-5]\d)?|:([0-5]\d))(?!\w)/i,
    extract: (_, match) => ({ hour: Number(match[1]), minute: Number(match[2] ?? match[3] ?? 0) }),
  })
  return own
}

/** Finds the clear dates and times of a text, in order. */
export function findDates(given: string, reading: Reading): DatePhrase[] {
  const written = given.slice(0, reading.maxChars ?? MAX_CHAT_CHARS)
  const reference = { instant: new Date(reading.nowMs), timezone: 0 }
  const { language = 'en' } = reading
  const text = language === 'pt' ? addMarks(written) : written
  const chrono = language === 'en' ? parser : OTHER_LANGUAGES[language]
  const parse = (read: string) =>
    chrono.parse(read, reference, { forwardDate: reading.prefers === 'future' })
  const found = parse(text)
  const whole = language === 'zh' ? text : hideCutWords(text, found)
  return (whole === text ? found : parse(whole))
    .filter(
      (result) =>
        Math.abs(result.start.date().getTime() - reading.nowMs) < MAX_AWAY_MS &&
        (language === 'en' ? isReliable(result, text, reading) : namesDate(result)) &&
        !isCount(result, text) &&
        !OTHER_NUMBER.test(result.text),
    )
    .map(({ index, text: phrase, start, end }) => {
      const from = toPoint(start, phrase, reading)
      return {
        index,
        text: written.slice(index, index + phrase.length),
        start: from,
        end: end ? toEnd(end, from, phrase, reading) : null,
        spanFromMs: SPAN.test(phrase) ? start.date().getTime() : null,
      }
    })
}

/** Chrono knows these words of Portuguese only with their marks, which many people do not type. */
const addMarks = (text: string): string =>
  text.replaceAll(/\b(ter)c(?=a\b)/gi, '$1ç').replaceAll(/\b(de mar)c(?=o\b)/gi, '$1ç')

/** In German and French, chrono takes `um 150` for 15:00. */
const OTHER_NUMBER = /^\D*\d{3}$/

/** Returns true for `las 3 mejores`, which chrono takes for three o'clock. */
const isCount = ({ index, text: phrase }: ParsedResult, text: string): boolean =>
  /^las \d{1,2}$/i.test(phrase) &&
  !/(?<!\p{L})(?:a|hasta|desde|para|sobre|y|entre)\s+$/iu.test(text.slice(0, index)) &&
  /^\s+(?!(?:de|en|y|del|por|con|hoy|mañana|el)(?!\p{L}))\p{L}/iu.test(
    text.slice(index + phrase.length),
  )

/** Hides words that a date ends in, such as `Frühstück`, whose first letters stand for Friday. */
const hideCutWords = (text: string, found: readonly ParsedResult[]): string =>
  found.reduce((rest, { index, text: phrase }) => {
    const end = index + phrase.length
    const [before = ''] = /\p{L}+$/u.exec(text.slice(0, end)) ?? []
    const [after = ''] = before === '' ? [] : (/^\p{L}+/u.exec(text.slice(end)) ?? [])
    if (after === '') return rest
    const from = end - before.length
    const to = end + after.length
    return `${rest.slice(0, from)}${'x'.repeat(to - from)}${rest.slice(to)}`
  }, text)

/** Words right before a date that chrono leaves out of it, such as `a` of `a las 8`. */
const LEADS_TO_DATE: Readonly<Record<DateLanguage, RegExp>> = {
  en: /\b(?:on|at|from|until|by|starting)(?: the)?\s+$/i,
  de: /(?<!\p{L})(?:am|um|gegen|ab|bis)\s+$/iu,
  es: /(?<!\p{L})(?:a|el|desde|hasta)\s+$/iu,
  fr: /(?<!\p{L})(?:à|le|vers|dès)\s+$/iu,
  pt: /(?<!\p{L})(?:às|à|em|na|no|até)\s+$/iu,
  zh: /在\s*$/u,
}

/** Returns a text without its dates, the words that lead to them, such as `on` and `until`, and the end of `today’s`. */
export function removeDates(text: string, reading: Reading): string {
  let rest = text
  for (const { index, text: phrase } of findDates(text, reading).toReversed()) {
    const before = rest.slice(0, index).replace(LEADS_TO_DATE[reading.language ?? 'en'], '')
    const after = rest.slice(index + phrase.length).replace(/^['’]s(?!\p{L})/u, '')
    rest = `${before}${after}`
  }
  return rest.replaceAll(/\s+/g, ' ').trim()
}

const SPAN = /^(?:last|past) (?:.* )?(?:h|d|hours?|days?|weeks?|months?|quarters?|years?)$/i
const BARE_SPAN = /^(?:for [a-z\d]+|\d+) ?[a-z]+$/i
const WEEKDAY = /\b(?:sun|mon|tues|wednes|thurs|fri|satur)day\b/i
/** `sun` and `sat` are words too, so that they need `on` and, for the sun, a time. */
const SHORT_WEEKDAY =
  /^(?:on|this|next) (?:mon|tue|tues|wed|thu|thurs?|fri|sat)\b|^(?:mon|tue|tues|wed|thu|thurs?|fri)\b.*(?:\d|noon|midnight)|^(?:on|this|next) sun\b.*\d/i
/** After `to`, as in `push lunch to tue`. */
const AIMED_WEEKDAY = /^(?:mon|tues?|thu|thurs?|fri)\b/i
const SLASHED = /^(?:on )?(\d{1,2})[/.-](\d{1,2})\b/

/** Returns false for words that are seldom a date: `sun` and `march` alone, `the day`, `12/11`, and `9` in `SOL at 9`. */
function isReliable(
  { index, text, start }: ParsedResult,
  whole: string,
  reading: Reading,
): boolean {
  const has = (part: Parameters<typeof start.isCertain>[0]) => start.isCertain(part)
  if (SPAN.test(text)) return true
  if (/^(?:now|(?:the|a|an) \w+)$/i.test(text)) return false
  if (BARE_SPAN.test(text) && has('year')) return false
  const [, first, second] = SLASHED.exec(text) ?? []
  if (first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12) {
    return false
  }
  if (has('day')) return true
  if (has('weekday')) {
    const isAimed = /\b(?:to|until|till|by)\s+$/i.test(whole.slice(0, index))
    return WEEKDAY.test(text) || SHORT_WEEKDAY.test(text) || (isAimed && AIMED_WEEKDAY.test(text))
  }
  if (has('hour')) {
    return reading.hasBareHours === true || !/^\D*\d+$/.test(text)
  }
  if (!has('month')) return false
  return has('year') || /\b(?:in|since|during|for|until|of|from)\s+$/i.test(whole.slice(0, index))
}

const namesDate = ({ start }: ParsedResult): boolean =>
  start.isCertain('day') || start.isCertain('weekday') || start.isCertain('hour')

/** Small hours that are written with a leading zero or by their name are meant. */
const NAMES_SMALL_HOURS = /(?:(?<![:\d])0\d|\b\d{1,2}h\d*|\bearly|morning|night|midnight)\b/i
const LAST_AFTERNOON_HOUR = 6

/** Returns 13 for `tomorrow at 1`, since few people plan something for the night. */
function readHour(date: ParsedComponents, text: string, reading: Reading): number {
  const { prefers, language = 'en' } = reading
  const hour = date.get('hour') ?? 0
  const isBare = date.isCertain('hour') && !date.isCertain('meridiem')
  const isPlanned = isBare && prefers === 'future' && language === 'en'
  const isSmall = hour >= 1 && hour <= LAST_AFTERNOON_HOUR
  return isPlanned && isSmall && !NAMES_SMALL_HOURS.test(text) ? hour + 12 : hour
}

/** Returns 7 PM of today for `at 7` said in the afternoon. Null if another day, or half of the day, is meant. */
function laterToday(
  date: ParsedComponents,
  ms: number,
  text: string,
  { nowMs, prefers, prefersToday = false, language = 'en' }: Reading,
): number | null {
  const names = (part: Parameters<typeof date.isCertain>[0]) => date.isCertain(part)
  const hasOwnDay = names('day') || names('weekday') || names('month')
  const isPlanned = prefersToday && prefers === 'future' && language === 'en' && names('hour')
  if (!isPlanned || hasOwnDay || names('meridiem') || NAMES_SMALL_HOURS.test(text)) return null
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const morning = today + (ms % DAY_MS)
  const evening = morning + DAY_MS / 2
  const isMorning = morning - today >= HOUR_MS && morning - today < DAY_MS / 2
  return isMorning && morning <= nowMs && evening > nowMs ? evening : null
}

/** The second time of `tomorrow from 9 to 5`, which names no day of its own. */
const ENDS_WITH_TIME = /(?:to|till|until|[-–])\s*\d{1,2}(?::\d\d)?$/i

function toEnd(end: ParsedComponents, from: DatePoint, text: string, reading: Reading): DatePoint {
  const { ms, unit } = toPoint(end, text, reading)
  // Chrono has moved five in the morning after nine to the next day.
  const isMoved = end.isCertain('hour') && ENDS_WITH_TIME.test(text) && ms - from.ms > DAY_MS
  return { ms: isMoved ? ms - DAY_MS : ms, unit }
}

/** Chrono reads the day of next week itself. */
const NEXT = /(?<!\p{L})(?:next|nächste|kommende|pr[oó]xim|prochain|下)/iu

function toPoint(date: ParsedComponents, text: string, reading: Reading): DatePoint {
  const { nowMs, prefers } = reading
  const get = (part: Parameters<typeof date.get>[0]) => date.get(part) ?? 0
  const isWeekday = date.isCertain('weekday')
  const hasTime = date.isCertain('hour')
  const hasDay = hasTime || isWeekday || date.isCertain('day')
  const unit = hasTime ? 'minute' : hasDay ? 'day' : 'month'
  const at = (year: number, day: number) =>
    Date.UTC(
      year,
      get('month') - 1,
      hasDay ? day : 1,
      hasTime ? readHour(date, text, reading) : 0,
      hasTime ? get('minute') : 0,
    )
  const ms = at(get('year'), get('day'))
  if (date.isCertain('year') || (isWeekday && NEXT.test(text))) return { ms, unit }
  // Chrono takes the nearest date on any side of now, and today's date for next year's.
  const step = isWeekday ? 7 : 1
  const choices = [-1, 0, 1].map((by) =>
    date.isCertain('month')
      ? at(new Date(nowMs).getUTCFullYear() + by, get('day'))
      : at(get('year'), get('day') + by * step),
  )
  const laterMs = laterToday(date, at(new Date(nowMs).getUTCFullYear(), get('day')), text, reading)
  if (laterMs !== null) return { ms: laterMs, unit }
  const earliestMs = unit === 'day' && !isWeekday ? nowMs - DAY_MS : nowMs
  const wanted =
    prefers === 'past'
      ? choices.findLast((choice) => choice <= nowMs)
      : choices.find((choice) => choice > earliestMs)
  return { ms: wanted ?? ms, unit }
}
