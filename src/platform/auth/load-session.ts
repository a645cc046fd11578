import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import { EXPIRED, authStore, clearCredentials } from './auth-store.ts'

/** Loads the session with the API client and the contract, which are as large as the rest of the sign-in page. */
export const loadSession = () => import('./page-session.ts')

/** Ends the session here at once, and on the server when the code for that has loaded. */
export const endSession = async (load = loadSession): Promise<void> => {
  const refreshToken = browserStorage.get(STORAGE_KEYS.refreshToken)
  clearCredentials(browserStorage)
  authStore.setState(EXPIRED)
  try {
    const { session } = await load()
    session.signOut(refreshToken)
  } catch {
    // The session expires on the server by itself.
  }
}
