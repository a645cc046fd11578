import { useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { afterPaint } from '#src/lib/next-frame.ts'
import { renderInUsualSlices } from '#src/lib/render-slices.ts'
import { LOGIN_PATH, RequireAuth, SignedOutOnly } from '#src/platform/auth/require-auth.tsx'
import { WalletApprovals } from '#src/platform/wallet/local/wallet-approvals.tsx'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { NewReleaseNotice } from '#src/ui/feedback/new-release-notice.tsx'
import { LoginScreen, SignedIn } from './halves.tsx'
import { askServer, showPageIcon } from './start.ts'

// Constants, so that a change of the address does not render the pages again.
const LOGIN_PAGE = (
  <SignedOutOnly>
    <LoginScreen />
  </SignedOutOnly>
)
const PROTECTED_PAGES = (
  <RequireAuth>
    <SignedIn />
  </RequireAuth>
)

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
      <BrowserRouter>
        <Routes>
          <Route path={LOGIN_PATH} element={LOGIN_PAGE} />
          <Route path="*" element={PROTECTED_PAGES} />
        </Routes>
      </BrowserRouter>
      <WalletApprovals />
      <NewReleaseNotice />
    </ErrorBoundary>
  )
}
