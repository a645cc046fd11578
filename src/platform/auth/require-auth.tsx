import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { useAuth } from './auth-store.ts'
import { getReturnPath, createReturnState } from './return-address.ts'

export const LOGIN_PATH = '/login'

export const RequireAuth = ({ children }: { children: ReactNode }) => {
  const status = useAuth((state) => state.status)
  const hasLoggedOut = useAuth((state) => state.hasLoggedOut === true)
  const location = useLocation()
  if (status === 'loading') return <PageSpinner label="Checking your session" />
  if (status === 'authenticated') return children
  return (
    <Navigate to={LOGIN_PATH} replace state={hasLoggedOut ? null : createReturnState(location)} />
  )
}

export const SignedOutOnly = ({ children }: { children: ReactNode }) => {
  const status = useAuth((state) => state.status)
  const { state } = useLocation()
  if (status === 'loading') return <PageSpinner label="Checking your session" />
  return status === 'authenticated' ? <Navigate to={getReturnPath(state)} replace /> : children
}

const PageSpinner = ({ label }: { label: string }) => (
  <main className="grid min-h-dvh place-items-center text-ink-muted">
    <Spinner sizePx={28} label={label} />
  </main>
)

export const PageLoading = () => <PageSpinner label="Loading" />
