import { extractFeatures } from './phrase-features.ts'

export type Route = { id: string; texts: readonly { text: string; weight: number }[] }
export type Ranked = { id: string; score: number }

export type Router = {
  /** Returns all routes, best first. Scores range from 0 to about 1. */
  rank(text: string): Ranked[]
}

type Vector = Map<string, number>

const NEIGHBORS = 5
const NEIGHBOR_DECAY = 0.8
/** Dampens features that repeat within a phrase. */
const DAMPING = 0.7

/**
 * Ranks the routes of a phrase by TF-IDF: half by the nearest examples, half by the centroid of all examples. The
 * weights were chosen on one half of the phrases of 147 tools and measured on the other (bench/chat/bench.ts).
 */
export function createRouter(routes: readonly Route[]): Router {
  const texts = routes.flatMap((route, at) =>
    route.texts.map(({ text, weight }) => ({ at, weight, features: extractFeatures(text) })),
  )
  const rarity = inverseFrequency(texts.map(({ features }) => features))
  const vectors = texts.map(({ features }) => unit(features, rarity))
  const examples = index(vectors)
  const middles = index(
    routes.map((_, at) =>
      normalized(
        texts.flatMap((text, which) =>
          text.at === at ? [{ vector: vectors[which] ?? new Map(), weight: text.weight }] : [],
        ),
      ),
    ),
  )
  return {
    rank(text) {
      const query = unit(extractFeatures(text), rarity)
      const near = dot(query, examples, texts.length)
      const middle = dot(query, middles, routes.length)
      const found = routes.map((): number[] => [])
      texts.forEach(({ at, weight }, which) => found[at]?.push((near[which] ?? 0) * weight))
      return routes
        .map(({ id }, at) => ({ id, score: (nearness(found[at] ?? []) + (middle[at] ?? 0)) / 2 }))
        .toSorted((a, b) => b.score - a.score)
    },
  }
}

/** Returns the first score less half of the second, because a phrase that fits two routes is ambiguous. */
export const measureCertainty = (ranked: readonly Ranked[]): number =>
  (ranked[0]?.score ?? 0) - (ranked[1]?.score ?? 0) / 2

function nearness(similarities: number[]): number {
  const nearest = similarities.toSorted((a, b) => b - a).slice(0, NEIGHBORS)
  const weights = nearest.map((_, at) => NEIGHBOR_DECAY ** at)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return 0
  return nearest.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / total
}

function inverseFrequency(phrases: readonly Vector[]): (feature: string) => number {
  const counts = new Map<string, number>()
  for (const phrase of phrases) {
    for (const feature of phrase.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return (feature) => Math.log((phrases.length + 1) / ((counts.get(feature) ?? 0) + 1)) + 1
}

function unit(features: Vector, rarity: (feature: string) => number): Vector {
  const vector: Vector = new Map()
  for (const [feature, count] of features) vector.set(feature, count ** DAMPING * rarity(feature))
  return ofLengthOne(vector)
}

function normalized(parts: readonly { vector: Vector; weight: number }[]): Vector {
  const sum: Vector = new Map()
  for (const { vector, weight } of parts) {
    for (const [feature, value] of vector)
      sum.set(feature, (sum.get(feature) ?? 0) + value * weight)
  }
  return ofLengthOne(sum)
}

function ofLengthOne(vector: Vector): Vector {
  const length = Math.hypot(...vector.values()) || 1
  for (const [feature, value] of vector) vector.set(feature, value / length)
  return vector
}

type Index = Map<string, { at: number; value: number }[]>

function index(vectors: readonly Vector[]): Index {
  const entries: Index = new Map()
  vectors.forEach((vector, at) => {
    for (const [feature, value] of vector) {
      const known = entries.get(feature)
      if (known === undefined) entries.set(feature, [{ at, value }])
      else known.push({ at, value })
    }
  })
  return entries
}

function dot(query: Vector, entries: Index, size: number): Float64Array {
  const sums = new Float64Array(size)
  for (const [feature, weight] of query) {
    for (const { at, value } of entries.get(feature) ?? []) {
      sums[at] = (sums[at] ?? 0) + weight * value
    }
  }
  return sums
}
