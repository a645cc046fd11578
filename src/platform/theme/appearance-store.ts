import { useStore } from 'zustand'
import { ACCENTS, WALLPAPERS, type Accent, type Wallpaper } from '#contract/appearance.ts'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord, parseKnownText } from '#src/lib/storage/saved-record.ts'
import { browserStorage, type TextStorage } from '#src/lib/storage/storage.ts'

/** public/theme.js reads this entry as well, before the first paint. */
export const APPEARANCE_KEY = 'soldesk.appearance'

export const DOCK_SIZES = ['small', 'medium', 'large'] as const
export type DockSize = (typeof DOCK_SIZES)[number]

export const MOTIONS = ['system', 'reduced', 'full'] as const
export type Motion = (typeof MOTIONS)[number]

export type Appearance = {
  isStatusBarTransparent: boolean
  hasSectionTitles: boolean
  wallpaper: Wallpaper
  accent: Accent
  dockSize: DockSize
  motion: Motion
}

export const DEFAULT_APPEARANCE: Appearance = {
  isStatusBarTransparent: false,
  hasSectionTitles: true,
  wallpaper: 'dunes',
  accent: 'iris',
  dockSize: 'medium',
  motion: 'system',
}

/** Reads a saved appearance of any version. Only unknown values get their default. */
const readAppearance = (saved: unknown): Appearance => {
  const fields = isRecord(saved) ? saved : {}
  const choice = <Known extends string>(name: string, all: readonly Known[], fallback: Known) =>
    parseKnownText(all, fields[name], fallback)
  const { isStatusBarTransparent, hasSectionTitles } = fields
  return {
    isStatusBarTransparent: isStatusBarTransparent === true,
    hasSectionTitles: hasSectionTitles !== false,
    wallpaper: choice('wallpaper', WALLPAPERS, DEFAULT_APPEARANCE.wallpaper),
    accent: choice('accent', ACCENTS, DEFAULT_APPEARANCE.accent),
    dockSize: choice('dockSize', DOCK_SIZES, DEFAULT_APPEARANCE.dockSize),
    motion: choice('motion', MOTIONS, DEFAULT_APPEARANCE.motion),
  }
}

export const createAppearance = (storage: TextStorage) => {
  const store = createPersistedStore({
    name: APPEARANCE_KEY,
    version: 3,
    storage: () => storage,
    read: readAppearance,
  })
  return {
    store,
    /** Replaces the appearance by that of another browser. */
    adopt: (saved: unknown) => void store.setState(readAppearance(saved)),
    set: (patch: Partial<Appearance>) => void store.setState(patch),
    reload: () => void store.persist.rehydrate(),
  }
}

export const appearance = createAppearance(browserStorage)

export const useAppearance = (): Appearance => useStore(appearance.store)
