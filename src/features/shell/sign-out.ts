import { endSession } from '#src/platform/auth/sign-out.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'

/** The guard takes everybody without a session to /login. */
export const signOut = (): void => {
  void endSession()
  showToast({ title: 'Logged out successfully' })
}
