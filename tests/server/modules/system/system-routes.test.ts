import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_VERSION, testServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${target}`, { headers })

describe('operators’ calls', () => {
  it('say that the process lives, and of which version it is', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok', ...TEST_VERSION })
  })

  it('stay ready while the chain is away, which they name', async () => {
    const answer = await get('/readyz')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', chain: 'degraded', jobs: 'ok' },
      problems: { chain: expect.stringContaining('SOLANA_RPC_URL') },
    })
  })

  it('check the parts once a second, however often they are called', async () => {
    const askedAt: number[] = []
    const db = {
      ...server.db,
      query: <R extends object>(text: string, params?: readonly unknown[]): Promise<R[]> => {
        if (text.includes('readiness')) askedAt.push(performance.now())
        return server.db.query<R>(text, params)
      },
    }
    const counted = await testServer({ db })
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${counted.url}/readyz`)))
    await counted.close()
    expect(askedAt.length).toBeGreaterThan(0)
    // As many seconds as a slow machine takes; timers may be a little early.
    expect(askedAt.slice(1).filter((at, index) => at - (askedAt[index] ?? 0) < 950)).toEqual([])
  })

  it('say that a database is not ready when it reads and does not write', async () => {
    const db = {
      ...server.db,
      query: <R extends object>(text: string, params?: readonly unknown[]): Promise<R[]> =>
        text.includes('insert into readiness')
          ? Promise.reject(new Error('could not extend file: No space left on device'))
          : server.db.query<R>(text, params),
    }
    const full = await testServer({ db })
    const answer = await fetch(`${full.url}/readyz`)
    await full.close()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ checks: { database: 'failed' } })
  })

  // /proc has no room, like a full disk.
  it.runIf(process.platform === 'linux')('say that a full disk is not ready', async () => {
    const full = await testServer({ db: server.db, storageDir: '/proc' })
    const answer = await fetch(`${full.url}/readyz`)
    await full.close()
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        status: 'not ready',
        checks: { database: 'failed', chain: 'degraded', jobs: 'ok' },
        problems: {
          database: 'the disk of DATA_DIR is full',
          chain: expect.stringContaining('SOLANA_RPC_URL'),
        },
      },
    ])
    const roomy = await testServer({ db: server.db, storageDir: import.meta.dirname })
    expect((await fetch(`${roomy.url}/readyz`)).status).toBe(200)
    await roomy.close()
  })

  it('count requests by route, not by path', async () => {
    await get('/api/config')
    await get('/api/nowhere-at-all')
    const text = await (await get('/metrics')).text()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} \d/,
    )
    expect(text).toContain('process_cpu_seconds_total')
    expect(text).not.toContain('nowhere-at-all')
  })

  it.each([
    ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['Via', { via: '1.1 proxy' }],
    ['a foreign Host', { host: 'desk.example' }],
  ])('show no metrics to a request with %s', async (_what, headers) => {
    // `fetch` sends no Host of the caller's choice.
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    request(`${server.url}/metrics`, { headers }, ({ statusCode }) => resolve(statusCode)).end()
    expect(await promise).toBe(404)
  })

  it('show metrics only to callers with the token, from any machine', async () => {
    const metricsToken = 'a token of the collector'
    const config = { metricsToken, publicOrigin: 'https://desk.example' }
    const other = await testServer({ db: server.db, config })
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${other.url}/metrics`, { headers })).status
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect(await ask({ ...forwarded, authorization: `Bearer ${metricsToken}` })).toBe(200)
    expect(await ask({ authorization: 'Bearer a token of somebody' })).toBe(404)
    expect(await ask({})).toBe(404)
    await other.close()
  })

  it('show no metrics on a public address without a token', async () => {
    const config = { publicOrigin: 'https://desk.example' }
    const other = await testServer({ db: server.db, config })
    expect((await fetch(`${other.url}/metrics`)).status).toBe(404)
    await other.close()
  })
})

describe('the configuration that the browser reads', () => {
  it('names the network, its path and the price', async () => {
    const { body } = await server.call('GET', '/config')
    expect(body).toMatchObject({ network: 'localnet', rpc: '/rpc', point_lamports: 10_000_000 })
  })
})
