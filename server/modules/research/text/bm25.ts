import { termsOf } from './words.ts'

export type Searchable = { title: string; text: string }
export type Hit = { place: number; score: number }

/** k1 bends the count of a word, b the length of a text (Robertson and Zaragoza, 2009). */
const K1 = 2
const B = 0.75
/** A word of the title stands for so many of the text. */
const TITLE_WEIGHT = 2
/** Feedback: the best texts of a first search lend the question their strongest words. */
const FEEDBACK_TEXTS = 5
const FEEDBACK_WORDS = 40
const FEEDBACK_WEIGHT = 0.4

/** Which texts hold a word, and with what weight, in two rows side by side. */
type Postings = { places: Uint32Array; weights: Float64Array }

/** An index of texts for searching by words: BM25 with stems, stop words and pseudo-relevance feedback. */
export function createSearchIndex(texts: readonly Searchable[]) {
  const counts = texts.map(({ title, text }) => countsOf(title, text))
  const lengths = counts.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0))
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / (texts.length || 1) || 1
  const holders = new Map<string, number[]>()
  for (const [place, words] of counts.entries()) {
    for (const word of words.keys()) {
      const list = holders.get(word)
      if (list) list.push(place)
      else holders.set(word, [place])
    }
  }
  const weightIn = (place: number, word: string): number => {
    const count = counts[place]?.get(word) ?? 0
    const norm = K1 * (1 - B + (B * (lengths[place] ?? 0)) / meanLength)
    return (count * (K1 + 1)) / (count + norm)
  }
  const postings = new Map<string, Postings>()
  const rarity = new Map<string, number>()
  for (const [word, places] of holders) {
    postings.set(word, {
      places: Uint32Array.from(places),
      weights: Float64Array.from(places, (place) => weightIn(place, word)),
    })
    const { length } = places
    rarity.set(word, Math.log(1 + (texts.length - length + 0.5) / (length + 0.5)))
  }

  function score(question: ReadonlyMap<string, number>): Hit[] {
    const scores = new Float64Array(texts.length)
    for (const [word, weight] of question) {
      const worth = weight * (rarity.get(word) ?? 0)
      const held = postings.get(word)
      if (!held) continue
      const { places, weights } = held
      // The innermost loop: every text of every word of every question.
      for (let nth = 0; nth < places.length; nth += 1) {
        const place = places[nth] ?? 0
        scores[place] = (scores[place] ?? 0) + worth * (weights[nth] ?? 0)
      }
    }
    const hits: Hit[] = []
    for (let place = 0; place < scores.length; place += 1) {
      const value = scores[place] ?? 0
      if (value > 0) hits.push({ place, score: value })
    }
    return hits.toSorted((a, b) => b.score - a.score || a.place - b.place)
  }

  return {
    /** Texts that share a word with the question, best first; without feedback only those count. */
    search(question: string, { hasFeedback = true }: { hasFeedback?: boolean } = {}): Hit[] {
      const asked = new Map<string, number>()
      for (const word of termsOf(question)) asked.set(word, (asked.get(word) ?? 0) + 1)
      const first = score(asked)
      const best = first[0]
      if (!hasFeedback || best === undefined) return first
      const lent = new Map<string, number>()
      for (const { place, score: value } of first.slice(0, FEEDBACK_TEXTS)) {
        for (const word of counts[place]?.keys() ?? []) {
          const strength = weightIn(place, word) * (rarity.get(word) ?? 0)
          lent.set(word, (lent.get(word) ?? 0) + (value / best.score) * strength)
        }
      }
      const strongest = [...lent].toSorted((a, b) => b[1] - a[1]).slice(0, FEEDBACK_WORDS)
      const most = strongest[0]?.[1] ?? 1
      for (const [word, strength] of strongest) {
        asked.set(word, (asked.get(word) ?? 0) + (FEEDBACK_WEIGHT * strength) / most)
      }
      return score(asked)
    },
  }
}

function countsOf(title: string, text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (word: string, weight: number): void => {
    counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  for (const word of termsOf(title)) count(word, TITLE_WEIGHT)
  for (const word of termsOf(text)) count(word, 1)
  return counts
}
