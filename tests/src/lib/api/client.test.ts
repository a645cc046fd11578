// @vitest-environment node
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { listApps } from '#contract/apps/apps.ts'
import { login, me, refresh } from '#contract/auth.ts'
import { createPayment } from '#contract/payments.ts'
import {
  HttpError,
  NetworkError,
  SchemaError,
  SessionLostError,
  TimeoutError,
} from '#src/lib/api/api-error.ts'
import type { ApiError } from '#src/lib/api/api-error.ts'
import { createApiClient } from '#src/lib/api/client.ts'
import type { Locks, TokenStore } from '#src/lib/api/refresh.ts'
import type { Clock } from '#src/lib/clock.ts'
import { API_BASE, answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const USER = { id: 'u1', username: 'ada' }

const memoryTokens = (access: string | null, renewal: string | null): TokenStore => {
  let tokens = { access, renewal }
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

const impatientClock = (): Clock & { slept: number[] } => {
  const slept: number[] = []
  return { slept, now: () => 0, sleep: (delayMs) => Promise.resolve(void slept.push(delayMs)) }
}

/** Grants one lock after the other, as the browser does across tabs. */
const sharedLocks = (): Locks => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name, work) => {
      const turn = last.then(work)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

type Tab = { tokens?: TokenStore; locks?: Locks | null; clock?: ReturnType<typeof impatientClock> }

const setUp = ({
  tokens = memoryTokens('old', 'r1'),
  locks = null,
  clock = impatientClock(),
}: Tab = {}) => {
  const lost: string[] = []
  const reported: ApiError[] = []
  const api = createApiClient({
    base: API_BASE,
    tokens,
    locks,
    clock,
    random: () => 0.5,
    onSessionLost: () => lost.push('lost'),
    onSessionError: (error) => reported.push(error),
  })
  return { api, tokens, lost, reported, clock }
}

/** A server that takes the token `new` only and gives it for the refresh token `r1`, once. */
const serveRotation = () => {
  const asked = { me: [] as (string | null)[], refresh: [] as unknown[] }
  network.use(
    answer(me, ({ token }) => {
      asked.me.push(token)
      return token === 'new' ? USER : failure('TOKEN_EXPIRED', 'expired')
    }),
    answer(refresh, ({ body }) => {
      asked.refresh.push(body)
      return asked.refresh.length === 1
        ? { access_token: 'new', refresh_token: 'r2' }
        : failure('SESSION_REVOKED', 'reused')
    }),
  )
  return asked
}

describe('a refused token', () => {
  it('is renewed once and the call repeated once', async () => {
    const asked = serveRotation()
    const { api, tokens, lost, reported } = setUp()
    await expect(api.call(me)).resolves.toEqual(USER)
    expect(asked).toEqual({ me: ['old', 'new'], refresh: [{ refresh_token: 'r1' }] })
    expect([tokens.accessToken(), tokens.refreshToken()]).toEqual(['new', 'r2'])
    expect([...lost, ...reported]).toEqual([])
  })

  it('is renewed once for calls that fail together', async () => {
    const asked = serveRotation()
    const { api } = setUp()
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => api.call(me)))
    expect(users).toEqual([USER, USER, USER, USER, USER])
    expect(asked.refresh).toHaveLength(1)
  })

  it('is renewed once for two tabs that share a lock and a storage', async () => {
    const asked = serveRotation()
    const tokens = memoryTokens('old', 'r1')
    const locks = sharedLocks()
    const tabs = [setUp({ tokens, locks }), setUp({ tokens, locks })]
    await expect(Promise.all(tabs.map((tab) => tab.api.call(me)))).resolves.toEqual([USER, USER])
    expect(asked.refresh).toHaveLength(1)
    expect(tabs.flatMap((tab) => tab.lost)).toEqual([])
  })

  it('is renewed once although the other tab sees the new tokens a little later', async () => {
    const asked = serveRotation()
    const written = memoryTokens('old', 'r1')
    let seen = { access: written.accessToken(), renewal: written.refreshToken() }
    const clock: ReturnType<typeof impatientClock> = {
      ...impatientClock(),
      sleep: () => {
        seen = { access: written.accessToken(), renewal: written.refreshToken() }
        return Promise.resolve()
      },
    }
    const late: TokenStore = {
      ...written,
      accessToken: () => seen.access,
      refreshToken: () => seen.renewal,
    }
    const locks = sharedLocks()
    const tabs = [setUp({ tokens: written, locks, clock }), setUp({ tokens: late, locks })]
    await expect(Promise.all(tabs.map((tab) => tab.api.call(me)))).resolves.toEqual([USER, USER])
    expect(asked.refresh).toHaveLength(1)
  })

  it('is not renewed when another tab has stored a newer one meanwhile', async () => {
    const tokens = memoryTokens('old', 'r1')
    const seen: (string | null)[] = []
    network.use(
      answer(me, ({ token }) => {
        seen.push(token)
        if (token === 'other tab') return USER
        tokens.store({ access_token: 'other tab', refresh_token: 'r9' })
        return failure('TOKEN_EXPIRED', 'expired')
      }),
    )
    await expect(setUp({ tokens }).api.call(me)).resolves.toEqual(USER)
    expect(seen).toEqual(['old', 'other tab'])
  })

  it('keeps the refresh token when the answer brings no new one', async () => {
    network.use(
      answer(me, ({ token }) => (token === 'new' ? USER : failure('FORBIDDEN', 'no'))),
      answer(refresh, () => ({ access_token: 'new' })),
    )
    const { api, tokens } = setUp()
    await api.call(me)
    expect(tokens.refreshToken()).toBe('r1')
  })

  it.each([
    ['without a refresh token', memoryTokens('old', null), 'No refresh token available'],
    ['with a refused refresh token', memoryTokens('old', 'dead'), 'Token refresh failed'],
  ])('ends the session %s', async (_title, tokens, cause) => {
    network.use(
      answer(me, () => failure('TOKEN_EXPIRED', 'expired')),
      answer(refresh, () => failure('SESSION_REVOKED', 'revoked')),
    )
    const { api, lost, reported } = setUp({ tokens })
    const error = await api.call(me).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SessionLostError)
    expect(error).toMatchObject({
      message: 'Authentication failed, please login again',
      status: 401,
      cause: { message: cause },
    })
    expect(tokens.accessToken()).toBeNull()
    expect(lost).toEqual(['lost'])
    expect(reported).toEqual([error])
  })

  it('ends the session when the renewed token is refused as well', async () => {
    network.use(
      answer(me, () => failure('TOKEN_EXPIRED', 'expired')),
      answer(refresh, () => ({ access_token: 'new', refresh_token: 'r2' })),
    )
    const { api, tokens, lost } = setUp()
    await expect(api.call(me)).rejects.toBeInstanceOf(SessionLostError)
    expect([lost, tokens.refreshToken()]).toEqual([['lost'], null])
  })

  it('keeps the session when a request is still forbidden after a renewal', async () => {
    network.use(
      answer(me, () => failure('FORBIDDEN', 'Not yours')),
      answer(refresh, () => ({ access_token: 'new', refresh_token: 'r2' })),
    )
    const { api, tokens, lost } = setUp()
    await expect(api.call(me)).rejects.toMatchObject({ status: 403, message: 'Not yours' })
    expect([lost, tokens.accessToken()]).toEqual([[], 'new'])
  })

  it('keeps the session while the server is restarting', async () => {
    network.use(
      answer(me, () => failure('TOKEN_EXPIRED', 'expired')),
      answer(refresh, () => failure('UNAVAILABLE', 'restarting')),
    )
    const { api, tokens, lost } = setUp()
    await expect(api.call(me)).rejects.toMatchObject({ status: 503 })
    expect([lost, tokens.refreshToken()]).toEqual([[], 'r1'])
  })

  it('does not bring a session back that was ended while the answer was on its way', async () => {
    const tokens = memoryTokens('old', 'r1')
    network.use(
      answer(me, () => failure('TOKEN_EXPIRED', 'expired')),
      answer(refresh, () => {
        tokens.clear()
        return { access_token: 'new', refresh_token: 'r2' }
      }),
    )
    await expect(setUp({ tokens }).api.call(me)).rejects.toBeInstanceOf(SessionLostError)
    expect(tokens.accessToken()).toBeNull()
  })
})

