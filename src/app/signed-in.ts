import { PageLoading } from '#src/platform/auth/require-auth.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'

export const SignedIn = loadable(async () => {
  const { SignedIn: Screens, firstScreen } = await import('./router.tsx')
  await firstScreen
  return Screens
}, PageLoading)
