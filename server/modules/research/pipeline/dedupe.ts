import type { Document } from './evidence.ts'
import { figuresIn } from '#server/modules/research/text/sentences.ts'
import { isStopWord, termsOf, wordsOf } from '#server/modules/research/text/words.ts'

/** Copies of a report appear within a day; what sounds alike later is told anew. Never above 48 h. */
const SAME_NEWS_MS = 24 * 3_600_000
/** Share of common words of two titles. */
const MIN_COMMON_SHARE = 0.6
/** Two words in common are chance. */
const MIN_WORDS = 4
/** Reports of a market's day are written anew every few hours by one template: without a common number they differ. */
const MARKET_REPORT =
  /\b(?:stocks?|shares?|markets?|index(?:es)?|indices|futures|dow|nasdaq|nikkei|s&p|wall st(?:reet)?|ftse|price analysis|price prediction)\b/i

/** Texts without repetitions: one for each address, and one for each title that says the same. The fullest is kept. */
export function dedupe(documents: readonly Document[]): Document[] {
  const byAddress = new Map<string, Document>()
  for (const document of documents) {
    const known = byAddress.get(document.canonicalUrl)
    if (!known || document.text.length > known.text.length) {
      byAddress.set(document.canonicalUrl, document)
    }
  }
  const kept: { document: Document; title: ComparedTitle }[] = []
  for (const document of byAddress.values()) {
    const title = comparedTitle(document.title, document.publishedAtMs)
    const twin = kept.find(
      ({ document: other, title: known }) =>
        other.sourceId === document.sourceId && saysTheSame(known, title),
    )
    if (!twin) kept.push({ document, title })
    else if (document.text.length > twin.document.text.length) twin.document = document
  }
  return kept.map(({ document }) => document)
}

type ComparedTitle = {
  words: ReadonlySet<string>
  /** Names and numbers: two titles with different ones are of different things, whatever else they share. */
  marks: ReadonlySet<string>
  numbers: ReadonlySet<string>
  isMarketReport: boolean
  timeMs: number | null
}

export function comparedTitle(title: string, timeMs: number | null): ComparedTitle {
  const numbers = numbersOf(title)
  return {
    words: new Set(termsOf(title)),
    marks: new Set([...numbers, ...namesOf(title)]),
    numbers: new Set(numbers),
    isMarketReport: MARKET_REPORT.test(title),
    timeMs,
  }
}

/** True for two titles of one report: within a day, nearly the same words, the same names and numbers. */
export function saysTheSame(a: ComparedTitle, b: ComparedTitle): boolean {
  if (a.timeMs !== null && b.timeMs !== null && Math.abs(a.timeMs - b.timeMs) > SAME_NEWS_MS) {
    return false
  }
  if (a.isMarketReport || b.isMarketReport) {
    if (![...a.numbers].some((number) => b.numbers.has(number))) return false
  }
  const [small, large] = a.words.size <= b.words.size ? [a, b] : [b, a]
  if (small.words.size < MIN_WORDS) return false
  let common = 0
  for (const word of small.words) if (large.words.has(word)) common += 1
  if (common / (small.words.size + large.words.size - common) < MIN_COMMON_SHARE) return false
  return isSubset(small.marks, large.marks) || isSubset(large.marks, small.marks)
}

const numbersOf = (title: string): string[] =>
  figuresIn(title).map((figure) => figure.toLowerCase().replaceAll(/[\s,]/g, ''))

/** Words with a capital or a digit. */
const namesOf = (title: string): string[] =>
  (title.match(/[\p{Lu}\d][\p{L}\p{N}'’&.-]*/gu) ?? [])
    .flatMap(wordsOf)
    .filter((word) => !isStopWord(word))

const isSubset = (small: ReadonlySet<string>, large: ReadonlySet<string>): boolean =>
  [...small].every((mark) => large.has(mark))
