import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { parseSaved } from '#src/lib/storage/saved-json.ts'
import { onUserChange, personalStorage } from '#src/platform/auth/personal-storage.ts'

const KEY = 'agent-previews'
/** By then nobody is trying it any more, in no tab. */
const OLD_AFTER_MS = 24 * 3_600_000

const Preview = z.object({ id: z.string().check(z.maxLength(64)), startedAt: z.number() })
type Preview = z.infer<typeof Preview>

const load = () => ({ previews: parseSaved(personalStorage().get(KEY), z.array(Preview)) ?? [] })

/**
 * Agents that are only being tried: they exist on the server so that one can chat with them, and stand on no desktop
 * until they are saved. Kept in this browser, so that what a closed tab left is found again.
 */
export const agentPreviews = createStore<{ previews: readonly Preview[] }>(load)

onUserChange(() => agentPreviews.setState(load()))

const keep = (previews: readonly Preview[]) => {
  agentPreviews.setState({ previews })
  personalStorage().set(KEY, JSON.stringify(previews))
}

const without = (id: string) => agentPreviews.getState().previews.filter((one) => one.id !== id)

export const isPreview = (previews: readonly Preview[], id: string): boolean =>
  previews.some((one) => one.id === id)

export const addPreview = (id: string): void =>
  keep([...without(id), { id, startedAt: Date.now() }])

export const endPreview = (id: string): void => keep(without(id))

/** Those that nobody came back to. */
export const oldPreviews = (nowMs: number): string[] =>
  agentPreviews
    .getState()
    .previews.filter(({ startedAt }) => nowMs - startedAt > OLD_AFTER_MS)
    .map(({ id }) => id)
