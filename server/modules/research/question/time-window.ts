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
/** A year alone, after `in` or `during` or at the end of the question. */
const YEAR = /\b(?:(?:in|during)\s+(20\d\d)\b|(20\d\d)\s*[?!.]*$)/i
/** The calendar year, other than `the last 12 months`. */
const RELATIVE_YEAR = /\b(this|last) year\b/i

/** Returns the time window of a question in UTC, by default the last seven days. */
export function readWindow(question: string, nowMs: number): TimeWindow {
  return (
    named(question, nowMs) ??
    current(question, nowMs) ??
    wholeYear(question, nowMs) ?? {
      ...between(nowMs - DEFAULT_DAYS * DAY_MS, nowMs, `the last ${DEFAULT_DAYS} days`),
      isGiven: false,
    }
  )
}

function named(question: string, nowMs: number): TimeWindow | null {
  const asked = question
    .replaceAll(AMOUNT, (_, short?: string, letter?: string, count?: string, unit?: string) =>
      short === undefined ? `last ${count} ${unit}` : `last ${short} ${UNITS[letter ?? '']}`,
    )
    .replaceAll(/\b(?:previous|these) /gi, 'last ')
    .replaceAll(/\bbetween (.{1,30}?) and\b/gi, 'from $1 to')
  const phrase = findDates(asked, { nowMs, prefers: 'past', maxChars: MAX_QUESTION_CHARS }).find(
    ({ text }) => !CURRENT.test(text) && !RELATIVE_YEAR.test(text),
  )
  if (phrase === undefined) return null
  const { index, start, end, spanFromMs } = phrase
  const text = phrase.text.replace(/^(?:on|at|in) /i, '')
  if (spanFromMs !== null) return between(spanFromMs, nowMs, `the ${text.toLowerCase()}`)
  if (start.ms >= nowMs) return null
  const isSince = /\b(?:since|after)\s+$/i.test(asked.slice(0, index))
  if (isSince || start.unit === 'minute') return between(start.ms, nowMs, `since ${text}`)
  return between(start.ms, Math.min(nowMs, endMs(end ?? start)), text)
}

const UNITS: Readonly<Record<string, string>> = { h: 'hours', H: 'hours', d: 'days', D: 'days' }

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
  const [, relative] = RELATIVE_YEAR.exec(question) ?? []
  const [, inside, last] = YEAR.exec(question.trim()) ?? []
  const given = inside ?? last
  if (given === undefined && relative === undefined) return null
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = given === undefined ? thisYear - Number(/last/i.test(relative ?? '')) : Number(given)
  const fromMs = Date.UTC(year, 0, 1)
  if (fromMs >= nowMs) return null
  return between(fromMs, Math.min(nowMs, Date.UTC(year + 1, 0, 1)), String(year))
}

const between = (fromMs: number, toMs: number, label: string): TimeWindow => ({
  fromMs,
  toMs,
  label,
  isGiven: true,
})
