import { DAY_MS } from '#server/lib/durations.ts'
import {
  addVector,
  buildPostings,
  buildVectors,
  measureLength,
  mixNeighbors,
  multiply,
  scaleToUnit,
  sumSimilarities,
  type WordVector,
} from './word-vectors.ts'

export type Clusterable = {
  words: readonly string[]
  /** Words that reports of one event have in common. */
  marks: readonly string[]
  /** Null if unknown. */
  timeMs: number | null
}

/** Thresholds of the cosine similarity. */
type Measures = {
  neighbors: number
  /** A text joins a group from this similarity on. */
  joinAt: number
  mergeAt: number
  /** A text with a lower similarity leaves its group. */
  stayAt: number
}

/** In a small set, one shared word is chance, and neighbors do not help. */
const FEW = 300
const AMONG_FEW: Measures = { neighbors: 0, joinAt: 0.18, mergeAt: 0.18, stayAt: 0.18 }
const AMONG_MANY: Measures = { neighbors: 10, joinAt: 0.15, mergeAt: 0.35, stayAt: 0.4 }
const LOOKS = 2
/** Longest time between reports of one event. */
const EVENT_MS = 5 * DAY_MS

type Group = { sum: WordVector; length: number; timeMs: number | null; size: number }

/**
 * Groups texts about the same event and returns each text's group number. Texts join the most similar group one by
 * one, groups are merged, and then each text is compared with the finished groups twice more, so that the order of
 * the texts matters little. Deterministic.
 */
export function clusterTexts(texts: readonly Clusterable[]): number[] {
  const isFew = texts.length < FEW
  const measures = isFew ? AMONG_FEW : AMONG_MANY
  const words = texts.map((text) => text.words)
  const vectors = mixNeighbors(buildVectors(words, { countsOwn: isFew }), measures)
  const times = texts.map(({ timeMs }) => timeMs)
  let labels = mergeGroups(...assignToGroups(vectors, times, measures), measures)
  for (let look = 0; look < LOOKS; look += 1) labels = reassign(vectors, times, labels, measures)
  return renumber(isFew ? separateStrangers(texts, labels) : labels)
}

/** Two reports of one event share this many marks, or all of the shorter one. */
const MIN_SHARED = 2

/** Moves each text that shares too few marks with every other text of its group into a new group. */
function separateStrangers(texts: readonly Clusterable[], labels: readonly number[]): number[] {
  const sets = texts.map(({ marks }) => new Set(marks))
  const areNear = (a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()) =>
    a.intersection(b).size >= Math.min(MIN_SHARED, a.size, b.size)
  const first = Math.max(0, ...labels) + 1
  return labels.map((label, place) =>
    labels.some((other, at) => other === label && at !== place && areNear(sets[place], sets[at]))
      ? label
      : first + place,
  )
}

function assignToGroups(
  vectors: readonly WordVector[],
  times: readonly (number | null)[],
  { joinAt }: Measures,
): [groups: Group[], labels: number[]] {
  const groups: Group[] = []
  const postings = new Map<string, Set<number>>()
  const labels = vectors.map((vector, place) => {
    const timeMs = times[place] ?? null
    const nearest = findNearestGroup(vector, timeMs, groups, postings)
    const joined = nearest.value > joinAt ? nearest.group : groups.length
    const group = groups[joined] ?? { sum: new Map(), length: 0, timeMs, size: 0 }
    groups[joined] = addToGroup(group, vector, timeMs)
    for (const word of vector.keys()) {
      const known = postings.get(word) ?? new Set<number>()
      postings.set(word, known.add(joined))
    }
    return joined
  })
  return [groups, labels]
}

function findNearestGroup(
  vector: WordVector,
  timeMs: number | null,
  groups: readonly Group[],
  postings: ReadonlyMap<string, ReadonlySet<number>>,
): { group: number; value: number } {
  const similarity = new Map<number, number>()
  for (const [word, weight] of vector) {
    for (const group of postings.get(word) ?? []) {
      const share = weight * (groups[group]?.sum.get(word) ?? 0)
      similarity.set(group, (similarity.get(group) ?? 0) + share)
    }
  }
  let best = { group: -1, value: 0 }
  for (const [group, sum] of similarity) {
    const known = groups[group]
    if (!known || !isSameTime(known.timeMs, timeMs)) continue
    const value = sum / known.length
    if (value > best.value) best = { group, value }
  }
  return best
}

