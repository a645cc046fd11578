import * as z from 'zod/mini'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

/** A preview older than this is left over from a closed tab. */
const OLD_AFTER_MS = 24 * 3_600_000

const Preview = z.object({ id: z.string().check(z.maxLength(64)), startedAt: z.number() })
type Preview = z.infer<typeof Preview>

type AgentPreviews = { previews: readonly Preview[] }

const SavedPreviews = z.object({ previews: z.array(Preview) })

/** Returns what can be read. The first version saved the bare list. */
const readPreviews = (saved: unknown): AgentPreviews => {
  const entry = Array.isArray(saved) ? { previews: saved } : saved
  return SavedPreviews.safeParse(entry).data ?? { previews: [] }
}

/**
 * Agents that are only tried out. They exist on the server so that the user can chat with them, and have no icon until they are
 * saved. This browser keeps them, so that those of a closed tab can be deleted later.
 */
export const agentPreviews = createPersistedStore({
  name: 'agent-previews',
  version: 1,
  storage: getPersonalStorage,
  read: readPreviews,
})

onUserChange(() => void agentPreviews.persist.rehydrate())

const setPreviews = (previews: readonly Preview[]): void => {
  agentPreviews.setState({ previews })
}

const without = (id: string) => agentPreviews.getState().previews.filter((one) => one.id !== id)

export const isPreview = (previews: readonly Preview[], id: string): boolean =>
  previews.some((one) => one.id === id)

export const addPreview = (id: string): void =>
  setPreviews([...without(id), { id, startedAt: Date.now() }])

export const endPreview = (id: string): void => setPreviews(without(id))

/** Returns the ids of previews that a closed tab left behind. */
export const listOldPreviews = (nowMs: number): string[] =>
  agentPreviews
    .getState()
    .previews.filter(({ startedAt }) => nowMs - startedAt > OLD_AFTER_MS)
    .map(({ id }) => id)
