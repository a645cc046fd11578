import type { Digest } from '#contract/research/digest.ts'
import { removeMarkup } from '#server/lib/text/markdown.ts'
import { extractTerms } from '#server/lib/text/words.ts'

const MAX_QUOTES = 2
/** A sentence has at least this share of the words of the question. */
const MIN_SHARE = 0.6

/** Returns sentences of a digest that have the words of a question, as Markdown with their sources; null without any. */
export function quoteDigest({ stories, evidence }: Digest, question: string): string | null {
  const questionTerms = new Set(extractTerms(question))
  if (questionTerms.size === 0) return null
  const sentences = new Map(
    stories.flatMap((story) => story.sentences).map((sentence) => [sentence.text, sentence]),
  )
  const quotes = [...sentences.values()]
    .map((sentence) => ({
      ...sentence,
      share: countShared(new Set(extractTerms(sentence.text)), questionTerms) / questionTerms.size,
    }))
    .filter(({ share }) => share >= MIN_SHARE)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, MAX_QUOTES)
  return quotes.length === 0
    ? null
    : quotes
        .map(({ text, cite }) => {
          const source = evidence.find(({ n }) => n === cite)?.source_name ?? 'A source'
          return `> ${removeMarkup(text)}\n>\n> ${removeMarkup(source)}`
        })
        .join('\n\n')
}

const countShared = (terms: ReadonlySet<string>, questionTerms: ReadonlySet<string>): number =>
  [...questionTerms].filter((term) => terms.has(term)).length
