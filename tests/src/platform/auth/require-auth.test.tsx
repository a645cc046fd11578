import { act, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { authStore, LOGGED_OUT } from '#src/platform/auth/auth-store.ts'
import { LOGIN_PATH, RequireAuth, SignedOutOnly } from '#src/platform/auth/require-auth.tsx'
import { getReturnPath } from '#src/platform/auth/return-address.ts'

const SIGNED_IN = {
  status: 'authenticated',
  user: { id: 'u1', username: 'ada' },
  hasLoggedOut: false,
} as const

const Address = () => {
  const { pathname, search } = useLocation()
  return <p>{`page ${pathname}${search}`}</p>
}

const open = (path: string) => {
  window.history.replaceState(null, '', path)
  return render(
    <BrowserRouter>
      <Routes>
        <Route
          path={LOGIN_PATH}
          element={
            <SignedOutOnly>
              <p>sign in</p>
            </SignedOutOnly>
          }
        />
        <Route
          path="*"
          element={
            <RequireAuth>
              <Address />
            </RequireAuth>
          }
        />
      </Routes>
    </BrowserRouter>,
  )
}

const signIn = () => act(() => authStore.setState(SIGNED_IN))

const address = () => `${window.location.pathname}${window.location.search}`

beforeEach(() => {
  authStore.setState({ status: 'unauthenticated', user: null, hasLoggedOut: false })
})

describe('the guard', () => {
  it('shows a spinner while the check runs', () => {
    authStore.setState({ status: 'loading', user: null })
    open('/payment')
    expect(screen.getByRole('status')).toHaveTextContent('Checking your session')
    expect(address()).toBe('/payment')
  })

  it('redirects to /login, replacing history', async () => {
    const before = window.history.length
    open('/payment')
    expect(await screen.findByText('sign in')).toBeVisible()
    expect(address()).toBe('/login')
    expect(window.history.length).toBe(before)
  })

  it('redirects again when a signed-out user goes back', async () => {
    authStore.setState(SIGNED_IN)
    open('/chat')
    window.history.pushState(null, '', '/payment')
    act(() => authStore.setState(LOGGED_OUT))
    await screen.findByText('sign in')
    const wentBack = new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true })
    })
    window.history.back()
    await act(() => wentBack)
    await waitFor(() => expect(address()).toBe('/login'))
    expect(await screen.findByText('sign in')).toBeVisible()
  })

  it('follows the start and end of the session', async () => {
    authStore.setState(SIGNED_IN)
    open('/payment')
    expect(screen.getByText('page /payment')).toBeVisible()
    act(() => authStore.setState({ status: 'unauthenticated', user: null }))
    expect(await screen.findByText('sign in')).toBeVisible()
    expect(address()).toBe('/login')
  })
})

describe('signing in', () => {
  it('redirects home after a sign-in that began at /login', async () => {
    open('/login')
    signIn()
    expect(await screen.findByText('page /')).toBeVisible()
    expect(address()).toBe('/')
  })

  for (const wanted of ['/chat?id=abc', '/ios-desktop?open=/settings&open=/calendar', '/payment']) {
    it(`leads back to ${wanted}`, async () => {
      open(wanted)
      await screen.findByText('sign in')
      signIn()
      expect(await screen.findByText(`page ${wanted}`)).toBeVisible()
      expect(address()).toBe(wanted)
    })
  }

  it('redirects to the page where the session expired', async () => {
    authStore.setState(SIGNED_IN)
    open('/chat?id=abc')
    act(() => authStore.setState({ status: 'unauthenticated', user: null }))
    await screen.findByText('sign in')
    signIn()
    expect(await screen.findByText('page /chat?id=abc')).toBeVisible()
  })

  it('redirects home after a logout', async () => {
    authStore.setState(SIGNED_IN)
    open('/chat?id=abc')
    act(() => authStore.setState(LOGGED_OUT))
    await screen.findByText('sign in')
    signIn()
    expect(await screen.findByText('page /')).toBeVisible()
  })

  it.each([
    ['back to where a user was', 'u1', '/chat?id=abc', '/chat?id=abc'],
    ['home, not to where another user was', 'u2', '/chat?id=abc', '/'],
    ['another user to a shared agent', 'u2', '/shared/agent/abc', '/shared/agent/abc'],
  ])('leads %s after a logout and a reload', async (_where, id, wanted, expected) => {
    authStore.setState(SIGNED_IN)
    const { unmount } = open('/payment')
    act(() => authStore.setState(LOGGED_OUT))
    unmount()
    authStore.setState({ status: 'unauthenticated', user: null, hasLoggedOut: false })
    open(wanted)
    await screen.findByText('sign in')
    act(() => authStore.setState({ ...SIGNED_IN, user: { id, username: 'grace' } }))
    expect(await screen.findByText(`page ${expected}`)).toBeVisible()
  })

  it('redirects home from /login when the user is already signed in', async () => {
    authStore.setState(SIGNED_IN)
    open('/login')
    expect(await screen.findByText('page /')).toBeVisible()
  })

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '/.//elsewhere.example',
    'javascript:alert(1)',
    7,
  ])('leads home instead of to %s', (returnTo) => {
    expect(getReturnPath({ returnTo }, 'u1')).toBe('/')
  })
})
