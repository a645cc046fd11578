import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import { compareText } from '#server/lib/compare-text.ts'
import { namesOf, type Plan } from '#server/modules/research/question/plan.ts'
import { amountOf, findFigures, splitSentences } from '#server/modules/research/text/sentences.ts'
import { extractTerms } from '#server/modules/research/text/words.ts'
import { clusterTexts } from './cluster.ts'
import type { Ranked } from './rank.ts'
import { add, dot, unit, buildVectors, type WordVector } from './word-vectors.ts'

/** Reports of one event. */
export type Cluster = {
  documents: Document[]
  sentences: { text: string; document: Document }[]
  conflict: [ReportedAmount, ReportedAmount] | null
  score: number
}

const MAX_STORIES = 10
const MAX_SENTENCES = 3
/** Two sentences with a higher similarity say the same. */
const MAX_SIMILARITY = 0.6
/** Each further source or report adds less to the score. */
const SOURCE_WORTH = 0.5
const SIZE_WORTH = 0.15
/** Lowers the score of further stories from the same source. */
const REPEAT_COST = 0.85

/** Groups ranked texts into stories, best first. */
export function findStories(ranked: readonly Ranked[], plan: Plan): Cluster[] {
  const common = new Set(
    [...plan.subjects.flatMap(namesOf), ...plan.terms].flatMap((name) => extractTerms(name)),
  )
  const labels = clusterTexts(
    ranked.map(({ document }) => ({
      // The words of the question are in all texts and would join everything.
      words: extractTerms(document.title).filter((word) => !common.has(word)),
      timeMs: document.publishedAtMs,
    })),
  )
  const groups = new Map<number, Ranked[]>()
  for (const [place, label] of labels.entries()) {
    const one = ranked[place]
    if (one) groups.set(label, [...(groups.get(label) ?? []), one])
  }
  const clusters = [...groups.values()].map(buildCluster)
  return diversified(clusters).slice(0, MAX_STORIES)
}

function buildCluster(members: readonly Ranked[]): Cluster {
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
    conflict: findConflict(documents),
    score,
  }
}

/** Takes the best story repeatedly, counting what its source already has. */
function diversified(clusters: readonly Cluster[]): Cluster[] {
  let left = [...clusters]
  const taken: Cluster[] = []
  const seen = new Map<string, number>()
  const worth = ({ documents, score }: Cluster): number =>
    score * REPEAT_COST ** (seen.get(documents[0]?.sourceId ?? '') ?? 0)
  while (left.length > 0) {
    const [next, ...rest] = left.toSorted(
      (a, b) => worth(b) - worth(a) || compareText(idOf(a), idOf(b)),
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
  const all = documents
    .slice(0, 8)
    .flatMap((document) =>
      splitSentences(document.text).map((text, place) => ({ text, document, place })),
    )
  const vectors = buildVectors(all.map(({ text }) => extractTerms(text)))
  const center: WordVector = new Map()
  for (const vector of vectors) add(center, vector)
  unit(center)
  const scored = all
    .map((sentence, nth) => {
      const vector = vectors[nth] ?? new Map<string, number>()
      // Reports start with what matters most.
      const worth = dot(vector, center) + 0.3 / (1 + sentence.place)
      return { ...sentence, vector, worth, nth }
    })
    .toSorted((a, b) => b.worth - a.worth || a.nth - b.nth)
  const chosen: typeof scored = []
  for (const candidate of scored) {
    if (chosen.length >= MAX_SENTENCES) break
    const isRepeated = chosen.some(
      ({ text, vector }) =>
        text === candidate.text || dot(vector, candidate.vector) > MAX_SIMILARITY,
    )
    if (!isRepeated) chosen.push(candidate)
  }
  return chosen.toSorted((a, b) => a.nth - b.nth).map(({ text, document }) => ({ text, document }))
}

const idOf = ({ documents }: Cluster): string => documents[0]?.id ?? ''

type ReportedAmount = { figure: string; value: number; document: Document }

/** Sentences that share this many words are about the same thing. */
const MIN_COMMON_WORDS = 4
const MIN_SHARE = 0.4
const MAX_REPORTS = 6
const MAX_COMPARED_SENTENCES = 12
/** Closer amounts are the same, rounded. */
const ROUNDING = 0.02

/** Finds the first two reports with different amounts of the same thing. */
function findConflict(documents: readonly Document[]): [ReportedAmount, ReportedAmount] | null {
  const said = documents.slice(0, MAX_REPORTS).flatMap((document) =>
    [document.title, ...splitSentences(document.text).slice(0, MAX_COMPARED_SENTENCES)].flatMap(
      (text) => {
        const words = new Set(extractTerms(text).filter((word) => !/\d/.test(word)))
        return findFigures(text)
          .filter((figure) => /[$%]|percent|illion|thousand/i.test(figure))
          .map((figure) => ({ figure, document, words, ...amountOf(figure) }))
      },
    ),
  )
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
    if (other) return [first, other]
  }
  return null
}

const holds = (said: readonly ReportedAmount[], document: Document, value: number): boolean =>
  said.some((each) => each.document === document && isNear(each.value, value))

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))

function isSameThing(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((word) => b.has(word)).length
  return common >= MIN_COMMON_WORDS && common / Math.min(a.size, b.size) >= MIN_SHARE
}
