import * as z from 'zod/mini'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

/** A choice from a week ago counts half as much as one from now. */
export const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1000
const MAX_ENTRIES = 100

const Entry = z.object({ count: z.number().check(z.minimum(0)), atMs: z.number() })
const SavedUsage = z.object({ entries: z.record(z.string().check(z.maxLength(300)), Entry) })

/** How often items were chosen, by id. The count decays from the time of the last choice. */
export type Usage = Readonly<Record<string, { count: number; atMs: number }>>

const computeFadedCount = (entry: Usage[string] | undefined, nowMs: number): number =>
  entry === undefined ? 0 : entry.count * 0.5 ** (Math.max(0, nowMs - entry.atMs) / HALF_LIFE_MS)

/** Returns 0 for an item that was never chosen, up to 1 for one chosen often and recently. */
export const computeUsageWeight = (usage: Usage, id: string, nowMs: number): number =>
  1 - 0.5 ** computeFadedCount(Object.hasOwn(usage, id) ? usage[id] : undefined, nowMs)

/** Adds a choice, and drops the least used items when there are too many. */
export const recordUse = (usage: Usage, id: string, nowMs: number): Usage => {
  const used = { ...usage, [id]: { count: computeFadedCount(usage[id], nowMs) + 1, atMs: nowMs } }
  const ids = Object.keys(used)
  if (ids.length <= MAX_ENTRIES) return used
  const mostUsed = ids
    .filter((other) => other !== id)
    .toSorted(
      (one, other) => computeFadedCount(used[other], nowMs) - computeFadedCount(used[one], nowMs),
    )
    .slice(0, MAX_ENTRIES - 1)
  return Object.fromEntries(
    [...mostUsed, id].map((key) => [key, used[key] ?? { count: 1, atMs: nowMs }]),
  )
}

const store = createPersistedStore<{ entries: Usage }>({
  name: 'palette',
  version: 2,
  storage: getPersonalStorage,
  read: (saved) => SavedUsage.safeParse(saved).data ?? { entries: {} },
})

/** Reads the signed-in user's usage again, because another tab may have changed it. */
export const readUsage = (): Usage => {
  void store.persist.rehydrate()
  return store.getState().entries
}

export const saveUse = (id: string, nowMs: number): void => {
  store.setState({ entries: recordUse(readUsage(), id, nowMs) })
}
