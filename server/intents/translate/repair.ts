/**
 * Returns the number of edits that turn one word into the other: a letter added, dropped, replaced, or swapped
 * with its neighbor.
 */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a[row - 1] === b[at - 1]
      let cost = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]) {
        cost = Math.min(cost, (beforeLast[at - 2] ?? 0) + 1)
      }
      next.push(cost)
    }
    beforeLast = last
    last = next
  }
  return last[b.length] ?? 0
}

const MIN_REPAIRED = 4
const LONG_WORD = 8

export const isRepairable = (word: string): boolean =>
  word.length >= MIN_REPAIRED && !/\d/.test(word)

/** Returns the nearest of `candidates` that a word may mistype, or null if none or several are near. */
export function findRepair(word: string, candidates: readonly string[]): string | null {
  if (!isRepairable(word)) return null
  const limit = word.length >= LONG_WORD ? 2 : 1
  let best: string | null = null
  let least = limit + 1
  let isTied = false
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue
    // A short word with another letter is more often another word.
    if (word.length === MIN_REPAIRED && !isSwapped(word, candidate)) continue
    const distance = editDistance(word, candidate)
    if (distance > least) continue
    isTied = distance === least && best !== null
    if (distance < least) [best, least] = [candidate, distance]
  }
  return isTied && least > 1 ? null : best
}

const isSwapped = (one: string, other: string): boolean =>
  one.length === other.length && sortLetters(one) === sortLetters(other)

const sortLetters = (word: string): string => word.split('').toSorted().join('')
