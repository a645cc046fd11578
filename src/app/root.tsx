import { useEffect } from 'react'
import { afterPaint } from '#src/lib/next-frame.ts'
import { renderInUsualSlices } from '#src/lib/render-slices.ts'
import { RequireAuth } from '#src/platform/auth/require-auth.tsx'
import { WalletApprovals } from '#src/platform/wallet/wallet-approvals.tsx'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'
import { NewReleaseNotice } from '#src/ui/new-release-notice.tsx'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { LoginScreen, SignedIn } from './halves.tsx'
import { askServer, showPageIcon } from './start.ts'

export const Root = () => {
  useEffect(
    () =>
      afterPaint(() => {
        renderInUsualSlices()
        showPageIcon()
        askServer()
      }),
    [],
  )
  return (
    <ErrorBoundary title="This page stopped working">
      <RequireAuth signIn={<LoginScreen />}>
        <SignedIn />
      </RequireAuth>
      <WalletApprovals />
      <Toaster />
      <NewReleaseNotice />
    </ErrorBoundary>
  )
}
