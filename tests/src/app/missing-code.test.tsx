import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Login } from '#src/features/login/login.tsx'

const missing = vi.hoisted(() => ({ asked: 0 }))

vi.mock('#src/platform/auth/load-session.ts', () => ({
  loadSession: () => {
    missing.asked += 1
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module: auth.js'))
  },
}))
const uncaught = vi.fn()

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

beforeEach(() => {
  uncaught.mockClear()
  missing.asked = 0
  process.on('unhandledRejection', uncaught)
})

afterEach(() => {
  process.off('unhandledRejection', uncaught)
})

describe('code that does not arrive', () => {
  it('is not an uncaught error when the sign-in card preloads it', async () => {
    render(<Login purpose="" onSignedIn={async () => undefined} />)
    fireEvent.pointerEnter(screen.getByRole('heading', { name: 'User Login' }))
    fireEvent.focus(screen.getByRole('heading', { name: 'User Login' }))
    await settle()
    expect(missing.asked).toBeGreaterThan(0)
    expect(uncaught).not.toHaveBeenCalled()
  })
})
