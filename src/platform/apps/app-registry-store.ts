import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AppDefinition } from './app-definition.ts'
import { appPathOf } from './app-path.ts'

type RegistryState = {
  /** The apps that come with the product. */
  builtIn: readonly AppDefinition[]
  /** Installed apps and the user's own agents, replaced as a whole when the server's lists change. */
  added: readonly AppDefinition[]
  /** False until the server's lists were asked for; a path that nobody knows may still be in them. */
  isComplete: boolean
}

/** The composition root fills this; everything below it reads apps from here. */
export const appRegistry = createStore<RegistryState>(() => ({
  builtIn: [],
  added: [],
  isComplete: false,
}))

export const setAppRegistry = (builtIn: readonly AppDefinition[]): void =>
  appRegistry.setState({ builtIn })

export const setAddedApps = (
  added: readonly AppDefinition[],
  { isComplete = true }: { isComplete?: boolean } = {},
): void => appRegistry.setState({ added, isComplete })

const isAddedPath = (path: string): boolean => /^\/(app|agent)\/./.test(appPathOf(path))

const findIn = (state: RegistryState, path: string): AppDefinition | undefined => {
  const wanted = appPathOf(path)
  const isWanted = (app: AppDefinition) => appPathOf(app.path) === wanted
  return state.builtIn.find(isWanted) ?? state.added.find(isWanted)
}

export const findApp = (path: string): AppDefinition | undefined =>
  findIn(appRegistry.getState(), path)

export const useApp = (path: string): AppDefinition | undefined =>
  useStore(appRegistry, (state) => findIn(state, path))

/** Whether an app of that path may still come with the lists of installed apps and agents. */
export const useIsAwaited = (path: string): boolean =>
  useStore(appRegistry, ({ isComplete }) => !isComplete && isAddedPath(path))

export const useBuiltInApps = () => useStore(appRegistry, (state) => state.builtIn)

export const useAddedApps = () => useStore(appRegistry, (state) => state.added)
