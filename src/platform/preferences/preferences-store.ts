import { useStore } from 'zustand'
import { NUMBER_FORMATS, setNumberFormat, type NumberFormat } from '#contract/numbers.ts'
import { combineStops } from '#src/lib/combine-stops.ts'
import { HOURS, setHours, type Hours } from '#src/lib/dates.ts'
import { EXPLORERS, setExplorer, type Explorer } from '#src/lib/explorer.ts'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord, parseKnownText } from '#src/lib/storage/saved-record.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'

type Preferences = {
  readonly hours: Hours
  readonly numbers: NumberFormat
  readonly explorer: Explorer
}

const KEY = 'soldesk.preferences'

/** Reads saved preferences. Unreadable values get their default. */
export const readPreferences = (saved: unknown): Preferences => {
  const fields = isRecord(saved) ? saved : {}
  return {
    hours: parseKnownText(HOURS, fields['hours'], 'system'),
    numbers: parseKnownText(NUMBER_FORMATS, fields['numbers'], 'comma'),
    explorer: parseKnownText(EXPLORERS, fields['explorer'], 'solana'),
  }
}

/** This browser's formats of times and numbers, and its chain explorer. */
export const preferences = createPersistedStore({
  name: KEY,
  version: 1,
  storage: () => browserStorage,
  read: readPreferences,
})

const apply = ({ hours, numbers, explorer }: Preferences) => {
  setHours(hours)
  setNumberFormat(numbers)
  setExplorer(explorer)
}

/** Applies the preferences, and follows changes here and in other tabs. Returns the function that stops it. */
export const startPreferences = (): (() => void) => {
  apply(preferences.getState())
  return combineStops(
    preferences.subscribe(apply),
    browserStorage.onForeignChange((key) => {
      if (key === KEY || key === null) void preferences.persist.rehydrate()
    }),
  )
}

export const usePreferences = (): Preferences => useStore(preferences)
