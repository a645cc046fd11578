import type { Disagreement, Story } from '#contract/research-digest.ts'

import { amountOf, figuresIn } from './sentences.ts'
import { termsOf } from './words.ts'

/** Sentences this like speak of the same thing, so that different numbers in them are a difference. */
const LEAST_COMMON_WORDS = 3

/** Stories whose reports give different amounts of the same thing, each amount as it is spelled and cited. */
export function storyDisagreements(
  stories: readonly Story[],
  nameOf: (cite: number) => string,
): Disagreement[] {
  return stories.flatMap((story) => {
    const said = story.sentences.flatMap(({ text, cite }) =>
      figuresIn(text)
        .filter((figure) => /[$%]|percent|illion|thousand/i.test(figure))
        .map((figure) => ({ figure, cite, text, ...amountOf(figure) })),
    )
    for (const [place, first] of said.entries()) {
      const other = said
        .slice(place + 1)
        .find(
          (each) =>
            each.cite !== first.cite &&
            each.unit === first.unit &&
            each.value !== first.value &&
            isSameThing(first.text, each.text),
        )
      if (!other) continue
      const [least, most] = [Math.min(first.value, other.value), Math.max(first.value, other.value)]
      return [
        {
          subject: story.title,
          about: story.title,
          values: [first, other].map(({ figure, cite }) => ({
            text: figure,
            source_name: nameOf(cite),
            cite,
          })),
          spread: least > 0 ? most / least - 1 : null,
        },
      ]
    }
    return []
  })
}

function isSameThing(a: string, b: string): boolean {
  const words = new Set(termsOf(a).filter((word) => !/\d/.test(word)))
  const common = new Set(termsOf(b).filter((word) => words.has(word)))
  return common.size >= LEAST_COMMON_WORDS
}
