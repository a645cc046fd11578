import { editDistance } from '#server/lib/text/edit-distance.ts'

const MIN_REPAIRED = 4
const LONG_WORD = 8

export const isRepairable = (word: string): boolean =>
  word.length >= MIN_REPAIRED && !/\d/.test(word)

/** Returns the candidate that a misspelled word most likely means; null if no or several candidates are equally near. */
export function findRepair(word: string, candidates: readonly string[]): string | null {
  if (!isRepairable(word)) return null
  const limit = word.length >= LONG_WORD ? 2 : 1
  let best: string | null = null
  let least = limit + 1
  let isTied = false
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue
    // A short word with another letter is more often another word.
    if (word.length === MIN_REPAIRED && !isSwapped(word, candidate) && !isMissing(word, candidate))
      continue
    const distance = editDistance(word, candidate)
    if (distance > least) continue
    isTied = distance === least && best !== null
    if (distance < least) [best, least] = [candidate, distance]
  }
  return isTied && least > 1 ? null : best
}

const isSwapped = (one: string, other: string): boolean =>
  one.length === other.length && sortLetters(one) === sortLetters(other)

/** `smrt` for `smart`: a letter is missing inside. */
const isMissing = (short: string, long: string): boolean =>
  long.length === short.length + 1 && long[0] === short[0] && long.at(-1) === short.at(-1)

const sortLetters = (word: string): string => word.split('').toSorted().join('')
