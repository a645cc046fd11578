import { createStore, useStore } from 'zustand'

const serverReach = createStore(() => ({ isReached: true }))

/** Returns false from a call that got no answer until another one gets one. */
export const useIsServerReached = (): boolean => useStore(serverReach, (state) => state.isReached)

export const setServerReached = (isReached: boolean): void => serverReach.setState({ isReached })
