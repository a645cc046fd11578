import type { Answer, Digest, Disagreement, Story } from '#contract/research/digest.ts'

const listCites = ({ sentences, comparison }: Answer): number[] => [
  ...sentences.map(({ cite }) => cite),
  ...(comparison?.rows ?? []).flatMap(({ cells }) => cells.flatMap((cell) => cell?.cite ?? [])),
]

/** Returns the digest with its evidence numbered from 1 in the order of reading: first what the answer cites. */
export function numberEvidence(made: Digest & { answer: Answer }): Digest {
  const { answer, evidence, figures, series, stories, disagreements, timeline } = made
  const order = [...new Set([...listCites(answer), ...evidence.map(({ n }) => n)])]
  const numbers = new Map(order.map((before, place) => [before, place + 1]))
  const renumber = (n: number): number => numbers.get(n) ?? n
  const withCite = <Citing extends { cite: number }>(citing: Citing): Citing => ({
    ...citing,
    cite: renumber(citing.cite),
  })
  const ofDisagreement = (each: Disagreement): Disagreement => ({
    ...each,
    values: each.values.map(withCite),
  })
  const ofStory = (story: Story): Story => ({
    ...story,
    title_cite: renumber(story.title_cite),
    sentences: story.sentences.map(withCite),
    cites: story.cites.map(renumber),
    ...(story.disagreement ? { disagreement: ofDisagreement(story.disagreement) } : {}),
  })
  return {
    ...made,
    answer: {
      ...answer,
      sentences: answer.sentences.map(withCite),
      comparison: answer.comparison && {
        ...answer.comparison,
        rows: answer.comparison.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => cell && withCite(cell)),
        })),
      },
    },
    evidence: evidence
      .map((entry) => ({ ...entry, n: renumber(entry.n) }))
      .toSorted((a, b) => a.n - b.n),
    figures: figures.map(withCite),
    series: series.map(withCite),
    stories: stories.map(ofStory),
    disagreements: disagreements.map(ofDisagreement),
    timeline: timeline.map(withCite),
  }
}