describe('a wrong password', () => {
  it('is not a session expiry: nothing is renewed, reported or cleared', async () => {
    network.use(answer(login, () => failure('INVALID_CREDENTIALS', 'Wrong name or password')))
    const { api, tokens, lost, reported } = setUp()
    await expect(
      api.call(login, { body: { username: 'ada', password: 'x' } }),
    ).rejects.toMatchObject({ status: 401, message: 'Wrong name or password' })
    expect([lost, reported, tokens.accessToken()]).toEqual([[], [], 'old'])
  })
})

describe('the text of a failure', () => {
  it.each([
    [400, { message: 'No', error: 'Other' }, 'No'],
    [400, { error: 'Other' }, 'Other'],
    [400, { message: '  ', error: 'Other' }, 'Other'],
    [422, { detail: 'not read here' }, 'API request failed with status 422'],
    [500, undefined, 'API request failed with status 500'],
    [418, { message: { nested: true } }, 'API request failed with status 418'],
    [403, { detail: 'Why', error: 'Other', message: 'No' }, 'Why'],
    [403, { error: 'Other', message: 'No' }, 'Other'],
    [403, {}, 'API request failed with status 403'],
  ])('of %i with %j is "%s"', async (status, body, message) => {
    network.use(
      answer(login, () =>
        body === undefined
          ? new HttpResponse('<h1>Oops</h1>', { status })
          : HttpResponse.json(body, { status }),
      ),
    )
    const { api } = setUp()
    await expect(
      api.call(login, { body: { username: 'ada', password: 'x' } }),
    ).rejects.toMatchObject({ name: 'HttpError', message, status, tried: 'POST /auth/login' })
  })
})

