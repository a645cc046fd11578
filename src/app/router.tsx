import { Suspense, lazy, useEffect } from 'react'
import type { ReactNode } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '#src/platform/auth/auth-state.ts'
import { session } from '#src/platform/auth/auth.ts'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { PageSpinner } from '#src/platform/auth/require-auth.tsx'
import { setNavigate } from '#src/platform/windows/open-app.ts'
import { BUILT_IN_APPS } from './app-registry.ts'
import { BackgroundWork } from './background-work.tsx'
import { Palette } from './palette.tsx'
import { Providers } from './providers.tsx'
import { TopUp } from './top-up.tsx'

const HomeScreen = lazy(async () => ({
  default: (await import('./screens/home-screen.tsx')).HomeScreen,
}))
const ChatScreen = lazy(async () => ({
  default: (await import('./screens/chat-screen.tsx')).ChatScreen,
}))
const PaymentScreen = lazy(async () => ({
  default: (await import('./screens/payment-screen.tsx')).PaymentScreen,
}))
const DesktopScreen = lazy(async () => ({
  default: (await import('./screens/ios-desktop-screen.tsx')).IosDesktopScreen,
}))

setAppRegistry(BUILT_IN_APPS)

/** Everything behind the sign-in. Another user starts with nothing of the one before. */
export const SignedIn = () => {
  const userId = useAuth((state) => state.user?.id)
  return (
    <Providers key={userId}>
      <BrowserRouter>
        <Attended>
          <Suspense fallback={<PageSpinner label="Loading" />}>
            <Routes>
              <Route path="/" element={<HomeScreen />} />
              <Route path="/chat" element={<ChatScreen />} />
              <Route path="/payment" element={<PaymentScreen />} />
              <Route path="/ios-desktop" element={<DesktopScreen />} />
              <Route path="*" element={<Navigate to="/" replace />} />
            </Routes>
          </Suspense>
        </Attended>
      </BrowserRouter>
    </Providers>
  )
}

const Attended = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => setNavigate((path) => void navigate(path)), [navigate])
  return (
    <>
      <Validation key={pathname} />
      {children}
      <Palette />
      <TopUp />
      <BackgroundWork />
    </>
  )
}

/** Mounted anew with every screen: an occasion to ask who is signed in, when the last answer is old. */
const Validation = () => {
  useEffect(() => {
    // A server that is away says nothing about the session; the next screen asks again.
    session.validate().catch(() => undefined)
  }, [])
  return null
}
