import { on, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { registerRpcProxy, type RpcProxyOptions } from '#server/http/rpc-proxy/rpc-proxy.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { addressOf, signatureOf } from '#tests/support/token-fixtures.ts'

const chain = await testChain()
afterAll(() => chain.stop())

const apps: FastifyInstance[] = []
const servers: WebSocketServer[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(apps.splice(0).map((app) => app.close()))
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})

async function proxyTo(wsUrl: string, options: Partial<RpcProxyOptions> = {}): Promise<string> {
  const app = Fastify()
  await registerRpcProxy(app, {
    httpUrl: chain.rpcUrl,
    wsUrl,
    allowAirdrop: true,
    rateLimit: { calls: 1000, windowSeconds: 60 },
    ...options,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  apps.push(app)
  return `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/rpc`
}

/** A node's WebSocket side under the test's control. */
async function fakeNode() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  await once(server, 'listening')
  return { server, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function joined(url: string, server: WebSocketServer) {
  const [client, [upstream]] = await Promise.all([
    connected(url),
    once(server, 'connection') as Promise<[WebSocket]>,
  ])
  return { client, upstream }
}

async function connected(url: string, options = {}): Promise<WebSocket> {
  const client = new WebSocket(url, options)
  await once(client, 'open')
  return client
}

async function nextMessage(socket: WebSocket): Promise<Record<string, unknown>> {
  const [raw] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(raw.toString()) as Record<string, unknown>
}

const subscribe = (method: string, id: number | string, what: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: [what, { commitment: 'confirmed' }] })

async function refusedStatus(url: string, options = {}): Promise<number | undefined> {
  const client = new WebSocket(url, options)
  client.on('error', () => undefined)
  const [, response] = (await once(client, 'unexpected-response')) as [
    unknown,
    { statusCode?: number },
  ]
  client.terminate()
  return response.statusCode
}

describe('with the real chain', () => {
  it('tells when a signature is confirmed, under the caller’s own id', async () => {
    const client = await connected(await proxyTo(chain.wsUrl))
    const signature = await rpcResult<string>(chain, 'requestAirdrop', [addressOf('ws'), 1e9])
    const messages: Record<string, unknown>[] = []
    // Both may come in one packet, so neither is waited for alone.
    client.on('message', (raw: Buffer) => {
      messages.push(JSON.parse(raw.toString()) as Record<string, unknown>)
    })
    client.send(subscribe('signatureSubscribe', 'mine', signature))
    await vi.waitFor(() => expect(messages).toHaveLength(2), { timeout: 10_000 })
    const [subscribed, notification] = messages
    expect(subscribed).toMatchObject({ id: 'mine', result: expect.any(Number) as number })
    expect(notification).toMatchObject({
      method: 'signatureNotification',
      params: { result: { value: { err: null } }, subscription: subscribed?.result },
    })
    client.terminate()
  })

  it('tells when an account changes, until told to stop', async () => {
    const client = await connected(await proxyTo(chain.wsUrl))
    client.send(subscribe('accountSubscribe', 1, addressOf('ws account')))
    const { result } = await nextMessage(client)
    const change = nextMessage(client)
    await rpcResult(chain, 'requestAirdrop', [addressOf('ws account'), 2e9])
    expect(await change).toMatchObject({
      method: 'accountNotification',
      params: { result: { value: { lamports: 2e9 } } },
    })
    client.send(JSON.stringify({ id: 2, method: 'accountUnsubscribe', params: [result] }))
    expect(await nextMessage(client)).toMatchObject({ id: 2, result: true })
    client.terminate()
  })
})

describe('notifications', () => {
  it('pass when they come in one packet with the answer to their subscription', async () => {
    const { server, url } = await fakeNode()
    server.on('connection', (upstream, { socket }) => {
      upstream.on('message', () => {
        socket.cork()
        upstream.send(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 7 }))
        upstream.send(
          JSON.stringify({
            jsonrpc: '2.0',
            method: 'signatureNotification',
            params: { subscription: 7, result: { value: { err: null } } },
          }),
        )
        socket.uncork()
      })
    })
    const client = await connected(await proxyTo(url))
    const messages = on(client, 'message', { signal: AbortSignal.timeout(5_000) })
    client.send(subscribe('signatureSubscribe', 'mine', signatureOf('both at once')))
    const received: unknown[] = []
    for await (const [raw] of messages as AsyncIterable<[Buffer]>) {
      received.push(JSON.parse(raw.toString()))
      if (received.length === 2) break
    }
    expect(received).toMatchObject([
      { id: 'mine', result: 7 },
      { method: 'signatureNotification', params: { subscription: 7 } },
    ])
    client.terminate()
  })
})

