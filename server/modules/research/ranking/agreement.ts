import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import { isContradiction } from '#server/modules/research/claims/contradiction.ts'
import {
  parseFigure,
  findFigures,
  splitSentences,
} from '#server/modules/research/text/sentences.ts'
import { extractTerms, splitWords } from '#server/lib/text/words.ts'

export type Agreement = {
  /** Reports by different sources. Near copies of one text count once. */
  reports: number
  sources: number
  /** For people: `2 sources agree`, `Reported by 2 sources`, `1 source`. */
  text: string
  /** Null if nothing contradicts. */
  conflict: Conflict | null
}

/** Two passages that cannot both be true. `spread` is null if they are not amounts. */
type Conflict = { values: [Reported, Reported]; spread: number | null }

type Reported = { text: string; document: Document }

/** Compares reports of one event. They agree only if they share a figure and no figure contradicts. */
export function compareReports(documents: readonly Document[]): Agreement {
  const sources = new Set(documents.map(({ sourceId }) => sourceId)).size
  const reports = countReports(documents)
  const conflict = findConflict(documents) ?? findDenial(documents)
  return {
    reports,
    sources,
    conflict,
    text: describeAgreement(documents, { reports, sources, conflict }),
  }
}

function describeAgreement(
  documents: readonly Document[],
  { reports, sources, conflict }: Omit<Agreement, 'text'>,
): string {
  if (sources === 1) return '1 source'
  if (conflict !== null) return `Reported by ${sources} sources that disagree`
  if (reports === 1) return `One report, carried by ${sources} sources`
  const agreeing = countAgreeing(documents)
  if (agreeing < 2) return `Reported by ${reports} sources`
  return agreeing < reports ? `${agreeing} of ${reports} sources agree` : `${reports} sources agree`
}

const SHINGLE = 4
const COPY_SHARE = 0.5

function countReports(documents: readonly Document[]): number {
  const kept: { sourceId: string; shingles: Set<string> }[] = []
  for (const { sourceId, title, text } of documents) {
    const words = splitWords(`${title} ${text.slice(0, 1_200)}`)
    const shingles = new Set(
      words.slice(0, 1 - SHINGLE).map((_, at) => words.slice(at, at + SHINGLE).join(' ')),
    )
    const isKnown = kept.some(
      (other) => other.sourceId === sourceId || isCopy(other.shingles, shingles),
    )
    if (!isKnown) kept.push({ sourceId, shingles })
  }
  return kept.length
}

function isCopy(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const small = Math.min(a.size, b.size)
  return small > 0 && [...a].filter((each) => b.has(each)).length / small >= COPY_SHARE
}

/** Returns how many sources give the same figure for the same thing; 0 if no two do. */
function countAgreeing(documents: readonly Document[]): number {
  const said = extractAmounts(documents)
  const counts = said.map((first) => {
    const same = said.filter(
      (other) =>
        other.document.sourceId !== first.document.sourceId &&
        other.unit === first.unit &&
        other.value === first.value &&
        isSameThing(other.words, first.words, MIN_COMMON_WORDS - 1) &&
        hasSameOrder(other.text, first.text),
    )
    return same.length === 0 ? 0 : countReports([first, ...same].map(({ document }) => document))
  })
  return Math.max(0, ...counts)
}

function findDenial(documents: readonly Document[]): Conflict | null {
  const said = documents.slice(0, MAX_REPORTS).flatMap((document) =>
    [document.title, ...splitSentences(document.text).slice(0, 3)].map((text) => ({
      text,
      document,
    })),
  )
  for (const [place, first] of said.entries()) {
    const other = said
      .slice(place + 1)
      .find(
        ({ text, document }) =>
          document.sourceId !== first.document.sourceId && isContradiction(first.text, text),
      )
    if (other) return { values: [first, other], spread: null }
  }
  return null
}

const NAME = /\p{Lu}[\p{L}\p{N}.]+/gu

/** Returns false if two names change places: `A acquired B` does not confirm `B acquired A`. */
function hasSameOrder(one: string, other: string): boolean {
  const [names, others] = [one, other].map((text) => [...new Set(text.match(NAME) ?? [])])
  const shared = names?.filter((name) => others?.includes(name)) ?? []
  return shared.join() === others?.filter((name) => shared.includes(name)).join()
}

type Amount = {
  figure: string
  /** Its sentence. */
  text: string
  unit: string
  value: number
  document: Document
  words: Set<string>
}

/** Sentences that share this many words are about the same thing. */
const MIN_COMMON_WORDS = 4
const MIN_SHARE = 0.4
const MAX_REPORTS = 6
const MAX_COMPARED_SENTENCES = 12
/** Closer amounts are the same, rounded. */
const ROUNDING = 0.02

function extractAmounts(documents: readonly Document[]): Amount[] {
  return documents.slice(0, MAX_REPORTS).flatMap((document) =>
    [document.title, ...splitSentences(document.text).slice(0, MAX_COMPARED_SENTENCES)].flatMap(
      (text) => {
        const words = new Set(extractTerms(text).filter((word) => !/\d/.test(word)))
        return findFigures(text)
          .filter((figure) => /[$%]|percent|illion|thousand/i.test(figure))
          .map((figure) => ({ figure, text, document, words, ...parseFigure(figure) }))
      },
    ),
  )
}

/** Finds the first two reports with different amounts of the same thing. */
function findConflict(documents: readonly Document[]): Conflict | null {
  const said = extractAmounts(documents)
  for (const [place, first] of said.entries()) {
    const other = said.slice(place + 1).find(
      (each) =>
        each.document.sourceId !== first.document.sourceId &&
        each.unit === first.unit &&
        !isNear(each.value, first.value) &&
        isSameThing(each.words, first.words) &&
        // A report that contains both amounts contradicts neither.
        !holds(said, each.document, first.value) &&
        !holds(said, first.document, each.value),
    )
    if (other) {
      const [least, most] = [first.value, other.value].toSorted((a, b) => a - b)
      const spread =
        least !== undefined && most !== undefined && least > 0 ? most / least - 1 : null
      const [a, b] = [first, other].map((each) => ({ text: each.figure, document: each.document }))
      return a && b ? { values: [a, b], spread } : null
    }
  }
  return null
}

const holds = (said: readonly Amount[], document: Document, value: number): boolean =>
  said.some((each) => each.document === document && isNear(each.value, value))

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))

function isSameThing(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  least = MIN_COMMON_WORDS,
): boolean {
  const common = [...a].filter((word) => b.has(word)).length
  return common >= least && common / Math.min(a.size, b.size) >= MIN_SHARE
}
