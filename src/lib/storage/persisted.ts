import { persist, type PersistStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { isRecord, parseSavedJson } from './saved-record.ts'
import type { TextStorage } from './storage.ts'

/**
 * Returns the storage for zustand's `persist`. `storage` returns that of the currently signed-in user. An entry without a
 * version counts as version 0 with the entry as its state, unreadable text as version 0 with `null`.
 */
export const createPersistStorage = (storage: () => TextStorage): PersistStorage<unknown> => ({
  getItem: (name) => {
    const text = storage().get(name)
    if (text === null) return null
    const saved = parseSavedJson(text) ?? null
    if (!isRecord(saved) || !('state' in saved)) return { state: saved, version: 0 }
    const version = typeof saved['version'] === 'number' ? saved['version'] : 0
    return { state: saved['state'], version }
  },
  setItem: (name, value) => storage().set(name, JSON.stringify(value)),
  removeItem: (name) => storage().remove(name),
})

/** The `migrate` of stores whose `merge` reads every version. */
export const readByMerge = (saved: unknown): unknown => saved

type PersistedStoreOptions<State> = {
  name: string
  version: number
  /** Returns the storage of the user who is signed in when it is called. */
  storage: () => TextStorage
  /** Returns the state of a saved entry of any version; the first state for `undefined`. */
  read: (saved: unknown) => State
  /** Returns the part of the state to save. Default: the complete state. */
  partialize?: (state: State) => unknown
}

/** Creates a store that is saved after each change. `persist.rehydrate()` reads it again. */
export const createPersistedStore = <State>({
  name,
  version,
  storage,
  read,
  partialize = (state) => state,
}: PersistedStoreOptions<State>) =>
  createStore<State>()(
    persist(() => read(undefined), {
      name,
      version,
      storage: createPersistStorage(storage),
      partialize,
      migrate: readByMerge,
      merge: read,
    }),
  )