describe('callers', () => {
  it.each(['slotSubscribe', 'logsSubscribe', 'programSubscribe', 'chain_warp', 'getSlot'])(
    'get nothing for %s',
    async (method) => {
      const { server, url } = await fakeNode()
      const { client, upstream } = await joined(await proxyTo(url), server)
      let passed = 0
      upstream.on('message', () => (passed += 1))
      client.send(JSON.stringify({ id: 3, method, params: [] }))
      expect(await nextMessage(client)).toEqual({
        jsonrpc: '2.0',
        id: 3,
        error: { code: -32601, message: 'Method not found' },
      })
      expect(passed).toBe(0)
    },
  )

  it('learn of messages that are no calls, and pings are let go', async () => {
    const { server, url } = await fakeNode()
    const { client } = await joined(await proxyTo(url), server)
    client.send(JSON.stringify({ jsonrpc: '2.0', method: 'ping' }))
    client.send('{"id":')
    expect(await nextMessage(client)).toMatchObject({ id: null, error: { code: -32700 } })
    client.send('[]')
    expect(await nextMessage(client)).toMatchObject({ error: { code: -32600 } })
  })

  it('have at most twenty subscriptions at once, ended ones not counted', async () => {
    const { server, url } = await fakeNode()
    const { client, upstream } = await joined(await proxyTo(url), server)
    let given = 0
    upstream.on('message', (raw: Buffer) => {
      const { id } = JSON.parse(raw.toString()) as { id: number }
      upstream.send(JSON.stringify({ jsonrpc: '2.0', id, result: (given += 1) }))
    })
    const replies: Record<string, unknown>[] = []
    client.on('message', (raw: Buffer) =>
      replies.push(JSON.parse(raw.toString()) as Record<string, unknown>),
    )
    for (let id = 0; id < 21; id += 1) {
      client.send(subscribe('signatureSubscribe', id, signatureOf(`${id}`)))
    }
    await expect.poll(() => replies.length).toBe(21)
    expect(replies.filter(({ error }) => error)).toMatchObject([{ id: 20, error: { code: 429 } }])
    const notice = { context: { slot: 1 }, value: { err: null } }
    upstream.send(
      JSON.stringify({
        method: 'signatureNotification',
        params: { result: notice, subscription: 4 },
      }),
    )
    await expect.poll(() => replies.length).toBe(22)
    client.send(subscribe('signatureSubscribe', 99, signatureOf('99')))
    await expect.poll(() => replies.at(-1)).toMatchObject({ id: 99, result: 21 })
  })

  it('have room again for a subscription that they ended themselves', async () => {
    const { server, url } = await fakeNode()
    const { client, upstream } = await joined(await proxyTo(url), server)
    upstream.on('message', (raw: Buffer) => {
      const { id, method } = JSON.parse(raw.toString()) as { id: number; method: string }
      upstream.send(JSON.stringify({ id, result: method.endsWith('Unsubscribe') || id }))
    })
    for (let nth = 0; nth < 21; nth += 1) {
      client.send(subscribe('accountSubscribe', 1, addressOf(`${nth}`)))
      const { result } = await nextMessage(client)
      expect(result).toEqual(expect.any(Number))
      client.send(JSON.stringify({ id: 2, method: 'accountUnsubscribe', params: [result] }))
      await nextMessage(client)
    }
  })

  it.each([
    ['malformed messages', 'x', 1_000],
    ['methods that are not allowed', '{"id":1,"method":"getSlot"}', 1_000],
    ['messages beyond the rate', '{"id":1,"method":"getSlot"}', 1],
  ])('are cut off after a hundred answers to %s', async (_, message, calls) => {
    const { server, url } = await fakeNode()
    const proxy = await proxyTo(url, { rateLimit: { calls, windowSeconds: 60 } })
    const { client } = await joined(proxy, server)
    let answers = 0
    client.on('message', () => (answers += 1))
    for (let nth = 0; nth < 5_000; nth += 1) client.send(message)
    await once(client, 'close')
    expect(answers).toBeLessThanOrEqual(100)
    await expect.poll(() => server.clients.size).toBe(0)
  })

  it('may ping beyond the rate, and be refused a hundred times each minute', async () => {
    const { server, url } = await fakeNode()
    const proxy = await proxyTo(url, { rateLimit: { calls: 1, windowSeconds: 3_600 } })
    const { client } = await joined(proxy, server)
    let answers = 0
    client.on('message', () => (answers += 1))
    const send = async (total: number) => {
      for (let nth = 0; nth < 200; nth += 1) client.send('{"method":"ping"}')
      for (let nth = 0; nth < 100; nth += 1) client.send('{"id":1,"method":"getSlot"}')
      await expect.poll(() => answers).toBe(total)
    }
    await send(100)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    await send(200)
  })

  it('are cut off for messages beyond 4 kB and for binary ones', async () => {
    const { url } = await fakeNode()
    const proxy = await proxyTo(url)
    for (const [message, code] of [
      [subscribe('accountSubscribe', 1, 'x'.repeat(5000)), 1009],
      [Buffer.from([1, 2]), 1003],
    ] as const) {
      const client = await connected(proxy)
      client.send(message)
      const [closedWith] = (await once(client, 'close')) as [number]
      expect(closedWith).toBe(code)
    }
  })

  it('of another origin, and beyond twenty sockets or the rate, are refused before the upgrade', async () => {
    const { url } = await fakeNode()
    const proxy = await proxyTo(url)
    expect(await refusedStatus(proxy, { origin: 'https://elsewhere.example' })).toBe(403)
    const clients = await Promise.all(Array.from({ length: 20 }, () => connected(proxy)))
    expect(await refusedStatus(proxy)).toBe(429)
    clients[0]?.close()
    await expect
      .poll(async () => {
        const client = new WebSocket(proxy)
        client.on('error', () => undefined)
        const isOpen = await Promise.race([
          once(client, 'open').then(() => true),
          once(client, 'unexpected-response').then(() => false),
        ])
        client.terminate()
        return isOpen
      })
      .toBe(true)
    const slow = await proxyTo(url, { rateLimit: { calls: 1, windowSeconds: 60 } })
    const only = await connected(slow)
    expect(await refusedStatus(slow)).toBe(429)
    only.send(subscribe('accountSubscribe', 1, addressOf('x')))
    expect(await nextMessage(only)).toMatchObject({ id: 1, error: { code: 429 } })
  })
})

