import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AppDefinition } from './app-definition.ts'
import { getAppPath } from './app-path.ts'

/**
 * The state of the server's lists of added apps: loading, loaded, or failed for now. Until they have loaded, an unknown path
 * may still be in them.
 */
export type Lists = 'awaited' | 'there' | 'missing'

type RegistryState = {
  builtIn: readonly AppDefinition[]
  /** Installed apps and the user's agents, replaced as a whole when the server's lists change. */
  added: readonly AppDefinition[]
  lists: Lists
}

/** `src/app` fills this. */
export const appRegistry = createStore<RegistryState>(() => ({
  builtIn: [],
  added: [],
  lists: 'awaited',
}))

export const setAppRegistry = (builtIn: readonly AppDefinition[]): void =>
  appRegistry.setState({ builtIn })

export const setAddedApps = (added: readonly AppDefinition[], lists: Lists = 'there'): void =>
  appRegistry.setState({ added, lists })

export const isAddedPath = (path: string): boolean => /^\/(app|agent)\/./.test(getAppPath(path))

const findIn = (state: RegistryState, path: string): AppDefinition | undefined => {
  const wanted = getAppPath(path)
  const isWanted = (app: AppDefinition) => getAppPath(app.path) === wanted
  return state.builtIn.find(isWanted) ?? state.added.find(isWanted)
}

export const findApp = (path: string): AppDefinition | undefined =>
  findIn(appRegistry.getState(), path)

export const useApp = (path: string): AppDefinition | undefined =>
  useStore(appRegistry, (state) => findIn(state, path))

/** Returns the state of the list that holds the path's app. Built-in apps are always there. */
export const useListOf = (path: string): Lists =>
  useStore(appRegistry, ({ lists }) => (isAddedPath(path) ? lists : 'there'))

export const useBuiltInApps = () => useStore(appRegistry, (state) => state.builtIn)

export const useAddedApps = () => useStore(appRegistry, (state) => state.added)
