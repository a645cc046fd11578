import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { ErrorBody } from '#contract/error.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import { rawGet, rawHttp } from '#tests/support/raw-http.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testServer } from '#tests/support/server.ts'

const server = await testServer()
afterAll(() => server.close())

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${target}`, { headers, redirect: 'manual' })

const policyOf = async (target: string) =>
  (await fetch(`${server.url}${target}`)).headers.get('content-security-policy') ?? ''

describe('security headers', () => {
  it.each(['/', '/login', '/nowhere.php', '/healthz'])(
    'allow no inline scripts and nothing foreign on %s',
    async (target) => {
      const policy = await policyOf(target)
      expect(policy).toContain(`default-src 'none'`)
      expect(policy).toContain(`script-src 'self';`)
      expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]{22}';/)
      expect(policy).toContain(`connect-src 'self';`)
      expect(policy).toContain(`frame-ancestors 'none'`)
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
    },
  )

  it.each(['/api/config', '/api/auth/me', '/api/nowhere'])(
    'allow nothing at all on %s',
    async (target) => {
      expect(await policyOf(target)).toBe(`default-src 'none'; frame-ancestors 'none'`)
    },
  )

  it.each(['/', '/login', '/api/config', '/api/auth/me', '/nowhere.php'])(
    'stand on %s',
    async (target) => {
      const { headers } = await get(target)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('isolate the page and switch off what it does not use', async () => {
    const { headers } = await get('/login')
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'x-dns-prefetch-control': 'off',
      'x-permitted-cross-domain-policies': 'none',
    })
  })

  it('demand https for good where the product is opened over https', async () => {
    const secure = await testServer({
      db: server.db,
      auth: { publicOrigin: 'https://desk.example' },
    })
    const { headers } = await fetch(`${secure.url}/api/config`)
    await secure.close()
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it('keep answers of the API out of every cache', async () => {
    expect((await get('/api/config')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('CORS', () => {
  it.each(['https://evil.example', 'null', 'http://desk.test:3000.evil.example'])(
    'gives origin %s nothing',
    async (origin) => {
      const { headers } = await get('/api/config', { origin })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('lets the configured origin in, and no other', async () => {
    const open = await testServer({
      db: server.db,
      config: { publicOrigin: 'https://desk.example' },
    })
    const ask = async (origin: string) => {
      const answer = await fetch(`${open.url}/api/auth/login`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      return answer.headers
    }
    const friend = await ask('https://desk.example')
    const foe = await ask('https://evil.example')
    await open.close()
    expect(friend.get('access-control-allow-origin')).toBe('https://desk.example')
    expect(friend.get('access-control-allow-headers')).toContain('Authorization')
    expect(friend.get('vary')).toBe('Origin')
    expect(foe.get('access-control-allow-origin')).toBeNull()
    expect(foe.get('access-control-allow-methods')).toBeNull()
  })
})

describe('hostile requests', () => {
  const paths = [
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/wallet-login'],
    ['POST', '/api/auth/refresh'],
    ['POST', '/api/auth/logout'],
  ] as const
  const bodies: [string, string][] = [
    ['ten kilobytes of [', '['.repeat(10_000)],
    ['ten kilobytes of [ and ]', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['nested objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['__proto__', '{"__proto__":{"isAdmin":true},"username":"a","password":"b"}'],
    ['constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['1e400', '{"username":1e400,"password":-1e400,"refresh_token":1e400,"wallet_address":1e400}'],
    [
      'NUL',
      JSON.stringify({
        username: 'a\0',
        password: 'b\0',
        refresh_token: '\0',
        wallet_address: '\0',
        signature: '\0',
        nonce: '\0',
      }),
    ],
    [
      'lone surrogates',
      '{"username":"\\ud800","password":"\\udfff","refresh_token":"\\ud800","wallet_address":"\\ud800","signature":"\\ud800"}',
    ],
    ['2^53+1', '{"username":9007199254740993,"refresh_token":9007199254740993}'],
    [
      'arrays for texts',
      '{"username":["a"],"password":["b"],"refresh_token":[],"wallet_address":[],"signature":[]}',
    ],
    ['a text', '"text"'],
    ['null', 'null'],
    ['nothing', ''],
    ['a BOM', '\ufeff{}'],
    ['bytes that are no UTF-8', '{"username":"\xff\xfe"}'],
    ['SQL', `{"username":"'; drop table app_user; --","password":"x","refresh_token":"' or 1=1"}`],
    [
      'long texts',
      JSON.stringify({
        username: 'x'.repeat(100_000),
        password: 'y'.repeat(100_000),
        refresh_token: 'z'.repeat(100_000),
      }),
    ],
    ['duplicate names', '{"username":"a","username":{"$ne":1},"password":"b"}'],
  ]
  it.each(bodies)('get a client error for %s', async (_, body) => {
    for (const [method, target] of paths) {
      const answer = await fetch(`${server.url}${target}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await answer.text()
      // Logout of an unknown token is a success.
      expect(answer.status, `${target} ${text}`).toSatisfy(
        (status: number) => (status >= 400 && status < 500) || target.endsWith('/logout'),
      )
      if (answer.status >= 400) {
        expect(ErrorBody.safeParse(JSON.parse(text)).success).toBe(true)
      }
    }
    expect(await server.db.query('select 1 from app_user limit 1')).toBeInstanceOf(Array)
  })

  it('refuse JSON that is nested deeper than a hundred levels, before anything reads it', async () => {
    const send = async (depth: number) => {
      const nested = '['.repeat(depth) + ']'.repeat(depth)
      const answer = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"username":"nobody","password":"a password","more":${nested}}`,
      })
      return answer.status
    }
    expect([await send(90), await send(101), await send(50_000)]).toEqual([401, 400, 400])
  })

  it('refuse a body above the limit, also when it comes in chunks', async () => {
    const send = (body: string | ReadableStream) =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        ...(typeof body === 'string' ? {} : { duplex: 'half' as const }),
      })
    expect((await send(`"${'x'.repeat(600_000)}"`)).status).toBe(413)
  })

  it.each([
    [
      'both lengths',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a header that breaks the line',
      'GET /api/config HTTP/1.1\r\nhost: x\r\nx: a\r\n b\0c\r\n\r\n',
    ],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('with %s end in 400 with the error body', async (_, text) => {
    const answer = await rawHttp(server.url, text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"BAD_REQUEST"')
  })

  it('with 10,000 headers end in 431', async () => {
    const headers = Array.from({ length: 10_000 }, (_, i) => `x-${i}: 1\r\n`).join('')
    expect(await rawHttp(server.url, `GET / HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })

  it('do not appear in headers', async () => {
    const answer = await rawGet(server.url, '/api/nowhere%0d%0ax-injected:%201')
    expect(answer.toLowerCase()).not.toContain('\r\nx-injected')
  })

  it('answer an unknown method of a known path with 405', async () => {
    const answer = await fetch(`${server.url}/api/auth/me`, { method: 'DELETE' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('GET')
  })

  it('leave unexpected failures without a word about their cause', async () => {
    const broken = await testServer({ db: server.db })
    broken.app.api.authenticate = () => Promise.reject(new Error('the secret cause'))
    const answer = await broken.call('GET', '/auth/me')
    await broken.close()
    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL', success: false } })
    expect(answer.text).not.toContain('secret')
    expect(answer.text).toContain(answer.headers.get('x-request-id') ?? 'none')
  })
})

