import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { registerRpcProxy, type RpcProxyOptions } from '#server/http/rpc-proxy/rpc-proxy.ts'
import { testChain } from '#tests/support/chain.ts'
import {
  answer,
  scriptedNode,
  type ScriptedCall,
  type ScriptedNode,
} from '#tests/support/scripted-node.ts'
import { testServer } from '#tests/support/server.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const chain = await testChain()
afterAll(() => chain.stop())

const apps: FastifyInstance[] = []
const nodes: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await Promise.all(nodes.splice(0).map((node) => node.close()))
})

async function proxyTo(httpUrl: string, options: Partial<RpcProxyOptions> = {}) {
  const app = Fastify()
  await registerRpcProxy(app, {
    httpUrl,
    wsUrl: 'ws://127.0.0.1:1',
    allowAirdrop: false,
    rateLimit: { calls: 1000, windowSeconds: 60 },
    ...options,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  apps.push(app)
  const { port } = app.server.address() as AddressInfo
  return `http://127.0.0.1:${port}/rpc`
}

async function proxyToScript(
  script: Parameters<typeof scriptedNode>[0],
  options: Partial<RpcProxyOptions> = {},
) {
  const node = await scriptedNode(script)
  nodes.push(node)
  return { node, url: await proxyTo(node.url, options) }
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const call = (method: string, params: unknown[] = [], id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

const ones = (body: ScriptedCall | ScriptedCall[]) => answer(body, '1')

describe('what passes', () => {
  it('is what a wallet needs, answered by the chain', async () => {
    const url = await proxyTo(chain.rpcUrl)
    const response = await post(url, call('getGenesisHash', [], 'mine'))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 'mine',
      result: chain.genesisHash,
    })
  })

  it('is an airdrop only where it is allowed', async () => {
    const request = call('requestAirdrop', [addressOf('newcomer'), 1_000_000_000])
    const closed = await post(await proxyTo(chain.rpcUrl), request)
    expect(await closed.json()).toMatchObject({ error: { code: -32601 } })
    const open = await post(await proxyTo(chain.rpcUrl, { allowAirdrop: true }), request)
    expect(await open.json()).toMatchObject({ result: expect.any(String) as string })
  })

  it.each([
    'chain_warp',
    'chain_fault',
    'chain_import',
    'getProgramAccounts',
    'getBlock',
    'toString',
    '__proto__',
    'getbalance',
    'accountSubscribe',
  ])('is not %s', async (method) => {
    const { node, url } = await proxyToScript(ones, { allowAirdrop: true })
    const response = await post(url, call(method))
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: 'Method not found' },
    })
    expect(node.requests).toEqual([])
  })

  it('is every digit of the node’s numbers', async () => {
    const { url } = await proxyToScript((body) => answer(body, '500000000000000001'))
    expect(await (await post(url, call('getBalance'))).text()).toContain('500000000000000001')
  })
})

describe('batches', () => {
  it('go to the node in one request, without what is not allowed', async () => {
    const { node, url } = await proxyToScript((body) => answer(body, '9007199254740993'))
    const response = await post(url, [call('getSlot', [], 1), call('chain_warp', [], 2), 7])
    const text = await response.text()
    expect(text.match(/9007199254740993/g)).toHaveLength(1)
    const answers = JSON.parse(text) as { id: number | null; error?: { code: number } }[]
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, -32601],
      [null, -32600],
    ])
    expect(node.requests).toEqual([[call('getSlot', [], 1)]])
  })

  it('of none or of more than twenty calls are refused', async () => {
    const { node, url } = await proxyToScript(ones)
    const many = Array.from({ length: 21 }, (_, id) => call('getSlot', [], id))
    for (const body of [[], many]) {
      const response = await post(url, body)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: -32600 } })
    }
    expect((await post(url, many.slice(1))).status).toBe(200)
    expect(node.requests).toHaveLength(1)
  })
})

