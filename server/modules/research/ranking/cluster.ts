import { DAY_MS } from '#server/lib/durations.ts'
import {
  addVector,
  buildVectors,
  measureLength,
  multiply,
  type WordVector,
} from './word-vectors.ts'

export type Clusterable = {
  words: readonly string[]
  /** Words that reports of one event have in common. */
  marks: readonly string[]
  /** Null if unknown. */
  timeMs: number | null
}

/** A text joins a group from this cosine similarity on. */
const MIN_SIMILARITY = 0.15
/** Longest time between reports of one event. */
const EVENT_MS = 5 * DAY_MS
/** Two reports of one event share this many marks, or all of the shorter one. */
const MIN_SHARED = 2

type Group = { sum: WordVector; timesMs: number[] }

/** Groups texts about the same event and returns each text's group number. Each text joins the most similar group. */
export function clusterTexts(texts: readonly Clusterable[]): number[] {
  const vectors = buildVectors(texts.map(({ words }) => words))
  const groups: Group[] = []
  const labels = texts.map(({ timeMs }, place) => {
    const vector = vectors[place] ?? new Map<string, number>()
    const similarities = groups.map((group) =>
      isSameTime(group.timesMs, timeMs)
        ? multiply(group.sum, vector) / (measureLength(group.sum) || 1)
        : 0,
    )
    const most = Math.max(0, ...similarities)
    const joined = most > MIN_SIMILARITY ? similarities.indexOf(most) : groups.length
    const group = groups[joined] ?? { sum: new Map(), timesMs: [] }
    groups[joined] = group
    addVector(group.sum, vector)
    if (timeMs !== null) group.timesMs.push(timeMs)
    return joined
  })
  return separateStrangers(texts, labels)
}

const isSameTime = (timesMs: readonly number[], timeMs: number | null): boolean =>
  timeMs === null || timesMs.every((other) => Math.abs(other - timeMs) <= EVENT_MS)

/** Moves each text that shares too few marks with every other text of its group into a group of its own. */
function separateStrangers(texts: readonly Clusterable[], labels: readonly number[]): number[] {
  const sets = texts.map(({ marks }) => new Set(marks))
  const areNear = (a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()) =>
    a.intersection(b).size >= Math.min(MIN_SHARED, a.size, b.size)
  const isStranger = labels.map(
    (label, place) =>
      !labels.some(
        (other, at) => other === label && at !== place && areNear(sets[place], sets[at]),
      ),
  )
  const moved = labels.map((label, place) => (isStranger[place] ? `alone ${place}` : `${label}`))
  const numbers = [...new Set(moved)]
  return moved.map((label) => numbers.indexOf(label))
}
