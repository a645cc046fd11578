import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/saved-json.ts'
import type { TextStorage } from '#src/lib/storage.ts'
import { browserStorage } from '#src/lib/storage.ts'

const APPEARANCE_KEY = 'soldesk.appearance'

const SavedAppearance = z.object({
  version: z.literal(1),
  isStatusBarTransparent: z.boolean(),
  hasSectionTitles: z.boolean(),
})

/** How the desktop looks beyond its theme. */
export type Appearance = {
  isStatusBarTransparent: boolean
  /** The names of the groups above the icons. */
  hasSectionTitles: boolean
}

const AS_DELIVERED: Appearance = { isStatusBarTransparent: false, hasSectionTitles: true }

export const createAppearance = (storage: TextStorage) => {
  const load = (): Appearance => {
    const saved = parseSaved(storage.get(APPEARANCE_KEY), SavedAppearance)
    if (saved === null) return AS_DELIVERED
    const { isStatusBarTransparent, hasSectionTitles } = saved
    return { isStatusBarTransparent, hasSectionTitles }
  }
  const store = createStore<Appearance>(load)
  return {
    store,
    set: (patch: Partial<Appearance>) => {
      store.setState(patch)
      storage.set(APPEARANCE_KEY, JSON.stringify({ version: 1, ...store.getState() }))
    },
    reload: () => store.setState(load(), true),
  }
}

export const appearance = createAppearance(browserStorage)

export const useAppearance = (): Appearance => useStore(appearance.store)