describe('bad requests', () => {
  it('are answered as JSON-RPC errors', async () => {
    const { node, url } = await proxyToScript(ones)
    const cases: [string, number, number][] = [
      ['{"jsonrpc":', 400, -32700],
      [JSON.stringify(call('sendTransaction', ['A'.repeat(70_000)])), 413, -32600],
      ['{"id":1}', 200, -32600],
      ['{"id":1,"method":"getSlot","params":{"a":1}}', 200, -32600],
      ['{"id":{},"method":"getSlot"}', 200, -32600],
    ]
    for (const [body, status, code] of cases) {
      const response = await post(url, body)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
    }
    expect(node.requests).toEqual([])
  })

  it('that the server refuses to read are answered as JSON-RPC errors too', async () => {
    const server = await testServer({
      modules: () => [
        (app) =>
          registerRpcProxy(app, {
            httpUrl: chain.rpcUrl,
            wsUrl: chain.wsUrl,
            allowAirdrop: false,
            rateLimit: { calls: 10, windowSeconds: 60 },
          }),
      ],
    })
    const nested = '['.repeat(5_000) + ']'.repeat(5_000)
    const response = await post(
      `${server.url}/rpc`,
      `{"id":1,"method":"getSlot","params":${nested}}`,
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } })
    await server.close()
  })

  it('of another content type never reach the node, so that no form of another site can send them', async () => {
    const { node, url } = await proxyToScript(ones)
    const response = await post(url, call('getSlot'), { 'content-type': 'text/plain' })
    expect(response.status).toBe(415)
    expect(node.requests).toEqual([])
  })

  it('from pages of another origin are refused, from our own and the configured one not', async () => {
    const { node, url } = await proxyToScript(ones, { allowedOrigin: 'https://desk.example' })
    const from = async (origin: string) => (await post(url, call('getSlot'), { origin })).status
    expect(await from('https://elsewhere.example')).toBe(403)
    expect(await from('null')).toBe(403)
    expect(node.requests).toEqual([])
    expect(await from(new URL(url).origin)).toBe(200)
    expect(await from('https://desk.example')).toBe(200)
  })

  it('refuses GET and names POST', async () => {
    const { url } = await proxyToScript(ones)
    const response = await fetch(url)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('too many calls', () => {
  it('are refused with the time to wait, and pass again after it', async () => {
    let now = 0
    const { node, url } = await proxyToScript(ones, {
      rateLimit: { calls: 5, windowSeconds: 30 },
      now: () => now,
    })
    const batch = [call('getSlot', [], 1), call('getSlot', [], 2), call('getSlot', [], 3)]
    expect((await post(url, batch)).status).toBe(200)
    now = 10_000
    const refused = await post(url, batch)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(await refused.json()).toMatchObject({ error: { code: 429 } })
    expect((await post(url, batch.slice(1))).status).toBe(200)
    expect((await post(url, call('getSlot'))).status).toBe(429)
    now = 30_000
    expect((await post(url, call('getSlot'))).status).toBe(200)
    expect(node.requests).toHaveLength(3)
  })

  it('count also when they are not allowed', async () => {
    const { url } = await proxyToScript(ones, { rateLimit: { calls: 2, windowSeconds: 30 } })
    for (const expected of [200, 200, 429]) {
      expect((await post(url, call('chain_warp'))).status).toBe(expected)
    }
  })
})

describe('a failing node', () => {
  it('that hangs gives 504', async () => {
    const { url } = await proxyToScript(() => ({ hang: true }), { timeoutMs: 100 })
    const response = await post(url, call('getSlot', [], 5))
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ id: 5, error: { code: -32603 } })
  })

  it('that errs or is gone gives 502 and nothing of its address', async () => {
    const { node, url } = await proxyToScript(() => ({ status: 500, text: 'key=secret' }))
    for (const act of [() => Promise.resolve(), () => node.close()]) {
      await act()
      const response = await post(url, [call('getSlot', [], 5), call('getSlot', [], 6)])
      const text = await response.text()
      expect(response.status).toBe(502)
      expect(JSON.parse(text)).toMatchObject([{ id: 5 }, { id: 6 }])
      expect(text).not.toMatch(/127\.0\.0\.1|secret/)
    }
  })

  it('that is busy gives 429 with its own time to wait', async () => {
    const { url } = await proxyToScript(() => ({
      status: 429,
      headers: { 'retry-after': '7' },
      text: '',
    }))
    const response = await post(url, call('getSlot'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  })
})
