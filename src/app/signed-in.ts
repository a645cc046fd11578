import { PageLoading } from '#src/platform/auth/require-auth.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'

/** Everything behind the sign-in. It loads together with the screen of the current address. */
export const SignedIn = loadable(async () => {
  const { SignedIn: Screens, firstScreen } = await import('./router.tsx')
  await firstScreen
  return Screens
}, PageLoading)
