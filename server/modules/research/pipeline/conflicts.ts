import type { Document } from './evidence.ts'
import { amountOf, figuresIn, sentencesOf } from '#server/modules/research/text/sentences.ts'
import { termsOf } from '#server/modules/research/text/words.ts'

/** An amount as a report spells it. */
export type Said = { figure: string; value: number; document: Document }

/** Sentences with this many words in common speak of the same thing, so that other numbers in them are a difference. */
const MIN_COMMON_WORDS = 4
const MIN_SHARE = 0.4
const MAX_REPORTS = 6
const MAX_SENTENCES = 12
/** Closer amounts are the same one, rounded. */
const ROUNDING = 0.02

/** The first two reports of one event that give different amounts of the same thing; null when none do. */
export function conflictOf(documents: readonly Document[]): [Said, Said] | null {
  const said = documents.slice(0, MAX_REPORTS).flatMap((document) =>
    [document.title, ...sentencesOf(document.text).slice(0, MAX_SENTENCES)].flatMap((text) => {
      const words = new Set(termsOf(text).filter((word) => !/\d/.test(word)))
      return figuresIn(text)
        .filter((figure) => /[$%]|percent|illion|thousand/i.test(figure))
        .map((figure) => ({ figure, document, words, ...amountOf(figure) }))
    }),
  )
  for (const [place, first] of said.entries()) {
    const other = said.slice(place + 1).find(
      (each) =>
        each.document.sourceId !== first.document.sourceId &&
        each.unit === first.unit &&
        !isNear(each.value, first.value) &&
        isSameThing(each.words, first.words) &&
        // Where one of them says both, they do not contradict each other.
        !holds(said, each.document, first.value) &&
        !holds(said, first.document, each.value),
    )
    if (other) return [first, other]
  }
  return null
}

const holds = (said: readonly Said[], document: Document, value: number): boolean =>
  said.some((each) => each.document === document && isNear(each.value, value))

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))

function isSameThing(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((word) => b.has(word)).length
  return common >= MIN_COMMON_WORDS && common / Math.min(a.size, b.size) >= MIN_SHARE
}
