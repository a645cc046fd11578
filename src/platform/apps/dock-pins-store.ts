import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { createPersistStorage, readByMerge } from '#src/lib/storage/persisted.ts'
import { isRecord, isText } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { getAppPath } from './app-path.ts'

const PINS_KEY = 'dock'
const MAX_PINS = 40

/** Paths of the apps that stay in the dock, in order. */
type DockPins = { pins: readonly string[] }

const AS_DELIVERED: DockPins = { pins: ['/wallet-finder', '/agent-builder', '/settings'] }

const isPath = (value: unknown): value is string => isText(value, 300) && value.startsWith('/')

const readPins = (saved: unknown): DockPins => {
  const kept: unknown = isRecord(saved) ? saved['pins'] : undefined
  return Array.isArray(kept)
    ? { pins: [...new Set(kept.filter(isPath))].slice(0, MAX_PINS) }
    : AS_DELIVERED
}

export const createDockPins = (storage: () => TextStorage) => {
  const store = createStore<DockPins>()(
    persist((): DockPins => AS_DELIVERED, {
      name: PINS_KEY,
      version: 1,
      storage: createPersistStorage(storage),
      migrate: readByMerge,
      merge: readPins,
    }),
  )
  const put = (pins: readonly string[]) => store.setState({ pins: pins.slice(0, MAX_PINS) })
  const without = (path: string) =>
    store.getState().pins.filter((pinned) => pinned !== getAppPath(path))
  return {
    store,
    pin: (path: string) => put([...without(path), getAppPath(path)]),
    unpin: (path: string) => put(without(path)),
    reorder: put,
    /** Takes over the pins of another browser. */
    adopt: (saved: unknown) => store.setState(readPins(saved)),
    /** Moves a pin by one place among the `shown` pins. */
    move: (path: string, step: 1 | -1, shown: readonly string[]) => {
      const own = getAppPath(path)
      const neighbor = shown[shown.indexOf(own) + step]
      const { pins } = store.getState()
      if (!shown.includes(own) || neighbor === undefined) return
      put(pins.map((pin) => (pin === own ? neighbor : pin === neighbor ? own : pin)))
    },
    reload: () => void store.persist.rehydrate(),
  }
}

export const dockPins = createDockPins(getPersonalStorage)
onUserChange(dockPins.reload)

export const useDockPins = (): readonly string[] => useStore(dockPins.store, ({ pins }) => pins)

export const isPinned = (path: string): boolean =>
  dockPins.store.getState().pins.includes(getAppPath(path))
