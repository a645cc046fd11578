import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { authStore } from '#src/platform/auth/auth-state.ts'
import { RequireAuth } from '#src/platform/auth/require-auth.tsx'

const USER = { id: 'u1', username: 'ada' }

const open = (path: string) => {
  window.history.replaceState(null, '', path)
  render(<RequireAuth signIn={<p>sign in</p>}>protected</RequireAuth>)
}

beforeEach(() => {
  authStore.setState({ status: 'unauthenticated', user: null })
})

describe('the guard', () => {
  it('shows a spinner while the check runs', () => {
    authStore.setState({ status: 'loading', user: null })
    open('/payment')
    expect(screen.getByRole('status')).toHaveTextContent('Checking your session')
    expect(window.location.pathname).toBe('/payment')
  })

  it('takes who is not signed in to /login, replacing history', () => {
    const before = window.history.length
    open('/payment')
    expect(screen.getByText('sign in')).toBeVisible()
    expect(window.location.pathname).toBe('/login')
    expect(window.history.length).toBe(before)
  })

  it('keeps them there when they go back', () => {
    open('/login')
    window.history.replaceState(null, '', '/chat')
    act(() => {
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(window.location.pathname).toBe('/login')
  })

  it('lets in and out as the session comes and goes', () => {
    authStore.setState({ status: 'authenticated', user: USER })
    open('/payment')
    expect(screen.getByText('protected')).toBeVisible()
    act(() => authStore.setState({ status: 'unauthenticated', user: null }))
    expect(screen.getByText('sign in')).toBeVisible()
    expect(window.location.pathname).toBe('/login')
  })
})
