import { expect, it } from 'vitest'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { endSession } from '#src/platform/auth/load-session.ts'

it('ends here at once, even if the code that informs the server does not load', async () => {
  window.localStorage.setItem('access_token', 'a token')
  window.localStorage.setItem('refresh_token', 'another')
  window.localStorage.setItem('wallet_address', 'A')
  window.localStorage.setItem('wallet_name', 'Phantom')
  authStore.setState({ status: 'authenticated', user: { id: 1, username: 'ada' } })
  const ended = endSession(() => Promise.reject(new TypeError('the chunk did not arrive')))
  expect(authStore.getState().status).toBe('unauthenticated')
  expect(window.localStorage.getItem('access_token')).toBeNull()
  expect(window.localStorage.getItem('refresh_token')).toBeNull()
  expect(window.localStorage.getItem('wallet_address')).toBeNull()
  expect(window.localStorage.getItem('wallet_name')).toBeNull()
  await expect(ended).resolves.toBeUndefined()
})