function mergeGroups(groups: Group[], labels: readonly number[], { mergeAt }: Measures): number[] {
  const into = groups.map((_, group) => group)
  const alive = new Set(into)
  const similarity = groups.map((a, i) =>
    Float64Array.from(groups, (b, j) => (j > i ? compareGroups(a, b) : 0)),
  )
  for (;;) {
    const pair = findNearestPair(alive, similarity, mergeAt)
    if (pair === null) break
    const [kept, gone] = pair
    const [a, b] = [groups[kept], groups[gone]]
    if (!a || !b) break
    addVector(a.sum, b.sum)
    groups[kept] = {
      sum: a.sum,
      length: measureLength(a.sum),
      timeMs: averageTime(a, b.timeMs, b.size),
      size: a.size + b.size,
    }
    alive.delete(gone)
    for (const [group, target] of into.entries()) if (target === gone) into[group] = kept
    for (const other of alive) {
      const [merged, against] = [groups[kept], groups[other]]
      if (other === kept || !merged || !against) continue
      const row = similarity[Math.min(kept, other)]
      if (row) row[Math.max(kept, other)] = compareGroups(merged, against)
    }
  }
  return labels.map((label) => into[label] ?? label)
}

function findNearestPair(
  alive: ReadonlySet<number>,
  similarity: readonly Float64Array[],
  mergeAt: number,
): [number, number] | null {
  let best: [number, number] | null = null
  let most = mergeAt
  for (const a of alive) {
    const row = similarity[a]
    if (!row) continue
    for (const b of alive) {
      const value = b > a ? (row[b] ?? 0) : 0
      if (value <= most) continue
      most = value
      best = [a, b]
    }
  }
  return best
}

function reassign(
  vectors: readonly WordVector[],
  times: readonly (number | null)[],
  labels: readonly number[],
  { stayAt }: Measures,
): number[] {
  const groups = new Map<number, Group>()
  for (const [place, label] of labels.entries()) {
    const group = groups.get(label) ?? { sum: new Map(), length: 0, timeMs: null, size: 0 }
    const vector = vectors[place]
    if (vector) addVector(group.sum, vector)
    group.timeMs = averageTime(group, times[place] ?? null, 1)
    group.size += 1
    groups.set(label, group)
  }
  const postings = buildPostings(
    [...groups].map(([label, { sum }]) => [label, scaleToUnit(new Map(sum))] as const),
  )
  const first = Math.max(0, ...labels) + 1
  return labels.map((own, place) => {
    const similarity = sumSimilarities(vectors[place] ?? new Map(), postings)
    const countTexts = (label: number): number => groups.get(label)?.size ?? 0
    let best = own
    let most = countTexts(own) > 1 ? (similarity.get(own) ?? 0) : stayAt
    for (const [label, value] of similarity) {
      const isOther = label !== own && countTexts(label) > 1
      const isNear = isSameTime(groups.get(label)?.timeMs ?? null, times[place] ?? null)
      if (!isOther || !isNear || value <= most) continue
      most = value
      best = label
    }
    return most < stayAt && countTexts(own) > 1 ? first + place : best
  })
}

const compareGroups = (a: Group, b: Group): number =>
  isSameTime(a.timeMs, b.timeMs) ? multiply(a.sum, b.sum) / (a.length * b.length || 1) : 0

const isSameTime = (a: number | null, b: number | null): boolean =>
  a === null || b === null || Math.abs(a - b) <= EVENT_MS

function addToGroup(group: Group, vector: WordVector, timeMs: number | null): Group {
  addVector(group.sum, vector)
  return {
    sum: group.sum,
    length: measureLength(group.sum),
    timeMs: averageTime(group, timeMs, 1),
    size: group.size + 1,
  }
}

function averageTime(group: Group, timeMs: number | null, size: number): number | null {
  if (group.timeMs === null || timeMs === null) return group.timeMs ?? timeMs
  return (group.timeMs * group.size + timeMs * size) / (group.size + size)
}

/** Numbers the groups in the order of their first text. */
function renumber(labels: readonly number[]): number[] {
  const numbers = new Map<number, number>()
  return labels.map((label) => {
    const number = numbers.get(label) ?? numbers.size
    numbers.set(label, number)
    return number
  })
}
