import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import { authStore } from './auth-state.ts'
import { UNAUTHENTICATED, clearCredentials } from './auth-store.ts'
import { fetchAuth } from './fetch-auth.ts'

/** Ends the session here at once; the server is told as soon as the code for that is there. */
export const endSession = async (fetchSession = fetchAuth): Promise<void> => {
  const refreshToken = browserStorage.get(STORAGE_KEYS.refreshToken)
  clearCredentials(browserStorage)
  authStore.setState(UNAUTHENTICATED)
  try {
    const { session } = await fetchSession()
    session.signOut(refreshToken)
  } catch {
    // It lapses on the server by itself.
  }
}
