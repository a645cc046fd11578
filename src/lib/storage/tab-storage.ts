import { browserStorage, createStorage, type TextStorage } from './storage.ts'

/**
 * Creates storage per tab that a new tab copies from the last one. It reads the tab's storage first and writes both.
 * Other tabs never change what this one reads.
 */
export const createTabStorage = (tab: TextStorage, shared: TextStorage): TextStorage => ({
  get: (key) => tab.get(key) ?? shared.get(key),
  set: (key, value) => {
    tab.set(key, value)
    shared.set(key, value)
  },
  remove: (key) => {
    tab.remove(key)
    shared.remove(key)
  },
  keys: () => [...new Set([...tab.keys(), ...shared.keys()])],
  onForeignChange: () => () => undefined,
})

export const sessionTextStorage: TextStorage = createStorage(
  () => window.sessionStorage,
  () => window,
)

export const browserTabStorage: TextStorage = createTabStorage(sessionTextStorage, browserStorage)
