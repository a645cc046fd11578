import { createStore, useStore } from 'zustand'

const serverReach = createStore(() => ({ isReached: true }))

/** Returns false after a call without an answer, until another call gets one. */
export const useIsServerReached = (): boolean => useStore(serverReach, (state) => state.isReached)

export const setServerReached = (isReached: boolean): void => serverReach.setState({ isReached })
