import { RequireAuth } from '#src/platform/auth/require-auth.tsx'
import { WalletApprovals } from '#src/platform/wallet/wallet-approvals.tsx'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { LoginScreen, SignedIn } from './halves.tsx'

export const Root = () => (
  <ErrorBoundary title="This page stopped working">
    <RequireAuth signIn={<LoginScreen />}>
      <SignedIn />
    </RequireAuth>
    <WalletApprovals />
    <Toaster />
  </ErrorBoundary>
)
