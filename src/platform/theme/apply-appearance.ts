import { browserStorage } from '#src/lib/storage.ts'
import { APPEARANCE_KEY, appearance } from './appearance-store.ts'
import type { Appearance } from './appearance-store.ts'
import './wallpapers.css'

/** Marks a page's root with what was chosen; the stylesheets follow the marks. */
const markAppearance = (
  page: Document,
  { wallpaper, accent, dockSize, motion }: Appearance,
): void => {
  Object.assign(page.documentElement.dataset, { wallpaper, accent, dockSize, motion })
}

/** Keeps the page as chosen, also when another tab chooses; gives the function that stops it. */
export const startAppearance = (page: Document = document): (() => void) => {
  markAppearance(page, appearance.store.getState())
  const stopStore = appearance.store.subscribe((state) => markAppearance(page, state))
  const stopStorage = browserStorage.onForeignChange((key) => {
    if (key === APPEARANCE_KEY || key === null) appearance.reload()
  })
  return () => {
    stopStore()
    stopStorage()
  }
}
