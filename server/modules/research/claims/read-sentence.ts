import { parseFigure, findFigures } from '#server/modules/research/text/sentences.ts'
import {
  baseForm,
  FUNCTION_WORDS,
  isVerbForm,
  MONTHS,
  NUMBER_WORDS,
  findOperator,
  PREPOSITIONS,
  RELATIONS,
  type Operator,
} from './vocabulary.ts'

/** A word with meaning, a figure or a date, with what the rules need to know of its place. */
export type Token = {
  kind: 'word' | 'figure' | 'date'
  text: string
  base: string
  /** Index in `Sentence.words`. */
  at: number
  clause: number
  /** The preposition that governs it. */
  prep: string | null
  isPossessive: boolean
  isCapital: boolean
  /** True if its words are reported, as in `Kamino said` or `according to Kamino`. */
  isSpeaker: boolean
  figure: { unit: string; value: number; step: number; bound: 'more' | 'less' | null } | null
  date: { month: number | null; day: number | null; year: number | null } | null
}

export type Clause = {
  operators: Operator[]
  hasSubject: boolean
  hasVerb: boolean
  /** The verb in the passive voice, or null. */
  passive: string | null
  /** Index of its first word. */
  from: number
  opener: string
}

export type Sentence = { tokens: Token[]; clauses: Clause[]; words: string[] }

