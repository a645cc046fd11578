import { useStore } from 'zustand'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord, isText } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

export const MAX_PROMPTS = 50
export const MAX_PROMPT_NAME = 40
export const MAX_PROMPT_TEXT = 4_000

/** A text that the user inserts by its name. Names are unique. */
export type Prompt = { readonly name: string; readonly text: string }

type SavedPrompts = { prompts: readonly Prompt[] }

/** Returns a name that can be typed after `/`; empty if no character of it can. */
export const toPromptName = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^-/, '')
    .slice(0, MAX_PROMPT_NAME)
    .replace(/(-|[\uD800-\uDBFF])$/, '')

const isPrompt = (value: unknown): value is Prompt =>
  isRecord(value) &&
  isText(value['name'], MAX_PROMPT_NAME) &&
  value['name'] !== '' &&
  toPromptName(value['name']) === value['name'] &&
  isText(value['text'], MAX_PROMPT_TEXT)

const readPrompts = (saved: unknown): SavedPrompts => {
  const kept: unknown = isRecord(saved) ? saved['prompts'] : undefined
  const known = Array.isArray(kept) ? kept.filter(isPrompt) : []
  const byName = new Map(known.map(({ name, text }) => [name, { name, text }]))
  return { prompts: [...byName.values()].slice(0, MAX_PROMPTS) }
}

export const createPrompts = (storage: () => TextStorage) => {
  const store = createPersistedStore({ name: 'prompts', version: 1, storage, read: readPrompts })
  /** Another tab may have changed them. */
  const reload = () => void store.persist.rehydrate()
  const readOthers = (name: string | null) => {
    reload()
    return store.getState().prompts.filter((prompt) => prompt.name !== name)
  }
  return {
    store,
    reload,
    /** Saves a prompt in place of the one named `replaced`. Returns false if it has no room or its name is in use. */
    save: (prompt: Prompt, replaced: string | null): boolean => {
      const others = readOthers(replaced)
      if (others.length >= MAX_PROMPTS || others.some(({ name }) => name === prompt.name))
        return false
      const prompts = [...others, prompt].toSorted((one, other) =>
        one.name.localeCompare(other.name, 'en'),
      )
      store.setState({ prompts })
      return true
    },
    remove: (name: string) => store.setState({ prompts: readOthers(name) }),
  }
}

/** The prompts of the signed-in user. They are too large to sync with the desktop. */
export const prompts = createPrompts(getPersonalStorage)
onUserChange(prompts.reload)

export const usePrompts = (): readonly Prompt[] => useStore(prompts.store, (state) => state.prompts)
