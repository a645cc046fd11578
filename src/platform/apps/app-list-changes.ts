/** Every list of apps lies below this key, so that an installation can refresh all of them. */
export const APPS_KEY = ['apps'] as const
export const AGENTS_KEY = ['agents'] as const

const listeners = new Set<() => void>()

/** Says that an app was installed or removed, or an agent changed; whoever shows them asks the server again. */
export const addedListsChanged = (): void => {
  for (const listener of listeners) listener()
}

/** Calls back on every such change until the returned function is called. */
export const onAddedListsChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
