import * as z from 'zod/mini'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { createPersistStorage, readByMerge } from '#src/lib/storage/persisted.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

const KEY = 'agent-previews'
/** A preview older than this is left over from a closed tab. */
const OLD_AFTER_MS = 24 * 3_600_000

const Preview = z.object({ id: z.string().check(z.maxLength(64)), startedAt: z.number() })
type Preview = z.infer<typeof Preview>

type AgentPreviews = { previews: readonly Preview[] }

const Kept = z.object({ previews: z.array(Preview) })

/** Returns what can be read. The first version saved the bare list. */
const readPreviews = (saved: unknown): AgentPreviews => {
  const read = Kept.safeParse(Array.isArray(saved) ? { previews: saved } : saved)
  return read.success ? read.data : { previews: [] }
}

/**
 * Agents that are only tried out. They exist on the server so that the user can chat with them, and have no icon until they are
 * saved. This browser keeps them, so that those of a closed tab can be deleted later.
 */
export const agentPreviews = createStore<AgentPreviews>()(
  persist((): AgentPreviews => ({ previews: [] }), {
    name: KEY,
    version: 1,
    storage: createPersistStorage(getPersonalStorage),
    migrate: readByMerge,
    merge: readPreviews,
  }),
)

onUserChange(() => void agentPreviews.persist.rehydrate())

const keep = (previews: readonly Preview[]): void => {
  agentPreviews.setState({ previews })
}

const without = (id: string) => agentPreviews.getState().previews.filter((one) => one.id !== id)

export const isPreview = (previews: readonly Preview[], id: string): boolean =>
  previews.some((one) => one.id === id)

export const addPreview = (id: string): void =>
  keep([...without(id), { id, startedAt: Date.now() }])

export const endPreview = (id: string): void => keep(without(id))

/** Returns the ids of previews that a closed tab left behind. */
export const listOldPreviews = (nowMs: number): string[] =>
  agentPreviews
    .getState()
    .previews.filter(({ startedAt }) => nowMs - startedAt > OLD_AFTER_MS)
    .map(({ id }) => id)
