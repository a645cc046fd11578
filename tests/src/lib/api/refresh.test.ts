// @vitest-environment node
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { me, refresh } from '#contract/auth.ts'
import { SessionLostError } from '#src/lib/api/api-error.ts'
import { createApiClient } from '#src/lib/api/client.ts'
import type { TokenStore } from '#src/lib/api/refresh.ts'
import { API_BASE, answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const USER = { id: 'u1', username: 'ada' }
const START_MS = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000
const LIFETIME_MS = 10 * MINUTE_MS

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const tokenOf = (claims: object) => `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`

const memoryTokens = (access: string, renewal: string | null): TokenStore => {
  let tokens: { access: string | null; renewal: string | null } = { access, renewal }
  return {
    accessToken: () => tokens.access,
    refreshToken: () => tokens.renewal,
    store: (next) => {
      tokens = { access: next.access_token, renewal: next.refresh_token ?? tokens.renewal }
    },
    clear: () => {
      tokens = { access: null, renewal: null }
    },
  }
}

/** A server whose clock differs from the browser's; it lists each call with its outcome. */
const serve = ({ skewMs = 0, refuses = false } = {}) => {
  const log: string[] = []
  const serverNow = () => Date.now() + skewMs
  const ends = new Map<string, number>()
  const issue = () => {
    const [iat, exp] = [serverNow(), serverNow() + LIFETIME_MS].map((ms) => Math.floor(ms / 1000))
    const token = tokenOf({ sub: 'ada', iat, exp, n: ends.size })
    ends.set(token, serverNow() + LIFETIME_MS)
    return token
  }
  network.use(
    answer(me, ({ token }) => {
      const isGood = token !== null && serverNow() < (ends.get(token) ?? 0)
      log.push(isGood ? 'me' : 'me 401')
      return isGood ? USER : failure('TOKEN_EXPIRED', 'expired')
    }),
    answer(refresh, () => {
      log.push(refuses ? 'refresh 401' : 'refresh')
      return refuses
        ? failure('SESSION_REVOKED', 'ended')
        : { access_token: issue(), refresh_token: 'r2' }
    }),
  )
  return { log, issue }
}

const clientOf = (tokens: TokenStore) => {
  const lost: string[] = []
  const api = createApiClient({
    base: API_BASE,
    tokens,
    onSessionLost: () => lost.push('lost'),
  })
  return { api, lost }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START_MS }))
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('a token that ends soon', () => {
  it('is renewed before the next call, so that no call is refused', async () => {
    const { log, issue } = serve()
    const { api } = clientOf(memoryTokens(issue(), 'r1'))
    for (let minute = 0; minute < 20; minute += 1) {
      await api.call(me)
      pass(MINUTE_MS)
    }
    expect(log.filter((call) => call === 'refresh')).toHaveLength(2)
    expect(log).not.toContain('me 401')
  })

  it('is not renewed while it has a tenth of its life left', async () => {
    const { log, issue } = serve()
    const { api } = clientOf(memoryTokens(issue(), 'r1'))
    pass(LIFETIME_MS * 0.9 - 1000)
    await api.call(me)
    expect(log).toEqual(['me'])
    pass(2000)
    await api.call(me)
    expect(log).toEqual(['me', 'refresh', 'me'])
  })

  it('is renewed on the first call of a tab that slept, once for all its calls', async () => {
    const { log, issue } = serve()
    const { api } = clientOf(memoryTokens(issue(), 'r1'))
    await api.call(me)
    pass(8 * 60 * MINUTE_MS)
    await Promise.all([1, 2, 3, 4].map(() => api.call(me)))
    expect(log).toEqual(['me', 'refresh', 'me', 'me', 'me', 'me'])
  })

  it('ends the session when it cannot be renewed, without a call that would be refused', async () => {
    const { log, issue } = serve({ refuses: true })
    const tokens = memoryTokens(issue(), 'r1')
    const { api, lost } = clientOf(tokens)
    pass(LIFETIME_MS + 1000)
    await expect(api.call(me)).rejects.toBeInstanceOf(SessionLostError)
    expect(log).toEqual(['refresh 401'])
    expect([lost, tokens.accessToken()]).toEqual([['lost'], null])
  })

  it('is used until it expires when there is no refresh token', async () => {
    const { log, issue } = serve()
    const { api } = clientOf(memoryTokens(issue(), null))
    pass(LIFETIME_MS - 1000)
    await expect(api.call(me)).resolves.toEqual(USER)
    expect(log).toEqual(['me'])
  })

  it('is used to its end while the server cannot renew it', async () => {
    const { log, issue } = serve()
    network.use(answer(refresh, () => failure('RATE_LIMITED', 'too many')))
    const { api, lost } = clientOf(memoryTokens(issue(), 'r1'))
    pass(LIFETIME_MS - 1000)
    await expect(api.call(me)).resolves.toEqual(USER)
    expect([log, lost]).toEqual([['me'], []])
  })
})

describe('a lost answer', () => {
  it('is asked for again at once, because a later repeat of the token would end the session', async () => {
    const { log, issue } = serve()
    const tokens = memoryTokens(issue(), 'r1')
    const { api, lost } = clientOf(tokens)
    pass(LIFETIME_MS)
    network.use(
      http.post(
        `${API_BASE}/auth/refresh`,
        () => {
          log.push('lost')
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await expect(api.call(me)).resolves.toEqual(USER)
    expect(log).toEqual(['lost', 'refresh', 'me'])
    expect([tokens.refreshToken(), lost]).toEqual(['r2', []])
  })
})

describe('a browser whose clock is wrong', () => {
  it.each([
    ['fast', -60 * MINUTE_MS],
    ['slow', 60 * MINUTE_MS],
  ])('renews once when it is %s, then as the others do', async (_name, skewMs) => {
    const { log, issue } = serve({ skewMs })
    const { api } = clientOf(memoryTokens(issue(), 'r1'))
    pass(LIFETIME_MS + 1000)
    await api.call(me)
    log.length = 0
    for (let minute = 0; minute < 18; minute += 1) {
      pass(MINUTE_MS)
      await api.call(me)
    }
    expect(log.filter((call) => call === 'refresh')).toHaveLength(2)
    expect(log).not.toContain('me 401')
  })
})

it.each([
  ['opaque', 'a'],
  ['without claims', 'a.b.c'],
  ['without an end', tokenOf({ sub: 'ada' })],
  ['with an end that is no number', tokenOf({ iat: 1, exp: 'soon' })],
])('a token that is %s is used until it is refused', async (_name, token) => {
  const { log } = serve()
  const { api } = clientOf(memoryTokens(token, 'r1'))
  await expect(api.call(me)).resolves.toEqual(USER)
  expect(log).toEqual(['me 401', 'refresh', 'me'])
})
