import { combineStops } from '#src/lib/combine-stops.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { APPEARANCE_KEY, DEFAULT_APPEARANCE, appearance } from './appearance-store.ts'
import type { Appearance } from './appearance-store.ts'
import './wallpapers.css'

const MARKS = ['wallpaper', 'accent', 'dockSize', 'motion'] as const

/** Sets the attributes that the stylesheets use, unless they are the default: each one restyles every element. */
const markAppearance = (chosen: Appearance): void => {
  const { dataset } = document.documentElement
  for (const mark of MARKS) {
    if ((dataset[mark] ?? DEFAULT_APPEARANCE[mark]) !== chosen[mark]) dataset[mark] = chosen[mark]
  }
}

/** Applies the appearance, and follows changes here and in other tabs. Returns a function that stops it. */
export const startAppearance = (): (() => void) => {
  markAppearance(appearance.store.getState())
  return combineStops(
    appearance.store.subscribe(markAppearance),
    browserStorage.onForeignChange((key) => {
      if (key === APPEARANCE_KEY || key === null) appearance.reload()
    }),
  )
}