const WORD =
  /(?:[$€£]\s?)?\d+(?:[.,]\d+)*(?:\s?(?:%|percent\b|trillion\b|billion\b|million\b|thousand\b|[bmk]\b))?(?![\p{L}\d])|[\p{L}\p{M}\p{N}$]+(?:[.’'-][\p{L}\p{M}\p{N}]+)*|[,;:()–—]/giu
const BREAKS = new Set([
  'while',
  'whereas',
  'but',
  'although',
  'though',
  'because',
  'which',
  'who',
  'where',
  'when',
  'compared',
  'versus',
])
const MONTH = new Map(
  MONTHS.flatMap(
    (name, nth) =>
      [
        [name, nth],
        [name.slice(0, 3), nth],
      ] as const,
  ),
)
const BE = /^(?:is|are|was|were|been|be|being)$/
const ADVERB = /ly$|^(?:not|also|then|later|earlier|never|still)$/

/** Splits a sentence into clauses and words with meaning. `words` holds every word in lower case. */
export function readSentence(text: string): Sentence {
  const raw = text.normalize('NFKC').match(WORD) ?? []
  const words = raw.map((word) => word.toLowerCase().replaceAll('’', "'"))
  const tokens: Token[] = []
  const clauses: Clause[] = [newClause(0, '')]
  let prep: string | null = null
  let clause = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (
      opensClause(
        words,
        at,
        tokens.some((token) => token.clause === clause && token.kind === 'figure'),
        clauses[clause]?.hasVerb === true,
      )
    ) {
      if (isSaid(clauses[clause], tokens, clause, word)) {
        clauses.push(newClause(at, /^[,;–—]$/.test(word) ? (words[at + 1] ?? '') : word))
      }
      clause = clauses.length - 1
      prep = null
    }
    if (/^[,;:()–—]$/.test(word)) {
      prep = null
      continue
    }
    const current = clauses[clause]
    if (!current) break
    const bare = word.replace(/'s?$/, '')
    const date = dateAt(words, at)
    if (date !== null) {
      tokens.push({ ...newToken(word, at, clause, prep), kind: 'date', date })
      at += date.length - 1
      prep = null
      continue
    }
    const operator =
      word === 'may' && /^\p{Lu}/u.test(raw[at] ?? '') ? undefined : findOperator(word)
    if (operator !== undefined) current.operators.push(operator)
    if (isVerbForm(bare) || isPresent(raw, at))
      noteVerb(
        current,
        words,
        at,
        tokens.some((token) => token.clause === clause),
      )
    if (PREPOSITIONS.has(bare)) prep = bare
    const figure = figureAt(words, at, raw[at] ?? '')
    if (figure !== null) {
      tokens.push({ ...newToken(word, at, clause, prep), kind: 'figure', figure })
      continue
    }
    if (isBoundWord(words, at)) continue
    const isTime = bare === 'this' && TIME.test(words[at + 1] ?? '')
    const hasMeaning =
      isTime ||
      RELATIONS.has(bare) ||
      (!FUNCTION_WORDS.has(bare) && (operator === undefined || bare.length > 4))
    if (isVerbForm(bare) && !word.includes("'")) prep = null
    if (hasMeaning && bare !== '') {
      tokens.push({
        ...newToken(bare, at, clause, prep),
        isPossessive: word !== bare,
        isCapital: /^\p{Lu}/u.test(raw[at] ?? ''),
        isSpeaker: isSpeakerAt(words, at),
      })
    }
  }
  return { tokens, clauses, words }
}

const newClause = (from: number, opener: string): Clause => ({
  operators: [],
  hasSubject: false,
  hasVerb: false,
  passive: null,
  from,
  opener,
})

const newToken = (text: string, at: number, clause: number, prep: string | null): Token => ({
  kind: 'word',
  text,
  base: baseForm(text),
  at,
  clause,
  prep,
  isPossessive: false,
  isCapital: false,
  isSpeaker: false,
  figure: null,
  date: null,
})

/** `Dune puts`: a name and a word in the third person. */
const isPresent = (raw: readonly string[], at: number): boolean =>
  /^\p{Ll}{2,}s$/u.test(raw[at] ?? '') &&
  /^\p{Lu}/u.test(raw[at - 1] ?? '') &&
  !FUNCTION_WORDS.has(raw[at] ?? '')

const SAY = /^(?:said|says|say|told|stated|noted|added|announced|reported|confirmed)$/
const TIME = /^(?:week|month|year|quarter|morning|weekend|day|summer|winter|spring|autumn)$/

function isSpeakerAt(words: readonly string[], at: number): boolean {
  const [last = '', before = '', next = '', after = ','] = [
    words[at - 1],
    words[at - 2],
    words[at + 1],
    words[at + 2],
  ]
  if (SAY.test(next)) return true
  if (last === 'to' && before === 'according') return true
  return SAY.test(last) && (next === '' || next === ',') && (before === ',' || after === ',')
}

const isSaid = (
  clause: Clause | undefined,
  tokens: readonly Token[],
  number: number,
  word: string,
): boolean =>
  clause !== undefined &&
  (clause.hasVerb ||
    (BREAKS.has(word) && tokens.filter((token) => token.clause === number).length > 1) ||
    tokens.some((token) => token.clause === number && token.kind === 'figure'))

function opensClause(
  words: readonly string[],
  at: number,
  hasFigure: boolean,
  hasVerb: boolean,
): boolean {
  const word = words[at] ?? ''
  // Each figure after a comma is a statement of its own.
  if (word === ',' && hasFigure) {
    const rest = words.slice(at + 1)
    const end = rest.indexOf(',')
    return rest.slice(0, end < 0 ? rest.length : end).some((each) => /^[$€£]?\s?\d/.test(each))
  }
  if (
    /^(?:it|they|he|she)$/.test(word) &&
    hasVerb &&
    !SAY.test(words[at - 1] ?? '') &&
    words[at - 1] !== 'that'
  )
    return true
  if (/^[;–—]$/.test(word) || BREAKS.has(word)) return true
  if (word === 'and' || word === 'or') return opensAfterAnd(words, at)
  return false
}

/** `A and B rose` has one clause, `A rose and fell` and `A rose and B fell` have two. */
function opensAfterAnd(words: readonly string[], at: number): boolean {
  for (let next = at + 1; next < Math.min(words.length, at + 5); next += 1) {
    const word = words[next] ?? ''
    if (/^[,;]$/.test(word) || PREPOSITIONS.has(word)) return false
    if (isVerbForm(word) || /^[$\d]/.test(word) || NUMBER_WORDS.has(word))
      return words.slice(0, at).some((each) => isVerbForm(each) || each.endsWith('s'))
  }
  return false
}

function noteVerb(clause: Clause, words: readonly string[], at: number, hasTokens: boolean): void {
  if (!clause.hasVerb) clause.hasSubject = hasTokens
  clause.hasVerb = true
  const before =
    words
      .slice(Math.max(0, at - 3), at)
      .filter((word) => !ADVERB.test(word))
      .at(-1) ?? ''
  if (BE.test(before) && !BE.test(words[at] ?? '')) clause.passive = words[at] ?? null
}

type DatePart = { month: number | null; day: number | null; year: number | null; length: number }

function dateAt(words: readonly string[], at: number): DatePart | null {
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
      /^(?:in|since|by|until|of)$/.test(words[at - 1] ?? '')) &&
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
function isBoundWord(words: readonly string[], at: number): boolean {
  const [word = '', next = '', after = ''] = words.slice(at, at + 3)
  const isFigure = /^[$€£]?\s?\d/.test(after) || NUMBER_WORDS.has(after)
  if (/^(?:more|fewer|less|higher|lower)$/.test(word) && next === 'than') return isFigure
  return /^(?:least|most)$/.test(word) && words[at - 1] === 'at'
}

const MORE = /^(?:than|over|above|least|exceeding|beyond)$/
const LESS = /^(?:under|below|most)$/

function figureAt(words: readonly string[], at: number, raw: string): Token['figure'] {
  const word = words[at] ?? ''
  const known = NUMBER_WORDS.get(word)
  if (known === undefined && !/^[$€£]?\s?\d/.test(word)) return null
  if (known === undefined && findFigures(raw)[0]?.length !== raw.length) return null
  const { unit, value } = known === undefined ? parseFigure(raw) : { unit: 'number', value: known }
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
