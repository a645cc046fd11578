import { authStore, LOGGED_OUT } from '#src/platform/auth/auth-store.ts'
import { endSession } from '#src/platform/auth/load-session.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'

/** The guard then redirects to /login. */
export const signOut = (): void => {
  authStore.setState(LOGGED_OUT)
  void endSession()
  showToast({ title: 'Logged out successfully' })
}
