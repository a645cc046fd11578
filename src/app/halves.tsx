import { PageLoading } from '#src/platform/auth/require-auth.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'

/** The two halves of the product: nobody downloads the one that is not shown. */
export const LoginScreen = loadable(
  async () => (await import('#src/app/screens/login-screen.tsx')).LoginScreen,
  PageLoading,
)
export const SignedIn = loadable(async () => {
  const { SignedIn: Screens, firstScreen } = await import('./router.tsx')
  await firstScreen
  return Screens
}, PageLoading)
