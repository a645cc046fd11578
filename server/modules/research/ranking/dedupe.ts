import { DAY_MS } from '#server/lib/durations.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import { findFigures } from '#server/modules/research/text/sentences.ts'
import { isStopWord, extractTerms, splitWords } from '#server/lib/text/words.ts'

/** Later reports with similar titles are new ones. */
const SAME_NEWS_MS = DAY_MS
/** Minimum share of common words of two titles. */
const MIN_COMMON_SHARE = 0.6
const MIN_WORDS = 4
/** Daily market reports reuse one template: without a common number they differ. */
const MARKET_REPORT =
  /\b(?:stocks?|shares?|markets?|index(?:es)?|indices|futures|dow|nasdaq|nikkei|s&p|wall st(?:reet)?|ftse|price analysis|price prediction)\b/i

/** Keeps the longest document of each address, and the longest among a source's documents on the same report. */
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
    const title = prepareTitle(document.title, document.publishedAtMs)
    const twin = kept.find(
      ({ document: other, title: known }) =>
        other.sourceId === document.sourceId && isSameReport(known, title),
    )
    if (!twin) kept.push({ document, title })
    else if (document.text.length > twin.document.text.length) twin.document = document
  }
  return kept.map(({ document }) => document)
}

type ComparedTitle = {
  words: ReadonlySet<string>
  /** Names and numbers. Titles with different ones are about different things. */
  marks: ReadonlySet<string>
  numbers: ReadonlySet<string>
  isMarketReport: boolean
  timeMs: number | null
}

/** Reads what `isSameReport` compares. `timeMs` is null if unknown. */
export function prepareTitle(title: string, timeMs: number | null): ComparedTitle {
  const numbers = extractNumbers(title)
  return {
    words: new Set(extractTerms(title)),
    marks: new Set([...numbers, ...extractNames(title)]),
    numbers: new Set(numbers),
    isMarketReport: MARKET_REPORT.test(title),
    timeMs,
  }
}

/** Returns true for two titles of the same report. */
export function isSameReport(a: ComparedTitle, b: ComparedTitle): boolean {
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

const extractNumbers = (title: string): string[] =>
  findFigures(title).map((figure) => figure.toLowerCase().replaceAll(/[\s,]/g, ''))

const extractNames = (title: string): string[] =>
  (title.match(/[\p{Lu}\d][\p{L}\p{N}'’&.-]*/gu) ?? [])
    .flatMap(splitWords)
    .filter((word) => !isStopWord(word))

const isSubset = (small: ReadonlySet<string>, large: ReadonlySet<string>): boolean =>
  [...small].every((mark) => large.has(mark))
