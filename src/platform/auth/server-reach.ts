import { createStore, useStore } from 'zustand'

const serverReach = createStore(() => ({ isReached: true }))

/** Returns false from a call that got no answer until another one gets one. */
export const useIsServerReached = (): boolean => useStore(serverReach, (state) => state.isReached)

const GATEWAY_FAILURES: readonly number[] = [502, 504]

/** Fetches, and keeps whether the server was reached. An aborted call says nothing about it. */
export const fetchAndNote: typeof fetch = async (input, init) => {
  try {
    const response = await globalThis.fetch(input, init)
    serverReach.setState({ isReached: !GATEWAY_FAILURES.includes(response.status) })
    return response
  } catch (error) {
    if (init?.signal?.aborted !== true) serverReach.setState({ isReached: false })
    throw error
  }
}
