import { useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { Spinner } from '#src/ui/spinner.tsx'
import { useAuth } from './auth-state.ts'

const LOGIN_PATH = '/login'

type RequireAuthProps = {
  /** Shown at /login, where everybody is taken who is not signed in. */
  signIn: ReactNode
  children: ReactNode
}

/** Protected content for who is signed in, a spinner while that is asked, else the sign-in page. */
export const RequireAuth = ({ signIn, children }: RequireAuthProps) => {
  const status = useAuth((state) => state.status)
  if (status === 'loading') return <PageSpinner label="Checking your session" />
  if (status === 'unauthenticated') return <AtLogin>{signIn}</AtLogin>
  return children
}

const PageSpinner = ({ label }: { label: string }) => (
  <main className="grid min-h-dvh place-items-center text-ink-muted">
    <Spinner sizePx={28} label={label} />
  </main>
)

/** Stands in for a page whose code is on its way. */
export const PageLoading = () => <PageSpinner label="Loading" />

/** Keeps the address at /login, also when the person goes back to a protected page. */
const AtLogin = ({ children }: { children: ReactNode }) => {
  useLayoutEffect(() => {
    const goToLogin = () => {
      if (window.location.pathname !== LOGIN_PATH) window.history.replaceState(null, '', LOGIN_PATH)
    }
    goToLogin()
    window.addEventListener('popstate', goToLogin)
    return () => window.removeEventListener('popstate', goToLogin)
  }, [])
  return children
}
