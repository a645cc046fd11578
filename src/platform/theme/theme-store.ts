import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'

export type Theme = 'light' | 'dark'

const parseTheme = (stored: string | null): Theme | null =>
  stored === 'light' || stored === 'dark' ? stored : null

/** The stored preference, else the system's. */
export const initialTheme = (stored: string | null, isSystemDark: boolean): Theme =>
  parseTheme(stored) ?? (isSystemDark ? 'dark' : 'light')

const systemQuery = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia('(prefers-color-scheme: dark)') : null

type ThemeState = {
  theme: Theme
  /** Nothing is stored: the theme is the system's, also when that changes. */
  isSystem: boolean
}

/** The theme of one browser; the stored value is the bare word. Nothing is stored until the user chooses. */
export const createThemeStore = (storage: TextStorage) => {
  const read = (): ThemeState => {
    const stored = storage.get(STORAGE_KEYS.theme)
    return {
      theme: initialTheme(stored, systemQuery()?.matches === true),
      isSystem: parseTheme(stored) === null,
    }
  }
  const store = createStore<ThemeState>(read)
  const reload = () => store.setState(read())
  const setTheme = (theme: Theme) => {
    storage.set(STORAGE_KEYS.theme, theme)
    store.setState({ theme, isSystem: false })
  }
  return {
    store,
    setTheme,
    toggleTheme: () => setTheme(store.getState().theme === 'dark' ? 'light' : 'dark'),
    followSystem: () => {
      storage.remove(STORAGE_KEYS.theme)
      reload()
    },
    /** Hears of the system's change while that is what is followed; gives the function that stops it. */
    watchSystem: (): (() => void) => {
      const query = systemQuery()
      query?.addEventListener('change', reload)
      return () => query?.removeEventListener('change', reload)
    },
    /** Reads the storage again, as after a change in another tab. */
    reload,
  }
}

export const themes = createThemeStore(browserStorage)

export const useTheme = (): Theme => useStore(themes.store, (state) => state.theme)

export const useIsSystemTheme = (): boolean => useStore(themes.store, (state) => state.isSystem)
