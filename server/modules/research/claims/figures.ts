import { findFigures, parseFigure } from '#server/modules/research/text/sentences.ts'
import { MONTHS, NUMBER_WORDS } from './vocabulary.ts'

export type Figure = { unit: string; value: number; step: number; bound: 'more' | 'less' | null }

const MONTH = new Map(
  MONTHS.flatMap(
    (name, nth) =>
      [
        [name, nth],
        [name.slice(0, 3), nth],
      ] as const,
  ),
)

export type DatePart = {
  month: number | null
  day: number | null
  year: number | null
  length: number
}

export function dateAt(words: readonly string[], at: number): DatePart | null {
  const [a = '', b = '', c = '', d = ''] = words.slice(at, at + 4)
  const isDay = (word: string) => /^(?:[12]?\d|3[01])(?:st|nd|rd|th)?$/.test(word)
  const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)
  const parseYear = (word: string): number | null => (isYear(word) ? Number(word) : null)
  if (isDay(a) && MONTH.has(b)) {
    return {
      month: MONTH.get(b) ?? null,
      day: Number.parseInt(a, 10),
      year: parseYear(c),
      length: isYear(c) ? 3 : 2,
    }
  }
  const isMonth =
    MONTH.has(a) &&
    (a !== 'may' ||
      isDay(b) ||
      isYear(b) ||
      /^(?:in|since|by|until|of|to|from|through|late|early|and|during)$/.test(
        words[at - 1] ?? '',
      )) &&
    a !== 'mar'
  if (isMonth) {
    const day = isDay(b) ? Number.parseInt(b, 10) : null
    const rest =
      day === null ? ([b, 1] as const) : c === ',' ? ([d, 3] as const) : ([c, 2] as const)
    const year = parseYear(rest[0])
    return {
      month: MONTH.get(a) ?? null,
      day,
      year,
      length: year === null ? (day === null ? 1 : 2) : rest[1] + 1,
    }
  }
  if (isYear(a)) return { month: null, day: null, year: Number(a), length: 1 }
  return null
}

/** True for a word that belongs to a figure, such as `more` in `more than 15 million`. */
export function isBoundWord(words: readonly string[], at: number): boolean {
  const [word = '', next = '', after = ''] = words.slice(at, at + 3)
  const isFigure = /^[$€£]?\s?\d/.test(after) || NUMBER_WORDS.has(after)
  if (/^(?:more|fewer|less|higher|lower)$/.test(word) && next === 'than') return isFigure
  return /^(?:least|most)$/.test(word) && words[at - 1] === 'at'
}

const MORE = /^(?:than|over|above|least|exceeding|beyond)$/
const LESS = /^(?:under|below|most)$/

export function figureAt(words: readonly string[], at: number, raw: string): Figure | null {
  const word = words[at] ?? ''
  const known = NUMBER_WORDS.get(word)
  if (known === undefined && !/^[$€£]?\s?\d/.test(word)) return null
  if (known === undefined && findFigures(raw)[0]?.length !== raw.replace(/x$/, '').length)
    return null
  const { unit: plain, value } =
    known === undefined ? parseFigure(raw) : { unit: 'number', value: known }
  const unit = raw.startsWith('€') ? 'eur' : raw.startsWith('£') ? 'gbp' : plain
  const digits = /\d+(?:[.,]\d+)*/.exec(word)?.[0].replaceAll(',', '') ?? ''
  const scale = Number(digits) > 0 ? value / Number(digits) : 1
  const step = scale * 10 ** -(digits.split('.')[1]?.length ?? 0)
  const [before = '', last = ''] = words.slice(Math.max(0, at - 2), at)
  const isLess =
    LESS.test(last) ||
    (last === 'than' && /^(?:less|fewer|lower|smaller)$/.test(before)) ||
    (before === 'up' && last === 'to')
  const bound = isLess ? 'less' : MORE.test(last) ? 'more' : null
  return { unit, value, step, bound }
}
