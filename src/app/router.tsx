import {
  CHAT_PATH,
  DESKTOP_PATH,
  HOME_PATH,
  PAYMENT_PATH,
  SHARED_AGENT_PATH,
} from '#contract/paths.ts'
import { Tooltips } from '#src/ui/overlay/tooltips.tsx'
import { Fragment, useEffect, type ComponentType } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterPaint } from '#src/lib/next-frame.ts'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { waitForDesktop } from '#src/platform/desktop-sync/start-sync.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { PageLoading } from '#src/platform/auth/require-auth.tsx'
import { setNavigate } from '#src/platform/windows/open-app.ts'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { BUILT_IN_APPS } from './app-registry.ts'
import { BackgroundWork } from '#src/app/bodies/background-work.tsx'
import { Palette } from '#src/app/palette/palette.tsx'
import { TopUp } from './top-up.tsx'
import { withQueries } from './with-queries.ts'

const loadableScreen = (load: () => Promise<ComponentType>) =>
  loadable(() => withQueries(load), PageLoading)

const HomeScreen = loadableScreen(
  async () => (await import('#src/app/screens/home-screen.tsx')).HomeScreen,
)
const ChatScreen = loadableScreen(
  async () => (await import('#src/app/screens/chat-screen.tsx')).ChatScreen,
)
const PaymentScreen = loadableScreen(
  async () => (await import('#src/app/screens/payment-screen.tsx')).PaymentScreen,
)
const SharedAgentScreen = loadableScreen(
  async () => (await import('#src/app/screens/shared-agent-screen.tsx')).SharedAgentScreen,
)
const DesktopScreen = loadable(async () => {
  const [{ IosDesktopScreen, preloadWindows }] = await Promise.all([
    import('#src/app/screens/ios-desktop-screen.tsx'),
    waitForDesktop(),
  ])
  await preloadWindows()
  return IosDesktopScreen
}, PageLoading)

const SCREENS = {
  [HOME_PATH]: HomeScreen,
  [CHAT_PATH]: ChatScreen,
  [PAYMENT_PATH]: PaymentScreen,
  [DESKTOP_PATH]: DesktopScreen,
  [`${SHARED_AGENT_PATH}/:token`]: SharedAgentScreen,
}

const [, FirstScreen = HomeScreen] =
  Object.entries(SCREENS).find(([path]) => matchPath(path, window.location.pathname) !== null) ?? []

/** Settles when the first screen has loaded or failed; the failure shows where it is rendered. */
export const firstScreen = FirstScreen.preload().catch(() => undefined)

setAppRegistry(BUILT_IN_APPS)

const ROUTES = Object.entries(SCREENS).map(([path, Screen]) => (
  <Route key={path} path={path} element={<Screen />} />
))

/** The key makes another user start with fresh state. */
export const SignedIn = () => {
  const userId = useAuth((state) => state.user?.id)
  return (
    <Fragment key={userId}>
      <Routes>
        {ROUTES}
        <Route path="*" element={<Navigate to={HOME_PATH} replace />} />
      </Routes>
      <SharedNavigate />
      <Palette />
      <Tooltips />
      <ScreenValidation />
      <TopUp />
      <BackgroundWork />
    </Fragment>
  )
}

const SharedNavigate = () => {
  const navigate = useNavigate()
  useEffect(() => setNavigate((path) => void navigate(path)), [navigate])
  return null
}

const ScreenValidation = () => <Validation key={useLocation().pathname} />

/** Mounted with every screen, to check an old session again. */
const Validation = () => {
  useEffect(() => {
    const validate = async () => (await loadSession()).session.validate()
    // The next screen tries again.
    return afterPaint(() => void validate().catch(() => undefined))
  }, [])
  return null
}