describe('an answer', () => {
  it.each([
    ['204', () => new HttpResponse(null, { status: 204 })],
    ['zero length', () => new HttpResponse('', { status: 200 })],
  ])('that is empty (%s) is an empty object', async (_title, respond) => {
    network.use(answer(me, respond))
    await expect(setUp().api.call(me)).resolves.toEqual({})
  })

  it.each([
    ['another shape', () => HttpResponse.json({ id: 'u1' })],
    ['no JSON', () => new HttpResponse('<html>', { status: 200 })],
  ])('of %s is a schema error', async (_title, respond) => {
    network.use(answer(me, respond))
    const { api } = setUp()
    await expect(api.call(me)).rejects.toBeInstanceOf(SchemaError)
  })

  it('is its data for those who want only that', async () => {
    const data = { app_list: [], installed_apps: [] }
    network.use(answer(listApps, () => ({ status: 'success', data })))
    await expect(setUp().api.callForData(listApps)).resolves.toEqual(data)
  })

  it('is requested with the given query, without undefined fields', async () => {
    const searches: string[] = []
    network.use(
      answer(listApps, ({ query }) => {
        searches.push(query.toString())
        return { status: 'success', data: { app_list: [], installed_apps: [] } }
      }),
    )
    const { api } = setUp()
    await api.call(listApps)
    await api.call(listApps, { query: { category: undefined } })
    await api.call(listApps, { query: { category: 'de fi' } })
    expect(searches).toEqual(['', '', 'category=de+fi'])
  })
})

describe('a failing connection', () => {
  it('is tried again for reads, with growing pauses, and then fails', async () => {
    let calls = 0
    network.use(
      answer(me, () => {
        calls += 1
        return HttpResponse.error()
      }),
    )
    const { api, clock } = setUp()
    await expect(api.call(me)).rejects.toBeInstanceOf(NetworkError)
    expect([calls, clock.slept]).toEqual([3, [300, 600]])
  })

  it('is waited for as long as the server asks, up to three seconds', async () => {
    const answers = [
      HttpResponse.json({}, { status: 503, headers: { 'Retry-After': '2' } }),
      HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '60' } }),
    ]
    network.use(answer(me, () => answers.shift() ?? USER))
    const { api, clock } = setUp()
    await expect(api.call(me)).rejects.toMatchObject({ status: 429 })
    expect(clock.slept).toEqual([2000])
  })

  it('is never tried again for a call that moves money, and its key is the same after a renewal', async () => {
    const keys: (string | null)[] = []
    network.use(
      answer(createPayment, ({ request, token }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return token === 'new' ? HttpResponse.error() : failure('TOKEN_EXPIRED', 'expired')
      }),
      answer(refresh, () => ({ access_token: 'new', refresh_token: 'r2' })),
    )
    const { api } = setUp()
    const order = { body: { amount_lamports: 1, payer_wallet: 'w' } }
    await expect(api.call(createPayment, order)).rejects.toBeInstanceOf(NetworkError)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('carries a key on pages without TLS, where the browser makes no UUIDs', async () => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function')
    })
    const keys: (string | null)[] = []
    network.use(
      answer(createPayment, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return { success: false }
      }),
    )
    await setUp().api.call(createPayment, { body: { amount_lamports: 1, payer_wallet: 'w' } })
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
  })

  it('takes at most the time limit', async () => {
    network.use(answer(me, () => new Promise<never>(() => undefined)))
    const { api } = setUp()
    await expect(api.call(me, { timeoutMs: 20 })).rejects.toBeInstanceOf(TimeoutError)
  })

  it('ends at once when the caller aborts, without a report', async () => {
    let calls = 0
    const abort = new AbortController()
    network.use(
      answer(me, () => {
        calls += 1
        abort.abort()
        return new Promise<never>(() => undefined)
      }),
    )
    const { api, reported } = setUp()
    await expect(api.call(me, { signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect([calls, reported]).toEqual([1, []])
  })
})

it('leaves every failure but a lost session to the caller', async () => {
  network.use(answer(me, () => failure('INTERNAL', 'Request 7 failed')))
  const { api, reported } = setUp()
  await expect(api.call(me)).rejects.toBeInstanceOf(HttpError)
  expect(reported).toEqual([])
})
