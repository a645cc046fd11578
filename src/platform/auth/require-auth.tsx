import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { useAuth, useUserId } from './auth-store.ts'
import { createReturnState, getReturnPath, rememberLastUser } from './return-address.ts'

export const LOGIN_PATH = '/login'

export const RequireAuth = ({ children }: { children: ReactNode }) => {
  const status = useAuth((state) => state.status)
  const hasLoggedOut = useAuth((state) => state.hasLoggedOut === true)
  const userId = useUserId()
  const location = useLocation()
  useEffect(() => {
    if (userId !== '') rememberLastUser(userId)
  }, [userId])
  if (status === 'loading') return <PageSpinner label="Checking your session" />
  if (status === 'authenticated') return children
  return (
    <Navigate to={LOGIN_PATH} replace state={hasLoggedOut ? null : createReturnState(location)} />
  )
}

export const SignedOutOnly = ({ children }: { children: ReactNode }) => {
  const status = useAuth((state) => state.status)
  const userId = useUserId()
  const { state } = useLocation()
  if (status === 'loading') return <PageSpinner label="Checking your session" />
  if (status !== 'authenticated') return children
  return <Navigate to={getReturnPath(state, userId)} replace />
}

const PageSpinner = ({ label }: { label: string }) => (
  <main className="grid min-h-dvh place-items-center text-ink-muted">
    <Spinner sizePx={28} label={label} />
  </main>
)

export const PageLoading = () => <PageSpinner label="Loading" />
