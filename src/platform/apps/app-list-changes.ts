export const APPS_KEY = ['apps'] as const
export const AGENTS_KEY = ['agents'] as const

const listeners = new Set<() => void>()

/** Makes all listeners reload the lists of installed apps and agents. */
export const notifyAddedListsChange = (): void => {
  for (const listener of listeners) listener()
}

export const onAddedListsChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
