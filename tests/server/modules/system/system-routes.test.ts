import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${target}`, { headers })

describe('operators’ calls', () => {
  it('say that the process lives', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  })

  it('say which part is not ready', async () => {
    const answer = await get('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      status: 'not ready',
      checks: { database: 'ok', chain: 'failed' },
    })
  })

  it('count requests by route, not by path', async () => {
    await get('/api/config')
    await get('/api/nowhere-at-all-8731')
    const text = await (await get('/metrics')).text()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} \d/,
    )
    expect(text).toContain('process_cpu_seconds_total')
    expect(text).not.toContain('8731')
  })

  it('show no metrics to who comes through a proxy', async () => {
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  })
})

describe('description of the API', () => {
  type Operation = { operationId: string; security: unknown[]; responses: Record<string, unknown> }
  type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

  it('names every endpoint that is bound', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as Document
    expect(document.openapi).toBe('3.1.0')
    for (const { method, path: target, name, auth, status } of server.app.api.endpoints) {
      const operation = document.paths[`/api${target}`]?.[method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      expect(operation?.security).toHaveLength(auth ? 1 : 0)
      expect(operation?.responses[status]).toBeDefined()
    }
    expect(Object.keys(document.paths)).toContain('/api/auth/sessions/{id}')
  })

  it('is readable as a page without a script', async () => {
    const answer = await get('/api/docs')
    expect(answer.headers.get('content-type')).toContain('text/html')
    const html = await answer.text()
    expect(html).toContain('/api/auth/wallet-login')
    expect(html).not.toMatch(/<script|style=|https?:\/\//)
    expect((await get('/api/docs.css')).status).toBe(200)
  })

  it('is matched by the configuration that the browser reads', async () => {
    const { body } = await server.call('GET', '/config')
    expect(body).toMatchObject({ network: 'localnet', rpc: '/rpc', point_lamports: 10_000_000 })
  })
})
