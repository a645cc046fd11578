import { DAY_MS } from '#server/lib/durations.ts'
import { formatNumber } from '#contract/numbers.ts'
import { findDates } from '#server/lib/phrases/date-phrases.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { NotFound, type Finding } from './tool-result.ts'

const UNREADABLE = 'Name a date or two, for example days until 24 December, or 90 days from now.'
const UNIX_SECONDS = /(?<!\d)1\d{9}(?!\d)/

/** Counts days between the dates of a phrase, or from today to its only date. Throws `NotFound` without a date. */
export const countDays = (question: string, nowMs: number): Finding => {
  const unix = UNIX_SECONDS.exec(question)
  if (unix !== null) {
    const at = new Date(Number(unix[0]) * 1_000)
    return {
      text: `Unix time ${unix[0]} is **${dayText(at.getTime())}, ${at.toISOString().slice(11, 19)} UTC**.`,
      data: { unix: Number(unix[0]), iso: at.toISOString() },
    }
  }
  const today = startOfDay(nowMs)
  const found = findDates(question, { nowMs, prefers: 'future' })
    .flatMap(({ start, end }) => [start, ...(end === null ? [] : [end])])
    .map(({ ms }) => startOfDay(ms))
  const [first, second] = found
  if (first === undefined) throw new NotFound(UNREADABLE)
  if (second === undefined) {
    const days = Math.round((first - today) / DAY_MS)
    const when =
      days === 0 ? 'is today' : days > 0 ? `is in ${daysText(days)}` : `was ${daysText(-days)} ago`
    return {
      text: `**${dayText(first)}** ${when}.`,
      data: { date: isoDay(first), days },
    }
  }
  const days = Math.round((second - first) / DAY_MS)
  return {
    text: `From ${dayText(first)} to ${dayText(second)} it is **${daysText(Math.abs(days))}**${weeksText(Math.abs(days))}.`,
    data: { from: isoDay(first), to: isoDay(second), days },
  }
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const dayText = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
const daysText = (days: number): string => (days === 1 ? '1 day' : `${formatNumber(days)} days`)
const weeksText = (days: number): string => {
  const [weeks, rest] = [Math.floor(days / 7), days % 7]
  if (weeks === 0) return ''
  return `, ${pluralize(weeks, 'week')}${rest === 0 ? '' : ` and ${daysText(rest)}`}`
}
