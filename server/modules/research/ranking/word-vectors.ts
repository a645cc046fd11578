/** Weights by word, of length 1 unless empty. */
export type WordVector = Map<string, number>

/** The root reduces the effect of rarity, because the word of a big story is common and still its best mark. */
const RARITY_POWER = 0.5
/** With fewer texts, a word in half of them is not yet common. */
const ENOUGH_TEXTS = 6

/** Texts with fewer words count as if they had this many, so that one shared word is never most of them. */
const MIN_WORDS = 5

/**
 * Weights the words of each text by rarity. `countsOwn` keeps words of only one text: in a small set most words are,
 * and without them one shared word would be all that two titles say.
 */
export function buildVectors(
  texts: readonly (readonly string[])[],
  { countsOwn = false }: { countsOwn?: boolean } = {},
): WordVector[] {
  const spread = countTexts(texts)
  const sets = texts.map((words) => new Set(words))
  const rarityWeight = (count: number) => Math.log(1 + texts.length / count) ** RARITY_POWER
  return sets.map((words, place) => {
    const vector: WordVector = new Map()
    const unsaid = countsOwn && words.size > 0 ? MIN_WORDS - words.size : 0
    if (unsaid > 0) vector.set(`${place} unsaid`, Math.sqrt(unsaid) * rarityWeight(1))
    for (const word of words) {
      const count = spread.get(word) ?? 1
      if (count < 2 && !countsOwn) continue
      // Words of most texts distinguish none.
      if (texts.length >= ENOUGH_TEXTS && count > texts.length / 2) continue
      vector.set(word, rarityWeight(count))
    }
    return scaleToUnit(vector)
  })
}

/** Returns how many texts have each word. */
function countTexts(texts: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const words of texts) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Scales the vector in place to length 1 and returns it. A zero vector stays. */
export function scaleToUnit(vector: WordVector): WordVector {
  const norm = measureLength(vector)
  if (norm > 0) for (const [word, weight] of vector) vector.set(word, weight / norm)
  return vector
}

export function measureLength(vector: WordVector): number {
  let sum = 0
  for (const weight of vector.values()) sum += weight * weight
  return Math.sqrt(sum)
}

export function multiply(a: WordVector, b: WordVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0)
  return sum
}

/** Adds `factor` times the vector to `sum`, in place. */
export function addVector(sum: WordVector, vector: WordVector, factor = 1): void {
  for (const [word, weight] of vector) sum.set(word, (sum.get(word) ?? 0) + factor * weight)
}

/** The numbers of the vectors that have a word, with its weight in each. */
type Postings = Map<string, { place: number; weight: number }[]>

export function buildPostings(vectors: Iterable<readonly [place: number, WordVector]>): Postings {
  const postings: Postings = new Map()
  for (const [place, vector] of vectors) {
    for (const [word, weight] of vector) {
      const list = postings.get(word) ?? []
      if (list.length === 0) postings.set(word, list)
      list.push({ place, weight })
    }
  }
  return postings
}

/** Returns the products with all vectors that share a word with this one, by their numbers. */
export function sumSimilarities(vector: WordVector, postings: Postings): Map<number, number> {
  const similarity = new Map<number, number>()
  for (const [word, weight] of vector) {
    for (const holder of postings.get(word) ?? []) {
      similarity.set(holder.place, (similarity.get(holder.place) ?? 0) + weight * holder.weight)
    }
  }
  return similarity
}

const MIN_SIMILARITY = 0.2
const NEIGHBOR_WEIGHT = 0.6
const MAX_WORDS = 40

/** Mixes each vector with its nearest ones, so that a third headline can link two without a common word. */
export function mixNeighbors(
  vectors: readonly WordVector[],
  { neighbors }: { neighbors: number },
): WordVector[] {
  if (neighbors === 0) return [...vectors]
  const postings = buildPostings(vectors.entries())
  return vectors.map((vector, own) => {
    const nearest = [...sumSimilarities(vector, postings)]
      .filter(([place]) => place !== own)
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, neighbors)
    const mixed: WordVector = new Map(vector)
    for (const [place, value] of nearest) {
      const neighbor = vectors[place]
      if (value >= MIN_SIMILARITY && neighbor) addVector(mixed, neighbor, NEIGHBOR_WEIGHT * value)
    }
    const strongest = [...mixed].toSorted((a, b) => b[1] - a[1]).slice(0, MAX_WORDS)
    return scaleToUnit(new Map(strongest))
  })
}
