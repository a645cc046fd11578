import {
  CHAT_PATH,
  DESKTOP_PATH,
  SHARED_FINDER_PATH,
  SHARED_REPORT_PATH,
  SHARED_RESEARCH_PATH,
} from '#contract/paths.ts'
import { useEffect, type ComponentProps, type ComponentType } from 'react'
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
import { loadSessionAndConfig } from './start.ts'
import { withQueries } from './with-queries.ts'

const loadShared = (title: string, load: () => Promise<ComponentType<{ token: string }>>) =>
  loadable(
    () =>
      withQueries(async () => {
        const [Content, { SharedPage }] = await Promise.all([
          load(),
          import('./screens/shared-page.tsx'),
        ])
        return () => <SharedPage title={title} Content={Content} />
      }),
    PageLoading,
  )

const SharedReport = loadShared(
  'Shared report',
  async () => (await import('#src/features/ca-analysis/share/shared-report.tsx')).SharedReport,
)
const SharedFinder = loadShared(
  'Shared report',
  async () => (await import('#src/features/ca-analysis/share/shared-finder.tsx')).SharedFinder,
)
const SharedResearch = loadShared(
  'Shared digest',
  async () => (await import('#src/features/research/share/shared-research.tsx')).SharedResearch,
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
  useEffect(() => afterPaint(loadSessionAndConfig), [])
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
