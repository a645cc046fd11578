import { session } from '#src/platform/auth/auth.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'

/** The guard takes everybody without a session to /login. */
export const signOut = (): void => {
  session.signOut()
  showToast({ title: 'Logged out successfully' })
}
