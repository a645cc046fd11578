import { extractTerms } from './words.ts'

/** `index` is the place in the indexed texts. */
export type Hit = { index: number; score: number }

/** BM25: k1 limits what repeating a word adds, b corrects for the length of a text (Robertson and Zaragoza, 2009). */
const K1 = 2
const B = 0.7
const TITLE_WEIGHT = 2

/** Indexes texts for search by BM25 over stems without stop words. A word in the title counts twice. */
export function createSearchIndex(texts: readonly { title: string; text: string }[]) {
  const lengths: number[] = []
  const postings = new Map<string, Map<number, number>>()
  for (const [index, { title, text }] of texts.entries()) {
    const [titleTerms, textTerms] = [extractTerms(title), extractTerms(text)]
    const terms = [...Array.from({ length: TITLE_WEIGHT }, () => titleTerms).flat(), ...textTerms]
    lengths.push(terms.length)
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map<number, number>()
      postings.set(term, counts.set(index, (counts.get(index) ?? 0) + 1))
    }
  }
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / texts.length || 1

  /** Returns the texts that share a word with the question, best first. */
  return function search(question: string): Hit[] {
    const scores = new Map<number, number>()
    for (const term of extractTerms(question)) {
      const counts = postings.get(term) ?? new Map<number, number>()
      const rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5))
      for (const [index, count] of counts) {
        const norm = K1 * (1 - B + (B * (lengths[index] ?? 0)) / meanLength)
        const score = (rarity * (count * (K1 + 1))) / (count + norm)
        scores.set(index, (scores.get(index) ?? 0) + score)
      }
    }
    return [...scores]
      .map(([index, score]) => ({ index, score }))
      .toSorted((a, b) => b.score - a.score || a.index - b.index)
  }
}
