import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { NUMBER_FORMATS, setNumberFormat, type NumberFormat } from '#contract/numbers.ts'
import { HOURS, setHours, type Hours } from '#src/lib/dates.ts'
import { EXPLORERS, setExplorer, type Explorer } from '#src/lib/explorer.ts'
import { createPersistStorage, readByMerge } from '#src/lib/storage/persisted.ts'
import { isRecord, parseKnownText } from '#src/lib/storage/saved-record.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'

type Preferences = {
  readonly hours: Hours
  readonly numbers: NumberFormat
  readonly explorer: Explorer
}

const AS_DELIVERED: Preferences = { hours: 'system', numbers: 'comma', explorer: 'solana' }
const KEY = 'soldesk.preferences'

/** Returns what can be read of saved preferences. Unreadable ones get their default. */
export const readPreferences = (saved: unknown): Preferences => {
  const kept = isRecord(saved) ? saved : {}
  return {
    hours: parseKnownText(HOURS, kept['hours'], AS_DELIVERED.hours),
    numbers: parseKnownText(NUMBER_FORMATS, kept['numbers'], AS_DELIVERED.numbers),
    explorer: parseKnownText(EXPLORERS, kept['explorer'], AS_DELIVERED.explorer),
  }
}

/** How times and numbers are written and where chain links lead, for this browser. */
export const preferences = createStore<Preferences>()(
  persist((): Preferences => AS_DELIVERED, {
    name: KEY,
    version: 1,
    storage: createPersistStorage(() => browserStorage),
    migrate: readByMerge,
    merge: readPreferences,
  }),
)

const apply = ({ hours, numbers, explorer }: Preferences) => {
  setHours(hours)
  setNumberFormat(numbers)
  setExplorer(explorer)
}

/** Applies the preferences, and follows changes here and in other tabs. Returns the function that stops it. */
export const startPreferences = (): (() => void) => {
  apply(preferences.getState())
  const stopStore = preferences.subscribe(apply)
  const stopStorage = browserStorage.onForeignChange((key) => {
    if (key === KEY || key === null) void preferences.persist.rehydrate()
  })
  return () => {
    stopStore()
    stopStorage()
  }
}

export const usePreferences = (): Preferences => useStore(preferences)
