import { findDates } from '#server/lib/phrases/date-phrases.ts'

/** A phrase with a date such as `12/5` in each of its two meanings. */
export type DateReadings = { written: string; choices: { day: string; question: string }[] }

const SLASHED = /(?<![\d/.,])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const ONLY_TIME = /^(?:at |in |from |noon|midnight|\d{1,2}(?:\D|$))/i

/**
 * Returns the readings of an English phrase with slashed dates, day first or month first. Returns one reading if the
 * other is impossible, and null without such a date or if the phrase names its day in another way.
 */
export function readSlashedDates(question: string, nowMs: number): DateReadings | null {
  const dates = [...question.matchAll(SLASHED)]
  const [first] = dates
  if (first === undefined || namesDay(question, nowMs)) return null
  const readings = [true, false].flatMap((isMonthFirst) => {
    const days = dates.flatMap((date) => nameDay(date, isMonthFirst) ?? [])
    const [day] = days
    if (day === undefined || days.length < dates.length) return []
    let place = 0
    return { day, question: question.replaceAll(SLASHED, () => days[place++] ?? '') }
  })
  const choices = readings.filter(({ day }, at) => readings.findIndex((r) => r.day === day) === at)
  return choices.length === 0 ? null : { written: first[0], choices }
}

function nameDay(
  [, one, other, year = '']: RegExpExecArray,
  isMonthFirst: boolean,
): string | undefined {
  const [month, day] = isMonthFirst ? [Number(one), Number(other)] : [Number(other), Number(one)]
  const name = MONTHS[month - 1]
  if (name === undefined || day < 1 || day > 31) return undefined
  return `${name} ${day}${year === '' ? '' : `, ${year.length === 2 ? `20${year}` : year}`}`
}

/** Returns true for a phrase with a clear day, such as `tomorrow`, beside the slash. */
const namesDay = (question: string, nowMs: number): boolean =>
  findDates(question.replaceAll(SLASHED, ' '), {
    nowMs,
    prefers: 'future',
    hasBareHours: true,
  }).some(
    ({ start, text }) => start.unit === 'day' || (start.unit === 'minute' && !ONLY_TIME.test(text)),
  )
