import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { useStore } from 'zustand'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord, isText } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { getAppPath } from './app-path.ts'

const MAX_PINS = 40
const MAX_PATH_LENGTH = 300

/** Paths of the apps that stay in the dock, in order. */
type DockPins = { pins: readonly string[] }

const DEFAULT_PINS: DockPins = {
  pins: [PRODUCT_APPS.caAnalysis.path, PRODUCT_APPS.agentBuilder.path, PRODUCT_APPS.settings.path],
}

const isPath = (value: unknown): value is string =>
  isText(value, MAX_PATH_LENGTH) && value.startsWith('/')

const readPins = (saved: unknown): DockPins => {
  const savedPins: unknown = isRecord(saved) ? saved['pins'] : undefined
  return Array.isArray(savedPins)
    ? { pins: [...new Set(savedPins.filter(isPath))].slice(0, MAX_PINS) }
    : DEFAULT_PINS
}

export const createDockPins = (storage: () => TextStorage) => {
  const store = createPersistedStore({ name: 'dock', version: 1, storage, read: readPins })
  const setPins = (pins: readonly string[]) => store.setState({ pins: pins.slice(0, MAX_PINS) })
  const without = (path: string) =>
    store.getState().pins.filter((pinned) => pinned !== getAppPath(path))
  return {
    store,
    pin: (path: string) => setPins([...without(path), getAppPath(path)]),
    unpin: (path: string) => setPins(without(path)),
    reorder: setPins,
    /** Replaces the pins by those of another browser. */
    adopt: (saved: unknown) => store.setState(readPins(saved)),
    /** Moves a pin by one place among the `shown` pins. */
    move: (path: string, step: 1 | -1, shown: readonly string[]) => {
      const own = getAppPath(path)
      const neighbor = shown[shown.indexOf(own) + step]
      const { pins } = store.getState()
      if (!shown.includes(own) || neighbor === undefined) return
      setPins(pins.map((pin) => (pin === own ? neighbor : pin === neighbor ? own : pin)))
    },
    reload: () => void store.persist.rehydrate(),
  }
}

export const dockPins = createDockPins(getPersonalStorage)
onUserChange(dockPins.reload)

export const useDockPins = (): readonly string[] => useStore(dockPins.store, ({ pins }) => pins)

export const isPinned = (path: string): boolean =>
  dockPins.store.getState().pins.includes(getAppPath(path))