describe('slow and stuck callers', () => {
  it.each([
    ['headers', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\n'],
    [
      'a body',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ],
  ])('that never finish %s are answered 408, while others are served', async (_, start) => {
    const timeouts = { headersMs: 300, requestMs: 600, checkEveryMs: 50 }
    const slow = await testServer({ db: server.db, timeouts })
    const answers = Array.from({ length: 200 }, () => rawHttp(slow.url, start))
    expect((await slow.call('GET', '/config')).status).toBe(200)
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    }
    await slow.close()
  })
})

describe('a database that is away', () => {
  it('makes calls fail with 503 and a time to come back, and nothing else', async () => {
    const lost = await testDatabase()
    const cut = await testServer({ db: lost.db })
    await lost.drop()
    const answer = await cut.call('POST', '/auth/login', { body: { username: 'a', password: 'b' } })
    expect(answer).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await cut.call('GET', '/config')).status).toBe(200)
    expect((await fetch(`${cut.url}/readyz`)).status).toBe(503)
    await cut.close()
  })

  it('is not reported as a fault of the node, whose chain it must confirm', async () => {
    const away = new DatabaseUnavailable('the database is not available')
    const rpc = createSolanaRpc({
      url: 'http://127.0.0.1:9',
      timeoutMs: 3_000,
      fetch: () => Promise.reject(away),
    })
    const unsure = await testServer({ db: server.db, rpc })
    const ready = await (await fetch(`${unsure.url}/readyz`)).json()
    expect(ready).toMatchObject({
      checks: { chain: 'degraded' },
      problems: { chain: 'it cannot be checked without the database' },
    })
    await unsure.close()
  })
})

describe('stopping', () => {
  it('finishes the call under way, refuses no one half-way, and is quick with idle connections', async () => {
    const stopping = await testServer({
      db: server.db,
      modules: () => [
        (app) => {
          app.get('/slow', async () => {
            started.resolve()
            await release.promise
            return { ok: true }
          })
        },
      ],
    })
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await fetch(`${stopping.url}/healthz`)
    const slow = fetch(`${stopping.url}/slow`)
    await started.promise
    const closed = stopping.close()
    await expect.poll(() => stopping.app.api.stopping.aborted).toBe(true)
    release.resolve()
    const answer = await slow
    expect(await answer.json()).toEqual({ ok: true })
    expect(answer.headers.get('connection')).toBe('close')
    const waitedFromMs = performance.now()
    await closed
    expect(performance.now() - waitedFromMs).toBeLessThan(8_000)
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow()
  })

  it('takes a last call over a connection that was idle, and closes it with the answer', async () => {
    const stopping = await testServer({ db: server.db })
    const { hostname, port } = new URL(stopping.url)
    const caller = connect(Number(port), hostname)
    const call = () => caller.write('GET /healthz HTTP/1.1\r\nhost: desk\r\n\r\n')
    call()
    expect(String(await once(caller, 'data'))).toContain('200 OK')
    const closed = stopping.close()
    await expect.poll(() => stopping.app.api.stopping.aborted).toBe(true)
    call()
    expect(await text(caller)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*^connection: close\r$/im)
    await closed
  })
})
