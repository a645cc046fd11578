import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/storage/saved-json.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'

const USAGE_KEY = 'palette'

/** What was chosen a week ago counts half of what is chosen now. */
export const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1000
const MOST_ENTRIES = 100

const Entry = z.object({ count: z.number().check(z.minimum(0)), atMs: z.number() })
const SavedUsage = z.object({
  version: z.literal(1),
  entries: z.record(z.string().check(z.maxLength(300)), Entry),
})

/** How often items were chosen, by id: a count that fades, as of the time of the last choice. */
export type Usage = Readonly<Record<string, { count: number; atMs: number }>>

const fadedCount = (entry: Usage[string] | undefined, nowMs: number): number =>
  entry === undefined ? 0 : entry.count * 0.5 ** (Math.max(0, nowMs - entry.atMs) / HALF_LIFE_MS)

/** 0 for what was never chosen, towards 1 for what is chosen often and lately. */
export const usageWeight = (usage: Usage, id: string, nowMs: number): number =>
  1 - 0.5 ** fadedCount(Object.hasOwn(usage, id) ? usage[id] : undefined, nowMs)

/** The same after one more choice; the least used are forgotten when there are too many. */
export const recordUse = (usage: Usage, id: string, nowMs: number): Usage => {
  const used = { ...usage, [id]: { count: fadedCount(usage[id], nowMs) + 1, atMs: nowMs } }
  const ids = Object.keys(used)
  if (ids.length <= MOST_ENTRIES) return used
  const kept = ids
    .filter((other) => other !== id)
    .toSorted((one, other) => fadedCount(used[other], nowMs) - fadedCount(used[one], nowMs))
    .slice(0, MOST_ENTRIES - 1)
  return Object.fromEntries(
    [...kept, id].map((key) => [key, used[key] ?? { count: 1, atMs: nowMs }]),
  )
}

export const loadUsage = (storage: TextStorage): Usage =>
  parseSaved(storage.get(USAGE_KEY), SavedUsage)?.entries ?? {}

export const saveUsage = (storage: TextStorage, entries: Usage): void =>
  storage.set(USAGE_KEY, JSON.stringify({ version: 1, entries }))
