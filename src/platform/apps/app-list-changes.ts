/** The query key above every list of apps, so that an installation can refresh them all. */
export const APPS_KEY = ['apps'] as const
export const AGENTS_KEY = ['agents'] as const

const listeners = new Set<() => void>()

/** Tells listeners that an app was installed or removed or an agent changed. */
export const addedListsChanged = (): void => {
  for (const listener of listeners) listener()
}

/** Calls back on every such change. Returns the function that stops it. */
export const onAddedListsChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
