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

type Posting = { place: number; weight: number }

/** An index of texts for searching by words: BM25 with stems, stop words and pseudo-relevance feedback. */
export function createSearchIndex(texts: readonly Searchable[]) {
  const counts = texts.map(({ title, text }) => countsOf(title, text))
  const lengths = counts.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0))
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / (texts.length || 1) || 1
  const postings = new Map<string, Posting[]>()
  for (const [place, words] of counts.entries()) {
    const norm = K1 * (1 - B + (B * (lengths[place] ?? 0)) / meanLength)
    for (const [word, count] of words) {
      const list = postings.get(word) ?? []
      if (list.length === 0) postings.set(word, list)
      list.push({ place, weight: (count * (K1 + 1)) / (count + norm) })
    }
  }
  const rarity = new Map<string, number>()
  for (const [word, { length }] of postings) {
    rarity.set(word, Math.log(1 + (texts.length - length + 0.5) / (length + 0.5)))
  }
  /** Each text's own words with their weight, for feedback. */
  const strengths = counts.map((words, place) => {
    const norm = K1 * (1 - B + (B * (lengths[place] ?? 0)) / meanLength)
    return [...words].map(
      ([word, count]) =>
        [word, ((count * (K1 + 1)) / (count + norm)) * (rarity.get(word) ?? 0)] as const,
    )
  })

  function score(question: ReadonlyMap<string, number>): Hit[] {
    const scores = new Float64Array(texts.length)
    for (const [word, weight] of question) {
      const worth = weight * (rarity.get(word) ?? 0)
      for (const posting of postings.get(word) ?? []) {
        scores[posting.place] = (scores[posting.place] ?? 0) + worth * posting.weight
      }
    }
    const hits: Hit[] = []
    for (const [place, value] of scores.entries()) if (value > 0) hits.push({ place, score: value })
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
        for (const [word, strength] of strengths[place] ?? []) {
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
