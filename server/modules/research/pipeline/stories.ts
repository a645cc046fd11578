import { clusterTexts } from './cluster.ts'
import { conflictOf, type Said } from './conflicts.ts'
import type { Document } from './evidence.ts'
import { namesOf, type Plan } from './plan.ts'
import type { Ranked } from './rank.ts'
import { sentencesOf } from '#server/modules/research/text/sentences.ts'
import {
  add,
  dot,
  unit,
  vectorsOf,
  type WordVector,
} from '#server/modules/research/text/word-vectors.ts'
import { termsOf } from '#server/modules/research/text/words.ts'

/** Reports of one event, best first, before they are numbered. */
export type Cluster = {
  documents: Document[]
  sentences: { text: string; document: Document }[]
  /** Two reports with different amounts of the same thing. */
  conflict: [Said, Said] | null
  score: number
}

const MAX_STORIES = 10
const MAX_SENTENCES = 3
/** A sentence this like one already chosen says it again. */
const SAID_ALREADY = 0.6
/** Each further source of a story, and each further report, is worth less than the one before. */
const SOURCE_WORTH = 0.5
const SIZE_WORTH = 0.15
/** A source that has filled the places above is worth less below. */
const REPEAT_COST = 0.85

/** Texts of one event together, each with the sentences that say most of it; best first. */
export function storiesOf(ranked: readonly Ranked[], plan: Plan): Cluster[] {
  const common = new Set(
    [...plan.subjects.flatMap(namesOf), ...plan.terms].flatMap((name) => termsOf(name)),
  )
  const labels = clusterTexts(
    ranked.map(({ document }) => ({
      // What the question asked for stands in all of them and joins everything to everything.
      words: termsOf(document.title).filter((word) => !common.has(word)),
      timeMs: document.publishedAtMs,
    })),
  )
  const groups = new Map<number, Ranked[]>()
  for (const [place, label] of labels.entries()) {
    const one = ranked[place]
    if (one) groups.set(label, [...(groups.get(label) ?? []), one])
  }
  const clusters = [...groups.values()].map(clusterOf)
  return diversified(clusters).slice(0, MAX_STORIES)
}

function clusterOf(members: readonly Ranked[]): Cluster {
  const documents = members.map(({ document }) => document)
  const sources = new Set(documents.map(({ sourceId }) => sourceId)).size
  const best = Math.max(...members.map(({ score }) => score))
  const score =
    best *
    (1 + SOURCE_WORTH * Math.log2(sources)) *
    (1 + SIZE_WORTH * Math.log2(Math.max(1, documents.length)))
  return {
    documents,
    sentences: bestSentences(documents),
    conflict: conflictOf(documents),
    score,
  }
}

/** Takes the best again and again, each time counting what its source has had already. */
function diversified(clusters: readonly Cluster[]): Cluster[] {
  let left = [...clusters]
  const taken: Cluster[] = []
  const seen = new Map<string, number>()
  const worth = ({ documents, score }: Cluster): number =>
    score * REPEAT_COST ** (seen.get(documents[0]?.sourceId ?? '') ?? 0)
  while (left.length > 0) {
    const [next, ...rest] = left.toSorted(
      (a, b) => worth(b) - worth(a) || compare(idOf(a), idOf(b)),
    )
    if (!next) break
    left = rest
    taken.push(next)
    const source = next.documents[0]?.sourceId ?? ''
    seen.set(source, (seen.get(source) ?? 0) + 1)
  }
  return taken
}

/** The sentences nearest to what all reports say together, none of which repeats another, in the order of the reports. */
function bestSentences(documents: readonly Document[]): Cluster['sentences'] {
  const all = documents
    .slice(0, 8)
    .flatMap((document) =>
      sentencesOf(document.text).map((text, place) => ({ text, document, place })),
    )
  const vectors = vectorsOf(all.map(({ text }) => termsOf(text)))
  const center: WordVector = new Map()
  for (const vector of vectors) add(center, vector)
  unit(center)
  const scored = all
    .map((sentence, nth) => {
      const vector = vectors[nth] ?? new Map<string, number>()
      // A report says first what matters most.
      const worth = dot(vector, center) + 0.3 / (1 + sentence.place)
      return { ...sentence, vector, worth, nth }
    })
    .toSorted((a, b) => b.worth - a.worth || a.nth - b.nth)
  const chosen: typeof scored = []
  for (const candidate of scored) {
    if (chosen.length >= MAX_SENTENCES) break
    const isRepeated = chosen.some(
      ({ text, vector }) => text === candidate.text || dot(vector, candidate.vector) > SAID_ALREADY,
    )
    if (!isRepeated) chosen.push(candidate)
  }
  return chosen.toSorted((a, b) => a.nth - b.nth).map(({ text, document }) => ({ text, document }))
}

const idOf = ({ documents }: Cluster): string => documents[0]?.id ?? ''

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
