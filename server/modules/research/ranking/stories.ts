import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import { compareText } from '#server/lib/text/compare-text.ts'
import { readIntent } from '#server/modules/research/question/question-intent.ts'
import { listNames, type Plan } from '#server/modules/research/question/plan.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { extractTerms } from '#server/lib/text/words.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { type Agreement, compareReports } from './agreement.ts'
import { clusterTexts } from './cluster.ts'
import type { Ranked } from './rank.ts'
import { addVector, buildVectors, multiply, scaleToUnit, type WordVector } from './word-vectors.ts'

/** Reports of one event. `sentences` are the ones to show. */
export type Cluster = {
  documents: Document[]
  sentences: { text: string; document: Document }[]
  agreement: Agreement
  score: number
}

const MAX_STORIES = 10
const MAX_SENTENCES = 3
/** Two sentences with a higher similarity are repeats. */
const MAX_SIMILARITY = 0.6
/** Each further source or report adds less to the score. */
const SOURCE_WORTH = 0.5
/** If the question has specific words, a story with these words ranks above one with many reports. */
const ASKED_SOURCE_WORTH = 0.12
const SIZE_WORTH = 0.15
/** Lowers the score of further stories from the same source. */
const REPEAT_COST = 0.85

/** Words of nearly every story here. */
const FIELD = ['solana', 'sol', 'crypto', 'blockchain', 'demo']

/** Groups ranked texts into stories, best first. */
export function findStories(ranked: readonly Ranked[], plan: Plan): Cluster[] {
  const names = new Set([...plan.subjects.flatMap(listNames), ...FIELD].flatMap(extractTerms))
  // The words of the question are in all texts and would join everything.
  const questionTerms = new Set(plan.terms.flatMap(extractTerms))
  const labels = clusterTexts(
    ranked.map(({ document }) => {
      const marks = extractTerms(document.title).filter((word) => !names.has(word))
      const words = marks.filter((word) => !questionTerms.has(word))
      return { words, marks, timeMs: document.publishedAtMs }
    }),
  )
  const groups = new Map<number, Ranked[]>()
  for (const [place, label] of labels.entries()) {
    const one = ranked[place]
    if (one) groups.set(label, [...(groups.get(label) ?? []), one])
  }
  const isOpen = readIntent(plan).words.length === 0
  const clusters = [...groups.values()].map((members) => buildCluster(members, isOpen))
  return diversified(clusters).slice(0, MAX_STORIES)
}

function buildCluster(members: readonly Ranked[], isOpen: boolean): Cluster {
  const documents = members.map(({ document }) => document)
  const agreement = compareReports(documents)
  const best = Math.max(...members.map(({ score }) => score))
  const score =
    best *
    (1 + (isOpen ? SOURCE_WORTH : ASKED_SOURCE_WORTH) * Math.log2(agreement.reports)) *
    (isOpen ? 1 + SIZE_WORTH * Math.log2(Math.max(1, documents.length)) : 1)
  return {
    documents,
    sentences: bestSentences(documents),
    agreement,
    score,
  }
}

/** Sorts by score, where each further story of a source loses some. */
function diversified(clusters: readonly Cluster[]): Cluster[] {
  let left = [...clusters]
  const taken: Cluster[] = []
  const seen = new Map<string, number>()
  const worth = ({ documents, score }: Cluster): number =>
    score * REPEAT_COST ** (seen.get(documents[0]?.sourceId ?? '') ?? 0)
  while (left.length > 0) {
    const [next, ...rest] = left.toSorted(
      (a, b) => worth(b) - worth(a) || compareText(clusterId(a), clusterId(b)),
    )
    if (!next) break
    left = rest
    taken.push(next)
    const source = next.documents[0]?.sourceId ?? ''
    seen.set(source, (seen.get(source) ?? 0) + 1)
  }
  return taken
}

/** Picks the sentences closest to what all reports say, without repeats, in the order of the reports. */
function bestSentences(documents: readonly Document[]): Cluster['sentences'] {
  const all = documents.slice(0, 8).flatMap((document) =>
    splitSentences(document.text)
      .filter(isQuotable)
      .map((text, place) => ({ text, document, place })),
  )
  const vectors = buildVectors(all.map(({ text }) => extractTerms(text)))
  const center: WordVector = new Map()
  for (const vector of vectors) addVector(center, vector)
  scaleToUnit(center)
  const scored = all
    .map((sentence, nth) => {
      const vector = vectors[nth] ?? new Map<string, number>()
      // Reports start with what matters most.
      const worth = multiply(vector, center) + 0.3 / (1 + sentence.place)
      return { ...sentence, vector, worth, nth }
    })
    .toSorted((a, b) => b.worth - a.worth || a.nth - b.nth)
  const chosen: typeof scored = []
  for (const candidate of scored) {
    if (chosen.length >= MAX_SENTENCES) break
    const isRepeated = chosen.some(
      ({ text, vector }) =>
        text === candidate.text || multiply(vector, candidate.vector) > MAX_SIMILARITY,
    )
    if (!isRepeated) chosen.push(candidate)
  }
  return chosen.toSorted((a, b) => a.nth - b.nth).map(({ text, document }) => ({ text, document }))
}

const clusterId = ({ documents }: Cluster): string => documents[0]?.id ?? ''
