import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

/** `.env` of the working directory. */
export const envFile = (): string => path.resolve('.env')

/** The values of the file; none when it is absent. Throws the system's error when it cannot be read. */
export const readEnvFile = (file: string): Record<string, string | undefined> =>
  existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}

/** A name of `names` that is nobody's and looks like one of `known`, with the name that was probably meant. */
export type Misspelling = { name: string; meant: string }

export const misspellings = (names: readonly string[], known: readonly string[]): Misspelling[] =>
  names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, known)
      return meant === null ? [] : [{ name, meant }]
    })

/** One slip for every four characters, at least one: PROT is PORT, DATABSE_ULR is DATABASE_URL, DEBUG is nothing. */
const slipsAllowed = (name: string): number => Math.max(1, Math.floor(name.length / 4))

const nearest = (name: string, known: readonly string[]): string | null => {
  const upper = name.toUpperCase().replaceAll('-', '_')
  const scored = known
    .map((key) => ({ key, slips: isPartOf(upper, key) ? 1 : slips(upper, key) }))
    .filter(({ slips: count }) => count <= slipsAllowed(upper))
    .toSorted((a, b) => a.slips - b.slips)
  return scored[0]?.key ?? null
}

/** RPC_URL is SOLANA_RPC_URL with a word left out. */
const isPartOf = (name: string, key: string): boolean => {
  const words = name.split('_')
  const left = key.split('_')
  if (words.length < 2) return false
  return words.every((word) => {
    const at = left.indexOf(word)
    left.splice(0, at + 1)
    return at >= 0
  })
}

/** Insertions, deletions, replacements and swaps of neighbors from one text to the other (optimal string alignment). */
const slips = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
