import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { knownText, savedRecord } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'

/** Read before the first paint as well, by public/theme.js. */
export const APPEARANCE_KEY = 'soldesk.appearance'

export const WALLPAPERS = ['dunes', 'aurora', 'contour', 'mosaic', 'dawn', 'plain'] as const
export type Wallpaper = (typeof WALLPAPERS)[number]

export const ACCENTS = ['iris', 'azure', 'teal', 'plum', 'rose', 'ember', 'graphite'] as const
export type Accent = (typeof ACCENTS)[number]

export const DOCK_SIZES = ['small', 'medium', 'large'] as const
export type DockSize = (typeof DOCK_SIZES)[number]

/** `system` follows what the system asks for, the others say it for this product. */
export const MOTIONS = ['system', 'reduced', 'full'] as const
export type Motion = (typeof MOTIONS)[number]

/** How the product looks beyond its theme. */
export type Appearance = {
  isStatusBarTransparent: boolean
  /** The names of the groups above the icons. */
  hasSectionTitles: boolean
  wallpaper: Wallpaper
  accent: Accent
  dockSize: DockSize
  motion: Motion
}

export const AS_DELIVERED: Appearance = {
  isStatusBarTransparent: false,
  hasSectionTitles: true,
  wallpaper: 'dunes',
  accent: 'iris',
  dockSize: 'medium',
  motion: 'system',
}

export const createAppearance = (storage: TextStorage) => {
  const load = (): Appearance => {
    const saved = savedRecord(storage.get(APPEARANCE_KEY))
    if (saved === null || (saved['version'] !== 1 && saved['version'] !== 2)) return AS_DELIVERED
    const isStatusBarTransparent = saved['isStatusBarTransparent']
    const hasSectionTitles = saved['hasSectionTitles']
    if (typeof isStatusBarTransparent !== 'boolean' || typeof hasSectionTitles !== 'boolean') {
      return AS_DELIVERED
    }
    // The first version knew the two switches only; what is not known falls back by itself and costs no other.
    const chosen = <Known extends string>(name: keyof Appearance, all: readonly Known[]) =>
      knownText(all, saved[name], AS_DELIVERED[name] as Known)
    return {
      isStatusBarTransparent,
      hasSectionTitles,
      wallpaper: chosen('wallpaper', WALLPAPERS),
      accent: chosen('accent', ACCENTS),
      dockSize: chosen('dockSize', DOCK_SIZES),
      motion: chosen('motion', MOTIONS),
    }
  }
  const store = createStore<Appearance>(load)
  return {
    store,
    set: (patch: Partial<Appearance>) => {
      store.setState(patch)
      storage.set(APPEARANCE_KEY, JSON.stringify({ version: 2, ...store.getState() }))
    },
    reload: () => store.setState(load(), true),
  }
}

export const appearance = createAppearance(browserStorage)

export const useAppearance = (): Appearance => useStore(appearance.store)