describe('the two sides', () => {
  it('close together', async () => {
    const { server, url } = await fakeNode()
    const proxy = await proxyTo(url)
    const first = await joined(proxy, server)
    first.upstream.close()
    const [code] = (await once(first.client, 'close')) as [number]
    expect(code).toBe(1012)
    const second = await joined(proxy, server)
    second.client.close()
    await once(second.upstream, 'close')
    expect(server.clients.size).toBe(0)
  })

  it('end for the caller when the node is not there', async () => {
    const client = await connected(await proxyTo('ws://127.0.0.1:1'))
    const [code, reason] = (await once(client, 'close')) as [number, Buffer]
    expect(code).toBe(1013)
    expect(reason.toString()).not.toContain('127.0.0.1')
  })

  it('keep messages sent before the node’s side was open', async () => {
    const { server, url } = await fakeNode()
    server.on('connection', (upstream) =>
      upstream.on('message', (raw: Buffer) => {
        const { id } = JSON.parse(raw.toString()) as { id: number }
        upstream.send(JSON.stringify({ id, result: 5 }))
      }),
    )
    const client = await connected(await proxyTo(url))
    client.send(subscribe('accountSubscribe', 8, addressOf('early')))
    expect(await nextMessage(client)).toMatchObject({ id: 8, result: 5 })
  })

  it('slow down a fast node for a slow caller without loss', async () => {
    const { server, url } = await fakeNode()
    const { client, upstream } = await joined(await proxyTo(url), server)
    const filler = 'x'.repeat(256 * 1024)
    const total = 160
    client.pause()
    for (let nth = 0; nth < total; nth += 1) {
      upstream.send(JSON.stringify({ method: 'accountNotification', params: { nth, filler } }))
    }
    await sleep(300)
    // 40 MB are on their way; the kernel's and the proxy's buffers hold far less.
    expect(upstream.bufferedAmount).toBeGreaterThan(10 * 1024 * 1024)
    const order: number[] = []
    client.on('message', (raw: Buffer) => {
      order.push((JSON.parse(raw.toString()) as { params: { nth: number } }).params.nth)
    })
    client.resume()
    await expect.poll(() => order.length, { timeout: 10_000 }).toBe(total)
    expect(order).toEqual(Array.from({ length: total }, (_, nth) => nth))
  })

  it('are gone when the server stops', async () => {
    const { server, url } = await fakeNode()
    const { client } = await joined(await proxyTo(url), server)
    const closed = once(client, 'close')
    await apps[0]?.close()
    await closed
    await expect.poll(() => server.clients.size).toBe(0)
  })
})
