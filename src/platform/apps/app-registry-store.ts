import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AppIconSource } from '#src/ui/icons/app-icon.tsx'
import type { AppDefinition } from './app-definition.ts'
import { getAppPath } from './app-path.ts'

/** The state of the server's lists of added apps. Until they have loaded, they may still contain an unknown path. */
export type ListStatus = 'loading' | 'loaded' | 'failed'

type RegistryState = {
  builtIn: readonly AppDefinition[]
  /** Installed apps and the user's agents, replaced as a whole when the server's lists change. */
  added: readonly AppDefinition[]
  listStatus: ListStatus
  /** The lists that have loaded even if the other one failed. */
  loaded: readonly AddedPrefix[]
}

type AddedPrefix = '/app/' | '/agent/'

/** Filled by `src/app`. */
export const appRegistry = createStore<RegistryState>(() => ({
  builtIn: [],
  added: [],
  listStatus: 'loading',
  loaded: [],
}))

export const setAppRegistry = (builtIn: readonly AppDefinition[]): void =>
  appRegistry.setState({ builtIn })

export const setAddedApps = (
  added: readonly AppDefinition[],
  listStatus: ListStatus = 'loaded',
  loaded: readonly AddedPrefix[] = [],
): void => appRegistry.setState({ added, listStatus, loaded })

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

/** Returns the state of the list that holds the path's app. Built-in apps are always loaded. */
export const useListStatus = (path: string): ListStatus =>
  useStore(appRegistry, ({ listStatus, loaded }) =>
    isAddedPath(path) && !loaded.some((prefix) => path.startsWith(prefix)) ? listStatus : 'loaded',
  )

export const useBuiltInApps = () => useStore(appRegistry, (state) => state.builtIn)

/** Returns the icon of a window's app; its first letter if the app is gone. */
export const findWindowIcon = ({ path, title }: { path: string; title: string }): AppIconSource =>
  findApp(path)?.icon ?? { name: title }

export const useAddedApps = () => useStore(appRegistry, (state) => state.added)
