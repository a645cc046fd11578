/** Weights by word, of length 1 unless empty. */
export type WordVector = Map<string, number>

/**
 * Each text's words weighted by rarity. The root flattens the difference, because the word that a big story is about is
 * common among the texts and still its best mark.
 */
const RARITY_POWER = 0.5
/** Of fewer, half is no count. */
const ENOUGH_TEXTS = 6

/** A text of fewer words is compared as if it said that many, so that one word in common is never most of it. */
const MIN_WORDS = 5

/**
 * `countsOwn`: what a text says alone takes its share of the length. Among few texts most words are of one text alone;
 * without them one word in common would be all that two titles say.
 */
export function vectorsOf(
  texts: readonly (readonly string[])[],
  { countsOwn = false }: { countsOwn?: boolean } = {},
): WordVector[] {
  const spread = new Map<string, number>()
  const sets = texts.map((words) => new Set(words))
  for (const words of sets) for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1)
  const weightOf = (count: number) => Math.log(1 + texts.length / count) ** RARITY_POWER
  return sets.map((words, place) => {
    const vector: WordVector = new Map()
    const unsaid = countsOwn && words.size > 0 ? MIN_WORDS - words.size : 0
    if (unsaid > 0) vector.set(`${place} unsaid`, Math.sqrt(unsaid) * weightOf(1))
    for (const word of words) {
      const count = spread.get(word) ?? 1
      // A word of one text alone joins it to nothing.
      if (count < 2 && !countsOwn) continue
      // A word of most texts tells none of them apart.
      if (texts.length >= ENOUGH_TEXTS && count > texts.length / 2) continue
      vector.set(word, weightOf(count))
    }
    return unit(vector)
  })
}

export function unit(vector: WordVector): WordVector {
  const norm = lengthOf(vector)
  if (norm > 0) for (const [word, weight] of vector) vector.set(word, weight / norm)
  return vector
}

export function lengthOf(vector: WordVector): number {
  let sum = 0
  for (const weight of vector.values()) sum += weight * weight
  return Math.sqrt(sum)
}

export function dot(a: WordVector, b: WordVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0)
  return sum
}

/** Adds `vector` times `factor` into `sum`. */
export function add(sum: WordVector, vector: WordVector, factor = 1): void {
  for (const [word, weight] of vector) sum.set(word, (sum.get(word) ?? 0) + factor * weight)
}

/** Which vectors hold a word, and with what weight. */
type Holders = Map<string, { place: number; weight: number }[]>

const holdersOf = (vectors: readonly WordVector[]): Holders => {
  const holders: Holders = new Map()
  for (const [place, vector] of vectors.entries()) {
    for (const [word, weight] of vector) {
      const list = holders.get(word) ?? []
      if (list.length === 0) holders.set(word, list)
      list.push({ place, weight })
    }
  }
  return holders
}

const MIN_SIMILARITY = 0.2
const NEIGHBOR_WEIGHT = 0.6
const MAX_WORDS = 40

/**
 * Each vector with a share of its nearest neighbors mixed in, so that two headlines of one event that share no word
 * meet through a third that shares words with both.
 */
export function smoothed(
  vectors: readonly WordVector[],
  { neighbors }: { neighbors: number },
): WordVector[] {
  if (neighbors === 0) return [...vectors]
  const holders = holdersOf(vectors)
  return vectors.map((vector, own) => {
    const likeness = new Map<number, number>()
    for (const [word, weight] of vector) {
      for (const holder of holders.get(word) ?? []) {
        if (holder.place === own) continue
        likeness.set(holder.place, (likeness.get(holder.place) ?? 0) + weight * holder.weight)
      }
    }
    const nearest = [...likeness].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, neighbors)
    const mixed: WordVector = new Map(vector)
    for (const [place, value] of nearest) {
      const neighbor = vectors[place]
      if (value >= MIN_SIMILARITY && neighbor) add(mixed, neighbor, NEIGHBOR_WEIGHT * value)
    }
    const strongest = [...mixed].toSorted((a, b) => b[1] - a[1]).slice(0, MAX_WORDS)
    return unit(new Map(strongest))
  })
}
