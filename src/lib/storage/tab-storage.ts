import { browserStorage, createStorage } from './storage.ts'
import type { TextStorage } from './storage.ts'

/**
 * Storage for what every tab has of its own and a new tab takes over from the one used last: read from the tab first,
 * written to both. What another tab writes never changes what this one reads.
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

/** What this tab alone keeps. */
export const sessionTextStorage: TextStorage = createStorage(
  () => window.sessionStorage,
  () => window,
)

export const browserTabStorage: TextStorage = createTabStorage(sessionTextStorage, browserStorage)
