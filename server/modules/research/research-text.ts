import type { Digest } from '#contract/research-digest.ts'

import { markdownOf } from '#server/modules/research/pipeline/digest-markdown.ts'

const MAX_FIGURES = 8
const MAX_STORIES = 5

/** A digest as one answer of a chat: the first figures and stories with the sources they cite, in the export's form. */
export function researchText(digest: Digest): string {
  const figures = digest.figures.slice(0, MAX_FIGURES)
  const stories = digest.stories.slice(0, MAX_STORIES)
  const cited = new Set([
    ...figures.map(({ cite }) => cite),
    ...stories.flatMap(({ title_cite: title, sentences }) => [
      title,
      ...sentences.map(({ cite }) => cite),
    ]),
    ...(digest.prose?.paragraphs.flat().flatMap(({ cites }) => cites) ?? []),
    ...digest.disagreements.flatMap(({ values }) => values.map(({ cite }) => cite)),
  ])
  const evidence = digest.evidence.filter(({ n }) => cited.has(n))
  const short = markdownOf({ ...digest, figures, stories, evidence, timeline: [] })
  return `${short}\nOpen **Research** for the sources of every statement.`
}
