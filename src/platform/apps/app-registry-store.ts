import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AppDefinition } from './app-definition.ts'
import { appPathOf } from './app-path.ts'

/**
 * The server's lists of added apps: on their way, there, or not to be had for now. Until they are there, a path that nobody
 * knows may still be in them.
 */
export type Lists = 'awaited' | 'there' | 'missing'

type RegistryState = {
  /** The apps that come with the product. */
  builtIn: readonly AppDefinition[]
  /** Installed apps and the user's own agents, replaced as a whole when the server's lists change. */
  added: readonly AppDefinition[]
  lists: Lists
}

/** The composition root fills this; everything below it reads apps from here. */
export const appRegistry = createStore<RegistryState>(() => ({
  builtIn: [],
  added: [],
  lists: 'awaited',
}))

export const setAppRegistry = (builtIn: readonly AppDefinition[]): void =>
  appRegistry.setState({ builtIn })

export const setAddedApps = (added: readonly AppDefinition[], lists: Lists = 'there'): void =>
  appRegistry.setState({ added, lists })

/** Whether an app of that path would come with the lists of installed apps and agents. */
export const isAddedPath = (path: string): boolean => /^\/(app|agent)\/./.test(appPathOf(path))

const findIn = (state: RegistryState, path: string): AppDefinition | undefined => {
  const wanted = appPathOf(path)
  const isWanted = (app: AppDefinition) => appPathOf(app.path) === wanted
  return state.builtIn.find(isWanted) ?? state.added.find(isWanted)
}

export const findApp = (path: string): AppDefinition | undefined =>
  findIn(appRegistry.getState(), path)

export const useApp = (path: string): AppDefinition | undefined =>
  useStore(appRegistry, (state) => findIn(state, path))

/** How the list stands that an app of that path would be in; those of the product are always there. */
export const useListOf = (path: string): Lists =>
  useStore(appRegistry, ({ lists }) => (isAddedPath(path) ? lists : 'there'))

export const useBuiltInApps = () => useStore(appRegistry, (state) => state.builtIn)

export const useAddedApps = () => useStore(appRegistry, (state) => state.added)
