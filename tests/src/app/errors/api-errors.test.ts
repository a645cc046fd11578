import { beforeEach, describe, expect, it } from 'vitest'
import { logout } from '#contract/auth.ts'
import { startApiErrors } from '#src/app/errors/api-errors.ts'
import { API_ERROR_EVENT } from '#src/lib/api/api-error-event.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { resetToasts, toastStore } from '#src/ui/toast/toast-store.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const USER = { id: 'u1', username: 'ada' }

const happen = (detail: unknown) =>
  window.dispatchEvent(new CustomEvent(API_ERROR_EVENT, { detail }))
const toast = () => toastStore.getState().toast

beforeEach(() => {
  resetToasts()
  return startApiErrors()
})

describe('an api-error event', () => {
  it.each([
    [{ status: 500, message: 'Request 7 failed' }, 'Request 7 failed'],
    [{ status: 0, message: '' }, 'An unexpected error occurred'],
    [{}, 'An unexpected error occurred'],
    [null, 'An unexpected error occurred'],
  ])('with %j is shown as "%s"', (detail, description) => {
    happen(detail)
    expect(toast()).toMatchObject({
      title: 'API Error',
      description,
      tone: 'destructive',
      durationMs: 5000,
    })
  })

  it('of status 401 shows that the session has expired and ends it', async () => {
    network.use(answer(logout, () => ({ success: true })))
    window.localStorage.setItem('access_token', 'a')
    window.localStorage.setItem('refresh_token', 'r')
    authStore.setState({ status: 'authenticated', user: USER })
    happen({ status: 401, message: 'whatever' })
    expect(toast()).toMatchObject({
      title: 'Session Expired',
      description: 'Your session has expired. Please login again.',
    })
    await expect.poll(() => authStore.getState().status).toBe('unauthenticated')
    expect(window.localStorage.getItem('access_token')).toBeNull()
    expect(window.localStorage.getItem('refresh_token')).toBeNull()
  })
})
