import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/saved-json.ts'
import type { TextStorage } from '#src/lib/storage.ts'
import { browserStorage } from '#src/lib/storage.ts'

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

const Choice = z.optional(z.string())

/** The first version knew the two switches only; what is not known falls back by itself and costs no other. */
const SavedAppearance = z.object({
  version: z.union([z.literal(1), z.literal(2)]),
  isStatusBarTransparent: z.boolean(),
  hasSectionTitles: z.boolean(),
  wallpaper: Choice,
  accent: Choice,
  dockSize: Choice,
  motion: Choice,
})

export const AS_DELIVERED: Appearance = {
  isStatusBarTransparent: false,
  hasSectionTitles: true,
  wallpaper: 'dunes',
  accent: 'iris',
  dockSize: 'medium',
  motion: 'system',
}

const oneOf = <Known extends string>(
  all: readonly Known[],
  saved: string | undefined,
  fallback: Known,
): Known => all.find((known) => known === saved) ?? fallback

export const createAppearance = (storage: TextStorage) => {
  const load = (): Appearance => {
    const saved = parseSaved(storage.get(APPEARANCE_KEY), SavedAppearance)
    if (saved === null) return AS_DELIVERED
    const { isStatusBarTransparent, hasSectionTitles } = saved
    return {
      isStatusBarTransparent,
      hasSectionTitles,
      wallpaper: oneOf(WALLPAPERS, saved.wallpaper, AS_DELIVERED.wallpaper),
      accent: oneOf(ACCENTS, saved.accent, AS_DELIVERED.accent),
      dockSize: oneOf(DOCK_SIZES, saved.dockSize, AS_DELIVERED.dockSize),
      motion: oneOf(MOTIONS, saved.motion, AS_DELIVERED.motion),
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
