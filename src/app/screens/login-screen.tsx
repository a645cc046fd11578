import { useLocation } from 'react-router-dom'
import { SHARED_AGENT_PATH } from '#contract/paths.ts'
import { Login, type LoginProps } from '#src/features/login/login.tsx'
import { LoginBackdrop } from '#src/features/login/login-backdrop.tsx'
import { Brand } from '#src/app/layout/brand.tsx'
import { usePageTitle } from '#src/app/layout/page-title.ts'
import { SignedIn } from '#src/app/signed-in.ts'
import { isReturnBelow } from '#src/platform/auth/return-address.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { ThemeToggle } from '#src/platform/theme/theme-toggle.tsx'

const accept: LoginProps['onSignedIn'] = async (signedIn, walletAddress) => {
  const [{ session }] = await Promise.all([
    loadSession(),
    // A failed part loads again where it is rendered, which shows the failure.
    SignedIn.preload().catch(() => undefined),
  ])
  session.accept(signedIn, walletAddress)
}

export const LoginScreen = () => {
  usePageTitle('Login')
  const { state } = useLocation()
  const purpose = isReturnBelow(state, SHARED_AGENT_PATH)
    ? 'Someone shared an agent with you. Sign in to see it.'
    : 'Find out who trades well.'
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <LoginBackdrop />
      <header className="flex items-center justify-between px-6 py-4 max-sm:px-4">
        <Brand sizePx={28} />
        <ThemeToggle />
      </header>
      <main className="flex flex-1 items-center justify-center px-4 pt-6 pb-24 max-sm:items-start max-sm:pb-10">
        {/* Leaves room for what a tab or an error adds below, so that the card does not move. */}
        <div className="flex min-h-113 w-full items-start justify-center">
          <Login purpose={purpose} onSignedIn={accept} />
        </div>
      </main>
    </div>
  )
}
