import {
  CHAT_PATH,
  DESKTOP_PATH,
  SHARED_FINDER_PATH,
  SHARED_REPORT_PATH,
  SHARED_RESEARCH_PATH,
} from '#contract/paths.ts'
import { useEffect, type ComponentProps } from 'react'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterPaint } from '#src/lib/next-frame.ts'
import {
  LOGIN_PATH,
  PageLoading,
  RequireAuth,
  SignedOutOnly,
} from '#src/platform/auth/require-auth.tsx'
import { WalletApprovals } from '#src/platform/wallet/local/wallet-approvals.tsx'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { NewReleaseNotice } from '#src/ui/feedback/new-release-notice.tsx'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { LoginScreen } from './screens/login-screen.tsx'
import { SignedIn } from './signed-in.ts'
import { askServer } from './start.ts'
import { withQueries } from './with-queries.ts'

const SharedReport = loadable(
  () =>
    withQueries(
      async () => (await import('./screens/shared-report-screen.tsx')).SharedReportScreen,
    ),
  PageLoading,
)

const SharedFinder = loadable(
  () =>
    withQueries(
      async () => (await import('./screens/shared-finder-screen.tsx')).SharedFinderScreen,
    ),
  PageLoading,
)

const SharedResearch = loadable(
  () =>
    withQueries(
      async () => (await import('./screens/shared-research-screen.tsx')).SharedResearchScreen,
    ),
  PageLoading,
)

// Constants, so that a new address does not render the pages again.
const LOGIN_PAGE = (
  <SignedOutOnly>
    <LoginScreen />
  </SignedOutOnly>
)
const SHARED_REPORT_PAGE = <SharedReport />
const SHARED_FINDER_PAGE = <SharedFinder />
const SHARED_RESEARCH_PAGE = <SharedResearch />
const PROTECTED_PAGES = (
  <RequireAuth>
    <SignedIn />
  </RequireAuth>
)

const TOAST_PLACES: Readonly<Record<string, ComponentProps<typeof Toaster>['place']>> = {
  // A chat has its input row where toasts appear elsewhere.
  [CHAT_PATH]: 'header',
  [DESKTOP_PATH]: 'desktop',
}

const ScreenToaster = () => <Toaster place={TOAST_PLACES[useLocation().pathname] ?? 'corner'} />

export const Root = () => {
  useEffect(() => afterPaint(askServer), [])
  return (
    <ErrorBoundary title="This page stopped working">
      <BrowserRouter>
        <Routes>
          <Route path={LOGIN_PATH} element={LOGIN_PAGE} />
          <Route path={`${SHARED_REPORT_PATH}/:token`} element={SHARED_REPORT_PAGE} />
          <Route path={`${SHARED_FINDER_PATH}/:token`} element={SHARED_FINDER_PAGE} />
          <Route path={`${SHARED_RESEARCH_PATH}/:token`} element={SHARED_RESEARCH_PAGE} />
          <Route path="*" element={PROTECTED_PAGES} />
        </Routes>
        <ScreenToaster />
      </BrowserRouter>
      <WalletApprovals />
      <NewReleaseNotice />
    </ErrorBoundary>
  )
}
