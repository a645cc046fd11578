import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TextStorage } from '#src/lib/storage.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage.ts'

export type Theme = 'light' | 'dark'

const parseTheme = (stored: string | null): Theme | null =>
  stored === 'light' || stored === 'dark' ? stored : null

/** The stored preference, else the system's. */
export const initialTheme = (stored: string | null, isSystemDark: boolean): Theme =>
  parseTheme(stored) ?? (isSystemDark ? 'dark' : 'light')

const isSystemDark = () =>
  typeof window.matchMedia === 'function' &&
  window.matchMedia('(prefers-color-scheme: dark)').matches

type ThemeState = { theme: Theme }

/** The theme of one browser; the stored value is the bare word. Nothing is stored until the user chooses. */
export const createThemeStore = (storage: TextStorage) => {
  const store = createStore<ThemeState>(() => ({
    theme: initialTheme(storage.get(STORAGE_KEYS.theme), isSystemDark()),
  }))
  const setTheme = (theme: Theme) => {
    storage.set(STORAGE_KEYS.theme, theme)
    store.setState({ theme })
  }
  return {
    store,
    setTheme,
    toggleTheme: () => setTheme(store.getState().theme === 'dark' ? 'light' : 'dark'),
    /** Reads the storage again, as after a change in another tab. */
    reload: () =>
      store.setState({ theme: initialTheme(storage.get(STORAGE_KEYS.theme), isSystemDark()) }),
  }
}

export const themes = createThemeStore(browserStorage)

export const useTheme = (): Theme => useStore(themes.store, (state) => state.theme)
