import { MAX_QUESTION_CHARS } from '#contract/research/question-length.ts'
import { DAY_MS } from '#server/lib/durations.ts'
import { findDates, type DatePoint } from '#server/lib/phrases/date-phrases.ts'

export type TimeWindow = {
  fromMs: number
  /** Unix milliseconds, inclusive. */
  toMs: number
  label: string
  /** False for the default, which also allows older texts. */
  isGiven: boolean
}

const DEFAULT_DAYS = 7
/** Spans before now: `24h`, `for 3 days`, `in 7d`; but `in 3 days` is the future. */
const AMOUNT =
  /\b(?:(?:last|past|previous|these|for|over) )?(?:(\d{1,3}) ?(h|d)|(?<!in )(\d{1,3}) (hours|days|weeks|months|years))\b(?! ago)/gi
const CURRENT = /\b(?:this (week|month)|(?:today|tonight|right now))\b/i
/** A year alone, after `in`, `during` or `since`, or at the end of the question. */
const YEAR = /\b(?:(in|during|since)\s+(20\d\d)\b|(20\d\d)\s*[?!.]*$)/i
/** The calendar year, other than `the last year`, which is the last 12 months. */
const RELATIVE_YEAR =
  /\b(since (?:the (?:start|beginning) of )?)?(?<!\bend of )(this|(?<!\b(?:over|in|the|past) )last) year\b/gi
const DATE = String.raw`(?:\d{1,2}(?:st|nd|rd|th)? )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2}(?:st|nd|rd|th)?)?`
const DATE_OF_YEAR = new RegExp(String.raw`\b(${DATE}),? (?:of )?(last|this) year\b`, 'gi')
const YEAR_BEFORE_DATE = new RegExp(
  String.raw`\b(last|this) year,? (in|on|since) (${DATE})\b`,
  'gi',
)

/** Returns the time window of a question in UTC, by default the last seven days. */
export function readWindow(question: string, nowMs: number): TimeWindow {
  const normalized = rewrite(question, nowMs)
  return (
    named(normalized, nowMs) ??
    current(normalized, nowMs) ??
    wholeYear(normalized, nowMs) ?? {
      ...between(nowMs - DEFAULT_DAYS * DAY_MS, nowMs, `the last ${DEFAULT_DAYS} days`),
      isGiven: false,
    }
  )
}

/** Writes `7d` as `last 7 days`, `last year` as `in 2025`, and `March last year` as `March 2025`. */
function rewrite(question: string, nowMs: number): string {
  const toYear = (word: string) =>
    new Date(nowMs).getUTCFullYear() - Number(word.toLowerCase() === 'last')
  return question
    .replaceAll(AMOUNT, (_, short?: string, letter?: string, count?: string, unit?: string) =>
      short === undefined ? `last ${count} ${unit}` : `last ${short} ${UNITS[letter ?? '']}`,
    )
    .replaceAll(/\b(?:previous|these) /gi, 'last ')
    .replaceAll(/\bbetween (.{1,30}?) and\b/gi, 'from $1 to')
    .replaceAll(DATE_OF_YEAR, (_, date: string, year: string) => `${date} ${toYear(year)}`)
    .replaceAll(
      YEAR_BEFORE_DATE,
      (_, year: string, word: string, date: string) => `${word} ${date} ${toYear(year)}`,
    )
    .replaceAll(
      RELATIVE_YEAR,
      (_, since: string | undefined, year: string) =>
        `${since === undefined ? 'in' : 'since'} ${toYear(year)}`,
    )
}

function named(question: string, nowMs: number): TimeWindow | null {
  const phrase = findDates(question, { nowMs, prefers: 'past', maxChars: MAX_QUESTION_CHARS }).find(
    ({ text }) => !CURRENT.test(text),
  )
  if (phrase === undefined) return null
  const { index, start, end, spanFromMs } = phrase
  const text = phrase.text.replace(/^(?:on|at|in) /i, '')
  if (spanFromMs !== null) return between(spanFromMs, nowMs, `the ${text.toLowerCase()}`)
  if (start.ms >= nowMs) return null
  const isSince = /\b(?:since|after)\s+$/i.test(question.slice(0, index))
  if (isSince || start.unit === 'minute') return between(start.ms, nowMs, `since ${text}`)
  return between(startMs(start, end), Math.min(nowMs, endMs(end ?? start)), text)
}

const UNITS: Readonly<Record<string, string>> = { h: 'hours', H: 'hours', d: 'days', D: 'days' }

/** Returns the start in the year of the end, which alone has one in `March to May 2025`. */
const startMs = ({ ms }: DatePoint, end: DatePoint | null): number =>
  end !== null && ms > end.ms ? new Date(ms).setUTCFullYear(new Date(end.ms).getUTCFullYear()) : ms

function endMs({ ms, unit }: DatePoint): number {
  const date = new Date(ms)
  if (unit === 'minute') return ms
  return unit === 'day' ? ms + DAY_MS : date.setUTCMonth(date.getUTCMonth() + 1)
}

function current(question: string, nowMs: number): TimeWindow | null {
  const [match, unit] = CURRENT.exec(question) ?? []
  if (match === undefined) return null
  if (unit === undefined) return between(nowMs - DAY_MS, nowMs, 'the last 24 hours')
  const days = unit.toLowerCase() === 'week' ? 7 : 30
  return between(nowMs - days * DAY_MS, nowMs, `the last ${unit.toLowerCase()}`)
}

function wholeYear(question: string, nowMs: number): TimeWindow | null {
  const [, word, inside, last] = YEAR.exec(question.trim()) ?? []
  const year = inside ?? last
  if (year === undefined) return null
  const fromMs = Date.UTC(Number(year), 0, 1)
  if (fromMs >= nowMs) return null
  if (word?.toLowerCase() === 'since') return between(fromMs, nowMs, `since ${year}`)
  return between(fromMs, Math.min(nowMs, Date.UTC(Number(year) + 1, 0, 1)), year)
}

const between = (fromMs: number, toMs: number, label: string): TimeWindow => ({
  fromMs,
  toMs,
  label,
  isGiven: true,
})
