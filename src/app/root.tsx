import { Suspense, lazy } from 'react'
import { PageSpinner, RequireAuth } from '#src/platform/auth/require-auth.tsx'
import { WalletApprovals } from '#src/platform/wallet/wallet-approvals.tsx'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { fetchLogin, fetchSignedIn } from './chunks.ts'

const LoginScreen = lazy(async () => ({ default: (await fetchLogin()).LoginScreen }))
const SignedIn = lazy(async () => ({ default: (await fetchSignedIn()).SignedIn }))

export const Root = () => (
  <ErrorBoundary title="This page stopped working">
    <Suspense fallback={<PageSpinner label="Loading" />}>
      <RequireAuth signIn={<LoginScreen />}>
        <SignedIn />
      </RequireAuth>
    </Suspense>
    <WalletApprovals />
    <Toaster />
  </ErrorBoundary>
)
