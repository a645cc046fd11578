import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { login, logout, me, nonce, refresh } from '#contract/auth.ts'
import { createStorage } from '#src/lib/storage/storage.ts'
import type { ApiErrorDetail } from '#src/lib/api/api-error-event.ts'
import { createAuthStore, followOtherTabs } from '#src/platform/auth/auth-store.ts'
import { createSession } from '#src/platform/auth/session.ts'

import { API_BASE, answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const USER = { id: 'u1', username: 'ada' }
const SIGNED_IN = { access_token: 'a', refresh_token: 'r', user_info: JSON.stringify(USER) }
const MINUTE_MS = 60_000

/** A page with the given stored keys; several pages of one test share the storage, as tabs do. */
const openPage = (stored: Record<string, string> = {}) => {
  for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value)
  const reported: ApiErrorDetail[] = []
  let nowMs = 0
  const storage = createStorage(
    () => window.localStorage,
    () => window,
  )
  const store = createAuthStore(storage)
  const session = createSession({
    base: API_BASE,
    storage,
    store,
    report: (detail) => reported.push(detail),
    clock: { now: () => nowMs, sleep: () => new Promise((done) => setTimeout(done, 1)) },
  })
  return {
    session,
    reported,
    pass: (ms: number) => {
      nowMs += ms
    },
    store,
    follow: () => followOtherTabs(store, storage),
    status: () => store.getState().status,
    values: () => Object.fromEntries(Object.entries(window.localStorage)),
    keys: () => Object.keys(window.localStorage).toSorted(),
  }
}

const serveMe = (respond: () => object) => {
  const asked = { count: 0 }
  network.use(
    answer(me, () => {
      asked.count += 1
      return respond()
    }),
  )
  return asked
}

describe('a page that opens', () => {
  it.each([
    ['nothing', {}, 'unauthenticated'],
    ['a token and a user', SIGNED_IN, 'authenticated'],
    ['a token alone', { access_token: 'a' }, 'loading'],
    ['a token and an unreadable user', { access_token: 'a', user_info: '{' }, 'loading'],
    ['a token and a user without a name', { access_token: 'a', user_info: '{"id":1}' }, 'loading'],
    ['a user without a token', { user_info: JSON.stringify(USER) }, 'unauthenticated'],
  ])('with %s stored is %s at once', (_title, stored, status) => {
    expect(openPage(stored as Record<string, string>).status()).toBe(status)
  })

  it('asks who is signed in once, and again only after five minutes', async () => {
    const asked = serveMe(() => ({ ...USER, username: 'ada l' }))
    const page = openPage(SIGNED_IN)
    const stop = page.session.start()
    await Promise.all([page.session.validate(), page.session.validate()])
    await page.session.validate()
    expect(asked.count).toBe(1)
    expect(page.store.getState().user).toMatchObject({ username: 'ada l' })
    expect(JSON.parse(window.localStorage.getItem('user_info') ?? '')).toMatchObject({
      username: 'ada l',
    })
    page.pass(5 * MINUTE_MS - 1)
    await page.session.validate()
    expect(asked.count).toBe(1)
    page.pass(1)
    await page.session.validate()
    expect(asked.count).toBe(2)
    stop()
  })

  it.each([
    [
      'an unknown shape',
      () => HttpResponse.json({ id: 'u1' }),
      0,
      'Invalid user data received, please login again',
    ],
    [
      'an empty answer',
      () => new HttpResponse(null, { status: 204 }),
      0,
      'Invalid user data received, please login again',
    ],
    [
      'a failure of the server',
      () => failure('INTERNAL', 'Request 9 failed'),
      500,
      'User session invalid: Request 9 failed',
    ],
  ])('signs out on %s', async (_title, respond, status, message) => {
    serveMe(respond)
    const page = openPage({ ...SIGNED_IN, wallet_address: 'A', theme: 'dark' })
    await page.session.validate()
    expect([page.status(), page.keys()]).toEqual(['unauthenticated', ['theme']])
    expect(page.reported).toMatchObject([{ status, message }])
  })

  it('signs out when the token is refused and cannot be renewed', async () => {
    serveMe(() => failure('TOKEN_EXPIRED', 'expired'))
    network.use(answer(refresh, () => failure('SESSION_REVOKED', 'revoked')))
    const page = openPage(SIGNED_IN)
    await page.session.validate()
    expect([page.status(), page.keys()]).toEqual(['unauthenticated', []])
    expect(page.reported).toMatchObject([
      { status: 401, message: 'Authentication failed, please login again' },
    ])
  })

  it('stays signed in while the server is away', async () => {
    serveMe(() => failure('UNAVAILABLE', 'restarting'))
    const page = openPage(SIGNED_IN)
    await expect(page.session.validate()).rejects.toMatchObject({ status: 503 })
    expect([page.status(), page.reported]).toEqual(['authenticated', []])
  })

  it('waits for a server that is away when it does not know the user yet', async () => {
    const answers: object[] = [1, 2, 3, 4].map(() => failure('UNAVAILABLE', 'restarting'))
    serveMe(() => answers.shift() ?? USER)
    const page = openPage({ access_token: 'a', refresh_token: 'r' })
    const stop = page.session.start()
    await expect.poll(page.status).toBe('authenticated')
    stop()
  })
})

