import { useStore } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { STORAGE_KEYS, browserStorage, type TextStorage } from '#src/lib/storage/storage.ts'

export type Theme = 'light' | 'dark'

const parseTheme = (stored: unknown): Theme | null =>
  stored === 'light' || stored === 'dark' ? stored : null

const systemQuery = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia('(prefers-color-scheme: dark)') : null

type ThemeState = {
  theme: Theme
  /** True while the theme follows the system’s. */
  isSystem: boolean
}

/** Returns the saved theme, else the system's. */
const readTheme = (saved: unknown): ThemeState => {
  const chosen = parseTheme(isRecord(saved) ? saved['theme'] : null)
  const systemTheme = systemQuery()?.matches === true ? 'dark' : 'light'
  return { theme: chosen ?? systemTheme, isSystem: chosen === null }
}

/** Stores the plain word, because public/theme.js reads it; removes the entry if the theme follows the system. */
const createBareStorage = (storage: TextStorage): PersistStorage<{ theme: Theme | null }> => ({
  getItem: (name) => ({ state: { theme: parseTheme(storage.get(name)) } }),
  setItem: (name, { state: { theme } }) => {
    if (theme === null) storage.remove(name)
    else storage.set(name, theme)
  },
  removeItem: (name) => storage.remove(name),
})

export const createThemeStore = (storage: TextStorage) => {
  const store = createStore<ThemeState>()(
    persist(() => readTheme(null), {
      name: STORAGE_KEYS.theme,
      storage: createBareStorage(storage),
      partialize: ({ theme, isSystem }) => ({ theme: isSystem ? null : theme }),
      merge: readTheme,
    }),
  )
  const reload = () => void store.persist.rehydrate()
  const setTheme = (theme: Theme) => void store.setState({ theme, isSystem: false })
  return {
    store,
    setTheme,
    toggleTheme: () => setTheme(store.getState().theme === 'dark' ? 'light' : 'dark'),
    followSystem: () => void store.setState(readTheme(null)),
    /** Follows changes of the system's theme. Returns the function that stops it. */
    watchSystem: (): (() => void) => {
      const query = systemQuery()
      query?.addEventListener('change', reload)
      return () => query?.removeEventListener('change', reload)
    },
    reload,
  }
}

export const themes = createThemeStore(browserStorage)

export const useTheme = (): Theme => useStore(themes.store, (state) => state.theme)

export const useIsSystemTheme = (): boolean => useStore(themes.store, (state) => state.isSystem)
