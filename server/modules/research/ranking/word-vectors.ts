/** Weights by word, of length 1 unless empty. */
export type WordVector = Map<string, number>

/** With fewer texts, a word in half of them is not yet common. */
const ENOUGH_TEXTS = 6

/** Weights the words of each text by rarity. */
export function buildVectors(texts: readonly (readonly string[])[]): WordVector[] {
  const spread = countTexts(texts)
  const rarityWeight = (count: number) => Math.sqrt(Math.log(1 + texts.length / count))
  return texts.map((words) => {
    const vector: WordVector = new Map()
    for (const word of new Set(words)) {
      const count = spread.get(word) ?? 1
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

/** Adds the vector to `sum`, in place. */
export function addVector(sum: WordVector, vector: WordVector): void {
  for (const [word, weight] of vector) sum.set(word, (sum.get(word) ?? 0) + weight)
}
