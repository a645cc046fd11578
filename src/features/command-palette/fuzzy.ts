/** Positions in a text, counted in code points; the end is not included. */
export type Range = readonly [start: number, end: number]

export type FuzzyMatch = {
  /** 0 to 1; 1 for the text itself. */
  score: number
  ranges: readonly Range[]
}

const EXACT = 1
const PREFIX = 0.95
const WORD_PREFIX = 0.85
const INITIALS = 0.75
const INSIDE = 0.6
/** Letters in order but apart: from nearly together to just bearable. */
const SCATTERED_MOST = 0.45
const SCATTERED_LEAST = 0.2
/** Scattered letters further apart than this many times their number are chance. */
const MOST_SPREAD = 2
/** Of two words that match alike, the earlier one wins by a little. */
const LATE_WORD_COST = 0.02

/** Small letters without accents, one for each code point, so that positions stay true. */
export const fold = (text: string): string[] =>
  Array.from(text, (character) => {
    const [base = character] = Array.from(character.normalize('NFD').toLowerCase())
    return base
  })

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

const wordStartsOf = (text: readonly string[]): number[] =>
  text.flatMap((character, index) =>
    isWordCharacter(character) && !isWordCharacter(text[index - 1]) ? [index] : [],
  )

const isAt = (text: readonly string[], word: readonly string[], start: number) =>
  word.every((character, index) => text[start + index] === character)

const startsWithInitials = (
  text: readonly string[],
  starts: readonly number[],
  word: readonly string[],
): FuzzyMatch | null => {
  if (word.length < 2) return null
  const from = starts.findIndex((_, first) =>
    word.every((character, index) => text[starts[first + index] ?? -1] === character),
  )
  if (from === -1) return null
  const ranges = word.map((_, index): Range => {
    const at = starts[from + index] ?? 0
    return [at, at + 1]
  })
  return { score: INITIALS, ranges }
}

/** The letters in order, beginning at the start of a word. */
const scattered = (
  text: readonly string[],
  starts: readonly number[],
  word: readonly string[],
): FuzzyMatch | null => {
  if (word.length < 2) return null
  let best: FuzzyMatch | null = null
  for (const start of starts) {
    if (text[start] !== word[0]) continue
    const places: number[] = []
    for (let at = start; at < text.length && places.length < word.length; at += 1) {
      if (text[at] === word[places.length]) places.push(at)
    }
    const last = places.at(-1)
    if (places.length < word.length || last === undefined) continue
    const spread = (last - start + 1) / word.length
    if (spread > MOST_SPREAD) continue
    const score =
      SCATTERED_MOST - ((SCATTERED_MOST - SCATTERED_LEAST) * (spread - 1)) / (MOST_SPREAD - 1)
    if (best === null || score > best.score) {
      best = { score, ranges: places.map((at): Range => [at, at + 1]) }
    }
  }
  return best
}

const matchWord = (
  text: readonly string[],
  starts: readonly number[],
  word: readonly string[],
): FuzzyMatch | null => {
  const whole = (start: number): readonly Range[] => [[start, start + word.length]]
  if (isAt(text, word, 0)) {
    return { score: text.length === word.length ? EXACT : PREFIX, ranges: whole(0) }
  }
  const nth = starts.findIndex((start) => isAt(text, word, start))
  const wordStart = starts[nth]
  if (wordStart !== undefined) {
    return {
      score: WORD_PREFIX - Math.min(nth, 5) * LATE_WORD_COST,
      ranges: whole(wordStart),
    }
  }
  const initials = startsWithInitials(text, starts, word)
  if (initials !== null) return initials
  const inside = text.findIndex((_, start) => isAt(text, word, start))
  if (inside !== -1) return { score: INSIDE, ranges: whole(inside) }
  return scattered(text, starts, word)
}

export const wordsOf = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean)

/** What is known by several texts: its title, and other words which count for less. */
export type Findable = { title: string; keywords?: readonly string[] }

const KEYWORD_SHARE = 0.8

/**
 * How well a query finds something: every word of the query must be in the title or in one keyword. Null when one is
 * not; ranges tell where the title matched. An empty query finds everything alike.
 */
export const matchFindable = (
  query: string,
  { title, keywords = [] }: Findable,
): FuzzyMatch | null => {
  const words = wordsOf(query).map(fold)
  if (words.length === 0) return { score: 0, ranges: [] }
  const texts = [title, ...keywords].map((text, index) => {
    const folded = fold(text)
    return { folded, starts: wordStartsOf(folded), share: index === 0 ? 1 : KEYWORD_SHARE }
  })
  const [own] = texts
  if (own !== undefined && isAt(own.folded, fold(query.trim()), 0)) {
    const length = fold(query.trim()).length
    return { score: length === own.folded.length ? EXACT : PREFIX, ranges: [[0, length]] }
  }
  let sum = 0
  const ranges: Range[] = []
  for (const word of words) {
    let best: FuzzyMatch | null = null
    for (const { folded, starts, share } of texts) {
      const match = matchWord(folded, starts, word)
      if (match === null) continue
      const score = match.score * share
      if (best === null || score > best.score) {
        best = { score, ranges: share === 1 ? match.ranges : [] }
      }
    }
    if (best === null) return null
    sum += best.score
    ranges.push(...best.ranges)
  }
  return { score: sum / words.length, ranges: joinRanges(ranges) }
}

const joinRanges = (ranges: readonly Range[]): Range[] => {
  const joined: Range[] = []
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1]) {
      joined[joined.length - 1] = [last[0], Math.max(last[1], end)]
    } else joined.push([start, end])
  }
  return joined
}

/** A text cut at its ranges, in order. */
export const cutAt = (
  text: string,
  ranges: readonly Range[],
): { text: string; isMatch: boolean }[] => {
  const characters = Array.from(text)
  const parts: { text: string; isMatch: boolean }[] = []
  let at = 0
  const add = (end: number, isMatch: boolean) => {
    if (end > at) parts.push({ text: characters.slice(at, end).join(''), isMatch })
    at = Math.max(at, end)
  }
  for (const [start, end] of ranges) {
    add(start, false)
    add(end, true)
  }
  add(characters.length, false)
  return parts
}
