const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type TimeWindow = {
  fromMs: number
  toMs: number
  /** `the last 7 days`. */
  label: string
  /** The question named it; otherwise older texts count too, for less. */
  isGiven: boolean
}

const DEFAULT_DAYS = 7
const UNIT_MS: Readonly<Record<string, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
}
const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
]
const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const SPAN =
  /\b(?:last|past|previous|these)\s+(?:(\d{1,3}|[a-z]+)\s+)?(hour|day|week|month|year)s?\b/i
const SHORT_SPAN = /\b(\d{1,3})\s?(h|d)\b/i
const SINCE = /\bsince\s+(\d{4}-\d{2}-\d{2})\b/i
/** Not any number of four digits: one that is told as a year, or with which the question ends. */
const YEAR = /\b(?:(?:in|during)\s+(20\d\d)\b|(20\d\d)\s*[?!.]*$)/i
const MONTH_YEAR = new RegExp(`\\b(${MONTHS.join('|')})\\s+(\\d{4})\\b`, 'i')

/** The time that a question speaks of, in UTC; the last seven days when it names none. */
export function readWindow(question: string, nowMs: number): TimeWindow {
  return (
    spanOf(question, nowMs) ??
    namedDay(question, nowMs) ??
    dated(question, nowMs) ?? {
      fromMs: nowMs - DEFAULT_DAYS * DAY_MS,
      toMs: nowMs,
      label: `the last ${DEFAULT_DAYS} days`,
      isGiven: false,
    }
  )
}

function spanOf(question: string, nowMs: number): TimeWindow | null {
  const [match, count, unit] = SPAN.exec(question) ?? []
  if (match !== undefined && unit !== undefined) {
    const amount = count === undefined ? 1 : amountOf(count)
    if (amount !== null) return lasting(amount, unit.toLowerCase(), nowMs)
  }
  const [short, hours, letter] = SHORT_SPAN.exec(question) ?? []
  if (short === undefined) return null
  return lasting(Number(hours), letter?.toLowerCase() === 'h' ? 'hour' : 'day', nowMs)
}

function lasting(amount: number, unit: string, nowMs: number): TimeWindow | null {
  const unitMs = UNIT_MS[unit]
  if (unitMs === undefined || amount < 1) return null
  const label = amount === 1 ? `the last ${unit}` : `the last ${amount} ${unit}s`
  return { fromMs: nowMs - amount * unitMs, toMs: nowMs, label, isGiven: true }
}

function namedDay(question: string, nowMs: number): TimeWindow | null {
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  if (/\byesterday\b/i.test(question)) {
    return { fromMs: midnightMs - DAY_MS, toMs: midnightMs, label: 'yesterday', isGiven: true }
  }
  if (/\b(?:today|tonight|right now)\b/i.test(question)) {
    return { fromMs: nowMs - DAY_MS, toMs: nowMs, label: 'the last 24 hours', isGiven: true }
  }
  if (/\bthis week\b/i.test(question)) return lasting(1, 'week', nowMs)
  return /\bthis month\b/i.test(question) ? lasting(1, 'month', nowMs) : null
}

function dated(question: string, nowMs: number): TimeWindow | null {
  const since = SINCE.exec(question)?.[1]
  const sinceMs = since === undefined ? Number.NaN : Date.parse(`${since}T00:00:00Z`)
  if (Number.isFinite(sinceMs) && sinceMs < nowMs) {
    return { fromMs: sinceMs, toMs: nowMs, label: `since ${since}`, isGiven: true }
  }
  const [match, month, year] = MONTH_YEAR.exec(question) ?? []
  if (match === undefined || month === undefined) return wholeYear(question, nowMs)
  const place = MONTHS.indexOf(month.toLowerCase())
  const fromMs = Date.UTC(Number(year), place, 1)
  if (fromMs >= nowMs) return null
  const toMs = Math.min(nowMs, Date.UTC(Number(year), place + 1, 1))
  return { fromMs, toMs, label: match, isGiven: true }
}

function wholeYear(question: string, nowMs: number): TimeWindow | null {
  const [, told, last] = YEAR.exec(question.trim()) ?? []
  const year = told ?? last
  if (year === undefined) return null
  const fromMs = Date.UTC(Number(year), 0, 1)
  if (fromMs >= nowMs) return null
  const toMs = Math.min(nowMs, Date.UTC(Number(year) + 1, 0, 1))
  return { fromMs, toMs, label: year, isGiven: true }
}

function amountOf(count: string): number | null {
  if (/^\d+$/.test(count)) return Number(count)
  const place = NUMBER_WORDS.indexOf(count.toLowerCase())
  return place > 0 ? place : null
}
