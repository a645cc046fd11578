import { combineStops } from '#src/lib/combine-stops.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import { themes, type Theme } from './theme-store.ts'

const CANVAS_COLORS: Record<Theme, string> = { light: '#f5f3ec', dark: '#0c111c' }

/** Sets the theme of the tokens, of the browser's own controls and of its frame. */
export const markTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme
  document.documentElement.style.colorScheme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', CANVAS_COLORS[theme])
}

/** Applies the theme, and follows changes here, in other tabs and of the system. Returns the function that stops it. */
export const startTheme = (): (() => void) => {
  markTheme(themes.store.getState().theme)
  return combineStops(
    themes.store.subscribe(({ theme }) => markTheme(theme)),
    browserStorage.onForeignChange((key) => {
      if (key === STORAGE_KEYS.theme) themes.reload()
    }),
    themes.watchSystem(),
  )
}
