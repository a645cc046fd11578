import { request } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { CHEAT_METHODS } from '#localnet/rpc/cheat-methods.ts'
import { controlledChain } from './chain-client.ts'

const client = await controlledChain()
afterAll(() => client.chain.stop())
beforeEach(() => client.call('chain_fault', [null]))

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(client.chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const one = (id: unknown, method: string, params: unknown[] = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

describe('JSON-RPC', () => {
  it('answers a batch in its order, errors beside results', async () => {
    const batch = [one(1, 'getHealth'), one('two', 'nope'), one(3, 'getBalance', ['x'])]
    expect(await (await post(JSON.stringify(batch))).json()).toMatchObject([
      { jsonrpc: '2.0', id: 1, result: 'ok' },
      { id: 'two', error: { code: -32601, message: 'Method not found' } },
      { id: 3, error: { code: -32602 } },
    ])
  })

  it.each([
    ['text that is no JSON', '{', -32700],
    ['an empty batch', '[]', -32600],
    ['a number', '5', -32600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"getSlot"}', -32600],
    ['parameters by name', '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{}}', -32600],
    ['an inherited name', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
  ])('answers %s with its error', async (_name, body, code) => {
    const response = await post(body)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ error: { code } })
  })

  it('refuses a commitment with an inherited name', async () => {
    const body = JSON.stringify(one(1, 'getSlot', [{ commitment: 'constructor' }]))
    expect(await (await post(body)).json()).toMatchObject({ error: { code: -32602 } })
  })

  it('accepts wallets of every origin', async () => {
    const preflight = await fetch(client.chain.rpcUrl, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://wallet.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,solana-client',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://wallet.example')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('solana-client')
  })

  it('responds to a GET', async () => {
    expect(await (await fetch(client.chain.rpcUrl)).text()).toBe('ok')
  })
})

describe('cheat methods', () => {
  it('are listed, so that proxies can refuse them', () => {
    expect(CHEAT_METHODS).toEqual(['chain_warp', 'chain_fault', 'chain_import'])
  })

  it('refuse pages of other origins and accept local ones', async () => {
    const warp = JSON.stringify(one(1, 'chain_warp', [{ slots: 1 }]))
    const from = async (origin: string) => (await post(warp, { origin })).json()
    expect(await from('https://evil.example')).toMatchObject({ error: { code: -32601 } })
    expect(await from('null')).toMatchObject({ error: { code: -32601 } })
    expect(await from('http://127.0.0.1:3000')).toMatchObject({ result: expect.any(Number) })
  })

  it('skip slots and seconds, and move time with them', async () => {
    const slot = () => client.call<number>('getSlot', [{ commitment: 'processed' }])
    const before = await slot()
    const timeBefore = await client.call<number>('getBlockTime', [before])
    expect(await client.call('chain_warp', [{ slots: 150 }])).toBe(before + 150)
    expect(await client.call('chain_warp', [{ seconds: 60 }])).toBe(before + 300)
    expect(await slot()).toBe(before + 300)
    expect(await client.call('getBlockTime', [before + 300])).toBe(timeBefore + 120)
    for (const bad of [{}, { slots: -1 }, { slots: 1.5 }, { slots: 1e12 }, { seconds: 'x' }]) {
      expect((await client.reply('chain_warp', [bad])).error?.code).toBe(-32602)
    }
  })
})

describe('chain_fault', () => {
  const arm = (mode: string, times?: number, method = 'getSlot') =>
    client.call('chain_fault', [{ method, mode, ...(times === undefined ? {} : { times }) }])

  it('turns the given number of calls into errors', async () => {
    await arm('error', 2)
    expect((await client.reply('getSlot')).error?.code).toBe(-32005)
    expect((await client.reply('getSlot')).error?.code).toBe(-32005)
    expect((await client.reply('getSlot')).result).toEqual(expect.any(Number))
  })

  it('turns one call into null when no number is given', async () => {
    await arm('null')
    expect(await client.reply('getSlot')).toMatchObject({ result: null })
    expect((await client.reply('getSlot')).result).toEqual(expect.any(Number))
  })

  it.each([429, 500])('answers HTTP %i, in a batch for the whole of it', async (status) => {
    await arm(String(status), 2)
    expect((await post(JSON.stringify(one(1, 'getSlot')))).status).toBe(status)
    const batch = JSON.stringify([one(1, 'getHealth'), one(2, 'getSlot')])
    expect((await post(batch)).status).toBe(status)
    expect((await post(batch)).status).toBe(200)
  })

  it('reaches single entries of a batch', async () => {
    await arm('error')
    const batch = [one(1, 'getSlot'), one(2, 'getSlot'), one(3, 'getHealth')]
    expect(await (await post(JSON.stringify(batch))).json()).toMatchObject([
      { id: 1, error: { code: -32005 } },
      { id: 2, result: expect.any(Number) },
      { id: 3, result: 'ok' },
    ])
  })

  it('hangs a method without effect, and drops the call with its client', async () => {
    const address = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    await arm('hang', 1, 'requestAirdrop')
    const body = JSON.stringify(one(1, 'requestAirdrop', [address, 1_000_000_000]))
    const { promise, resolve } = Promise.withResolvers<string>()
    const call = request(client.chain.rpcUrl, { method: 'POST' }, () => resolve('answered'))
    call.on('error', () => resolve('given up'))
    call.end(body)
    // The next call is answered while the first still hangs.
    await client.call('getHealth')
    call.destroy()
    expect(await promise).toBe('given up')
    const { value } = await client.call<{ value: number }>('getBalance', [address])
    expect(value).toBe(0)
  })

  it('is cleared by null and leaves other methods alone', async () => {
    await arm('error', 1000)
    expect((await client.reply('getHealth')).result).toBe('ok')
    await client.call('chain_fault', [null])
    expect((await client.reply('getSlot')).result).toEqual(expect.any(Number))
  })

  it.each([
    [{ method: 'getSlot', mode: 'explode' }],
    [{ mode: 'error' }],
    [{ method: 'getSlot', mode: 'error', times: -1 }],
    ['getSlot'],
  ])('refuses %j', async (request) => {
    expect((await client.reply('chain_fault', [request])).error?.code).toBe(-32602)
  })
})
