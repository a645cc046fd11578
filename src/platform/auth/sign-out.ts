import { browserStorage } from '#src/lib/storage.ts'
import { authStore } from './auth-state.ts'
import { UNAUTHENTICATED, clearCredentials } from './auth-store.ts'
import { fetchAuth } from './fetch-auth.ts'

/** Ends the session here, also where the code that tells the server of it cannot be had. */
export const endSession = async (fetchSession = fetchAuth): Promise<void> => {
  try {
    const { session } = await fetchSession()
    session.signOut()
  } catch {
    clearCredentials(browserStorage)
    authStore.setState(UNAUTHENTICATED)
  }
}
