import { findFigures, parseFigure } from '#server/modules/research/text/sentences.ts'
import { MONTHS } from '#server/lib/text/words.ts'

/** A value with the size of its last digit as `step`: 100,000 for `$1.3 million`. */
export type Figure = { unit: string; value: number; step: number; bound: 'more' | 'less' | null }

/** A date and its number of words. Missing parts are null. */
export type DatePart = {
  month: number | null
  day: number | null
  year: number | null
  length: number
}

const MONTH = new Map(
  MONTHS.flatMap((name, nth) => [[name, nth] as const, [name.slice(0, 3), nth] as const]),
)
const isDay = (word: string): boolean => /^(?:[12]?\d|3[01])(?:st|nd|rd|th)?$/.test(word)
const isYear = (word: string): boolean => /^(?:19|20)\d\d$/.test(word)

/** Reads `14 October 2026`, `October 14, 2026`, `October 2026`, `October` or `2026`. */
export function readDate(words: readonly string[], at: number): DatePart | null {
  const [first = '', second = ''] = words.slice(at, at + 2)
  const finish = (month: number | null, day: number | null, length: number): DatePart => {
    const next = at + length
    const place = day !== null && words[next] === ',' ? next + 1 : next
    return isYear(words[place] ?? '')
      ? { month, day, year: Number(words[place]), length: place + 1 - at }
      : { month, day, year: null, length }
  }
  if (isDay(first) && MONTH.has(second))
    return finish(MONTH.get(second) ?? null, Number.parseInt(first, 10), 2)
  if (MONTH.has(first) && !isOtherWord(words, at))
    return isDay(second)
      ? finish(MONTH.get(first) ?? null, Number.parseInt(second, 10), 2)
      : finish(MONTH.get(first) ?? null, null, 1)
  return isYear(first) ? finish(null, null, 0) : null
}

/** True if `may` or `mar` is not a month here. */
function isOtherWord(words: readonly string[], at: number): boolean {
  const [word = '', next = ''] = words.slice(at, at + 2)
  const isOfDate =
    isDay(next) ||
    isYear(next) ||
    /^(?:in|since|by|until|of|to|from|through|late|early|and|during)$/.test(words[at - 1] ?? '')
  return word === 'mar' || (word === 'may' && !isOfDate)
}

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, nth) => [word, (nth + 2) * 10] as const),
])

/** Reads `seven` and `twenty-five`. */
function parseNumberWord(word: string): number | undefined {
  const [tens = '', ones] = word.split('-')
  const [first, second] = [NUMBERS.get(tens), NUMBERS.get(ones ?? 'zero')]
  return first === undefined || second === undefined ? undefined : first + second
}

const startsWithDigit = (word: string): boolean => /^[$€£]?\s?\d/.test(word)

/** True for a word that belongs to a figure, such as `more` in `more than 15 million`. */
export function isBoundWord(words: readonly string[], at: number): boolean {
  const [word = '', next = '', after = ''] = words.slice(at, at + 3)
  if (/^(?:more|fewer|less|higher|lower)$/.test(word) && next === 'than')
    return startsWithDigit(after) || NUMBERS.has(after)
  return /^(?:least|most)$/.test(word) && words[at - 1] === 'at'
}

const MORE = /^(?:than|over|above|least|exceeding|beyond)$/
const LESS = /^(?:under|below|most)$/

function readBound(words: readonly string[], at: number): Figure['bound'] {
  const [before = '', last = ''] = words.slice(Math.max(0, at - 2), at)
  const isLess =
    LESS.test(last) ||
    (last === 'than' && /^(?:less|fewer|lower|smaller)$/.test(before)) ||
    (before === 'up' && last === 'to')
  return isLess ? 'less' : MORE.test(last) ? 'more' : null
}

export function readFigure(words: readonly string[], at: number, raw: string): Figure | null {
  const word = words[at] ?? ''
  const bound = readBound(words, at)
  const known = parseNumberWord(word)
  if (known !== undefined) return { unit: 'number', value: known, step: 1, bound }
  const isWhole = findFigures(raw)[0]?.length === raw.replace(/x$/, '').length
  if (!startsWithDigit(word) || !isWhole) return null
  const { unit, value } = parseFigure(raw)
  const digits = /\d+(?:[.,]\d+)*/.exec(word)?.[0].replaceAll(',', '') ?? ''
  const scale = Number(digits) > 0 ? value / Number(digits) : 1
  const step = scale * 10 ** -(digits.split('.')[1]?.length ?? 0)
  const currency = raw.startsWith('€') ? 'eur' : raw.startsWith('£') ? 'gbp' : unit
  return { unit: currency, value, step, bound }
}