describe('signing in and out', () => {
  it('stores the five values under their names and asks nothing more', async () => {
    const asked = serveMe(() => USER)
    const page = openPage()
    page.session.accept({ access_token: 'a', refresh_token: 'r', user_info: USER }, 'A')
    await page.session.validate()
    expect(page.status()).toBe('authenticated')
    expect(page.values()).toEqual({ ...SIGNED_IN, wallet_address: 'A' })
    expect(asked.count).toBe(0)
  })

  it('forgets everything at once and informs the server, whether or not it answers', async () => {
    const told: unknown[] = []
    network.use(
      answer(logout, ({ body }) => {
        told.push(body)
        return failure('INTERNAL', 'no')
      }),
    )
    const page = openPage({ ...SIGNED_IN, wallet_address: 'A', theme: 'dark' })
    page.session.signOut()
    expect([page.status(), page.keys()]).toEqual(['unauthenticated', ['theme']])
    await expect.poll(() => told).toEqual([{ refresh_token: 'r' }])
    expect(page.reported).toEqual([])
  })

  it('is followed by the other tabs', () => {
    const page = openPage(SIGNED_IN)
    const stop = page.follow()
    window.localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    expect(page.status()).toBe('unauthenticated')
    for (const [key, value] of Object.entries(SIGNED_IN)) {
      window.localStorage.setItem(key, value)
      window.dispatchEvent(new StorageEvent('storage', { key }))
    }
    expect(page.status()).toBe('authenticated')
    stop()
  })
})

describe('the calls of signing in', () => {
  it.each([
    [{ success: false }, 'Invalid nonce response from server'],
    [{ success: true }, 'Invalid nonce response from server'],
    [{ success: true, nonce: '' }, 'Invalid nonce response from server'],
  ])('refuse %j as a challenge', async (response, message) => {
    network.use(answer(nonce, () => response))
    await expect(openPage().session.authApi.challenge('A')).rejects.toThrow(message)
  })

  it('return the text to sign, or the nonce without a text', async () => {
    const answers = [
      { success: true, nonce: 'n', message: 'text' },
      { success: true, nonce: 'n' },
    ]
    network.use(answer(nonce, () => answers.shift() ?? failure('INTERNAL', 'asked too often')))
    const { authApi } = openPage().session
    expect([await authApi.challenge('A'), await authApi.challenge('A')]).toEqual([
      { nonce: 'n', text: 'text' },
      { nonce: 'n', text: 'n' },
    ])
  })

  it('refuse a user without a name', async () => {
    network.use(
      answer(login, () =>
        HttpResponse.json({ access_token: 'a', refresh_token: 'r', user_info: { id: 1 } }),
      ),
    )
    await expect(
      openPage().session.authApi.signInWithPassword({ username: 'a', password: 'b' }),
    ).rejects.toThrow('Invalid user data received, please login again')
  })
})
