import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SOL_MINT, type PriceAlert, type TokenPrice } from '#contract/analysis/alerts.ts'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { lookAtPrices } from '#server/modules/analysis/alerts/alert-watch.ts'
import { createPriceAlerts } from '#server/modules/analysis/alerts/price-alerts.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { createDemoTrade } from '#tests/support/demo-trade.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const { mints, lines } = simulateDemoMarket({ endTime: Math.floor(Date.now() / 1_000) })
const [comet, harbor, toll] = mints
let chain: LocalChainHandle
let server: TestServer
let tools: OpenPaidTools
let rpc: SolanaRpc
let solUsd: number | null = 150
const price = async () => solUsd

beforeAll(async () => {
  chain = await testChain()
  await rpcResult(chain, 'chain_import', [{ lines }])
  rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 10_000 })
  server = await testServer({
    rpcUrl: chain.rpcUrl,
    modules: (parts) => {
      tools = openTools([testAnalysis({ rpc, demoMints: mints, price })], parts)
      return [tools.routes]
    },
  })
  await tools.prepare(new AbortController().signal)
})
afterAll(async () => {
  await server?.close()
  await chain?.stop()
})

/** Looks at the prices as the job does, as if their time had come. */
const look = async (node: SolanaRpc = rpc, tokensPerRound = 20): Promise<void> => {
  await server.db.query('update price_watch set next_at = now()')
  await lookAtPrices(
    { db: server.db, rpc: node, price, tokensPerRound },
    new AbortController().signal,
  )
}

const create = (user: SignedIn, body: object) =>
  user.call<{ data: PriceAlert }>('POST', '/analysis/alerts', {
    body: { contract_address: comet, direction: 'above', ...body },
  })

const list = async (user: SignedIn): Promise<PriceAlert[]> =>
  (await user.call<{ data: PriceAlert[] }>('GET', '/analysis/alerts?limit=50')).body.data

const readPrice = async (user: SignedIn, address: string = comet): Promise<number> =>
  (await user.call<{ data: TokenPrice }>('GET', `/analysis/price?address=${address}`)).body.data
    .price

/** Removes what others wait for, so that the calls of a look are those of one token. */
const forget = () => server.db.query('delete from price_alert')

it('reads the price that the report of the token shows', async () => {
  const user = await server.signIn()
  const reports = await user.call<{ data: { id: string }[] }>('GET', '/analysis/reports')
  const report = await user.call<{ data: { price: { sol: number } } }>(
    'GET',
    `/analysis/reports/${reports.body.data[0]?.id}`,
  )
  const shown = report.body.data.price.sol
  expect(shown).toBeGreaterThan(0)
  expect((await readPrice(user)) / shown).toBeCloseTo(1, 9)
  for (const mint of [harbor, toll]) expect(await readPrice(user, mint)).toBeGreaterThan(0)
})

it('fires once when a trade moves the price over the value, and can be set again', async () => {
  const user = await server.signIn()
  const now = await readPrice(user)
  const waiting = (await create(user, { price: now * 1.2 })).body.data
  expect(waiting).toMatchObject({ symbol: 'COMET', unit: 'SOL', direction: 'above', fired: null })
  await look()
  expect(await list(user)).toEqual([waiting])
  await rpcResult(chain, 'chain_import', [
    { lines: [createDemoTrade(lines, comet, { factor: 1.3 })] },
  ])
  await Promise.all([look(), look()])
  const [fired] = await list(user)
  expect(fired).toMatchObject({ id: waiting.id, fired: { at: expect.any(String) } })
  expect((fired?.fired?.price ?? 0) / now).toBeCloseTo(1.3, 3)
  await look()
  expect(await list(user)).toEqual([fired])
  const again = await create(user, { direction: 'below', price: now * 1.2 })
  expect(again.status).toBe(200)
  expect((await list(user)).map(({ fired: done }) => done === null)).toEqual([true, false])
})

it('watches SOL in dollars without asking the node', async () => {
  const user = await server.signIn()
  await forget()
  solUsd = 150
  const { body } = await create(user, {
    contract_address: SOL_MINT,
    direction: 'below',
    price: 140,
  })
  expect(body.data).toMatchObject({ symbol: 'SOL', unit: 'USD' })
  await look()
  expect((await list(user))[0]?.fired).toBeNull()
  solUsd = 139.5
  const calls: string[] = []
  await look(createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 9_000, onCall: (m) => calls.push(m) }))
  expect((await list(user))[0]?.fired).toMatchObject({ price: 139.5 })
  expect(calls).toEqual([])
  solUsd = null
  const unknown = await create(user, { contract_address: SOL_MINT, price: 200 })
  expect([unknown.status, unknown.body]).toMatchObject([422, { code: 'NO_PRICE' }])
  solUsd = 150
})

describe('the creation', () => {
  it('refuses a price that is reached already, with the present one and the other direction', async () => {
    const user = await server.signIn()
    const now = await readPrice(user)
    const above = await create(user, { price: now / 2 })
    expect(above.status).toBe(409)
    expect(above.body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^COMET is at 0\.\d+ SOL, already above 0\.\d+ SOL\. You can set an alert for when it falls to 0\.\d+ SOL\.$/,
      ),
    })
    const below = await create(user, { direction: 'below', price: now * 2 })
    expect(below.body).toMatchObject({ message: expect.stringContaining('when it rises to') })
    expect(await list(user)).toEqual([])
  })

  it('refuses what has no price, and prices that make no sense', async () => {
    const user = await server.signIn()
    const now = await readPrice(user)
    const [bare] = await server.db.query<{ address: string }>(
      `select address from ca_report_wallet limit 1`,
    )
    for (const [body, status, code] of [
      [{ contract_address: 'not-an-address', price: 1 }, 400, 'INVALID_ADDRESS'],
      [{ contract_address: addressOf('nothing'), price: 1 }, 404, 'ADDRESS_UNKNOWN'],
      [{ contract_address: bare?.address ?? '', price: 1 }, 422, 'NOT_A_MINT'],
      [{ price: 0 }, 400, 'VALIDATION_FAILED'],
      [{ price: -1 }, 400, 'VALIDATION_FAILED'],
      [{ price: 1e16 }, 400, 'VALIDATION_FAILED'],
      [{ price: now * 2e6 }, 400, 'VALIDATION_FAILED'],
      [{ price: now / 2e6, direction: 'below' }, 400, 'VALIDATION_FAILED'],
      [{ price: 1, direction: 'sideways' }, 400, 'VALIDATION_FAILED'],
    ] as const) {
      const answer = await create(user, body)
      expect([answer.status, answer.body], JSON.stringify(body)).toMatchObject([status, { code }])
    }
    expect(await list(user)).toEqual([])
  })

  it('refuses a token without a pool', async () => {
    const user = await server.signIn()
    const quiet: SolanaRpc = { ...rpc, getSignaturesForAddress: async () => [] }
    const alerts = createPriceAlerts({ db: server.db, rpc: quiet, price })
    const body = { contract_address: comet, direction: 'above', price: 1 } as const
    await expect(alerts.create(user.userId, body)).rejects.toMatchObject({ code: 'NO_PRICE' })
  })

  it('returns an equal alert that waits, and keeps at most 20', async () => {
    const user = await server.signIn()
    const now = await readPrice(user)
    const first = (await create(user, { price: now * 2 })).body.data
    expect((await create(user, { price: now * 2 })).body.data).toEqual(first)
    for (let nth = 1; nth < 20; nth++) await create(user, { price: now * (2 + nth) })
    const full = await create(user, { price: now * 30 })
    expect(full.status).toBe(429)
    expect(full.body).toMatchObject({
      message: expect.stringContaining('You have 20 price alerts'),
    })
    expect((await create(user, { price: now * 2 })).body.data).toEqual(first)
    expect((await user.call('DELETE', `/analysis/alerts/${first.id}`)).status).toBe(200)
    expect((await user.call('DELETE', `/analysis/alerts/${first.id}`)).status).toBe(404)
    expect((await create(user, { price: now * 30 })).status).toBe(200)
  })
})

it('keeps at most 20 alerts that are set at the same time, and one of equal ones', async () => {
  const user = await server.signIn()
  const now = await readPrice(user)
  const add = (factor: number) => create(user, { price: now * factor })
  for (let nth = 0; nth < 19; nth += 1) await add(2 + nth)
  const both = await Promise.all([add(30), add(31), add(32)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  expect(await list(user)).toHaveLength(20)
  const other = await server.signIn()
  const same = await Promise.all([1, 2, 3].map(() => create(other, { price: now * 2 })))
  expect(new Set(same.map(({ body }) => body.data.id)).size).toBe(1)
})

it('refuses numbers that are none', async () => {
  const user = await server.signIn()
  for (const price of [
    '1e400',
    '-1e400',
    '"1"',
    '"NaN"',
    'null',
    '1e-320',
    `0.${'0'.repeat(50)}1`,
  ]) {
    const { status } = await fetch(`${server.url}/api/analysis/alerts`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${user.accessToken}`,
      },
      body: `{"contract_address":"${comet}","direction":"below","price":${price}}`,
    })
    expect(status, price).toBe(400)
  }
  expect(await list(user)).toEqual([])
})

describe('a look', () => {
  it('reads a token once for all users, and only its lists while nothing happened', async () => {
    await forget()
    const users = [await server.signIn(), await server.signIn()]
    const now = await readPrice(users[0] as SignedIn)
    for (const user of users) await create(user, { price: now * 2 })
    const calls: string[] = []
    const spy = createSolanaRpc({
      url: chain.rpcUrl,
      timeoutMs: 10_000,
      onCall: (method) => calls.push(method),
    })
    await look(spy)
    const first = calls.length
    expect(first).toBeLessThanOrEqual(60)
    calls.length = 0
    await look(spy)
    expect(new Set(calls)).toEqual(
      new Set(['getTokenLargestAccounts', 'getMultipleAccounts', 'getSignaturesForAddress']),
    )
    expect(calls.length).toBeLessThanOrEqual(7)
    // Nothing is due before its time.
    calls.length = 0
    const parts = { db: server.db, rpc: spy, price, tokensPerRound: 20 }
    await lookAtPrices(parts, AbortSignal.timeout(9_000))
    expect(calls).toEqual([])
  })

  it('reads no more tokens than a round may, and goes on with the others', async () => {
    await forget()
    const user = await server.signIn()
    for (const mint of [comet, harbor, toll]) {
      await create(user, { contract_address: mint, price: (await readPrice(user, mint)) * 2 })
    }
    const countDue = async () =>
      (await server.db.query('select 1 from price_watch where next_at <= now()')).length
    await look(rpc, 2)
    expect(await countDue()).toBe(1)
    const parts = { db: server.db, rpc, price, tokensPerRound: 2 }
    await lookAtPrices(parts, new AbortController().signal)
    expect(await countDue()).toBe(0)
  })

  it('goes on after a token that fails or hangs, and ends in time when the node is busy', async () => {
    await forget()
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 10))
    onTestFinished(() => void vi.restoreAllMocks())
    const hang: SolanaRpc['getTokenLargestAccounts'] = (_mint, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      })
    const refuse = (error: Error) => () => Promise.reject(error)
    const isBusy = refuse(
      new RpcUnavailable('getTokenLargestAccounts', 'HTTP 429', { isBusy: true }),
    )
    for (const [failing, message] of [
      [refuse(new TypeError('unexpected')), 'prices could not be read'],
      [refuse(new RpcUnavailable('getTokenLargestAccounts', 'no answer')), null],
      [hang, null],
      [isBusy, null],
    ] as const) {
      const user = await server.signIn()
      await create(user, { price: (await readPrice(user)) * 2 })
      await create(user, { contract_address: harbor, price: (await readPrice(user, harbor)) * 1.2 })
      await server.db.query('update price_alert set price = 1e-15 where mint = $1', [harbor])
      const node: SolanaRpc = {
        ...rpc,
        getTokenLargestAccounts: (mint, options) =>
          (mint === comet || failing === isBusy ? failing : rpc.getTokenLargestAccounts)(
            mint,
            options,
          ),
      }
      const looked = look(node)
      await (message === null ? looked : expect(looked).rejects.toThrow(message))
      const fired = new Set(
        (await list(user)).filter((each) => each.fired).map((each) => each.symbol),
      )
      // A busy node refuses the other token too.
      expect(fired).toEqual(new Set(failing === isBusy ? [] : ['HARBOR']))
      await forget()
    }
  })

  it('does not read a token again whose transactions have no price', async () => {
    await forget()
    const user = await server.signIn()
    await create(user, { price: (await readPrice(user)) * 2 })
    // Transactions of other tokens have no price of this one.
    await server.db.query('update price_alert set mint = $1', [addressOf('quiet')])
    const calls: string[] = []
    const node = createSolanaRpc({
      url: chain.rpcUrl,
      timeoutMs: 9_000,
      onCall: (method) => calls.push(method),
    })
    const spy: SolanaRpc = {
      ...node,
      getTokenLargestAccounts: async () => [],
      getSignaturesForAddress: (_address, options) => node.getSignaturesForAddress(comet, options),
    }
    await look(spy)
    expect(calls.length).toBeGreaterThan(1)
    calls.length = 0
    await look(spy)
    expect(calls).toEqual(['getSignaturesForAddress'])
  })

  it('does not spend a round on tokens without alerts', async () => {
    await forget()
    const user = await server.signIn()
    await server.db.query(
      `insert into price_watch (mint, next_at)
       select 'unused' || n, now() - interval '1 hour' from generate_series(1, 30) n`,
    )
    await create(user, { price: (await readPrice(user)) * 2 })
    await server.db.query('update price_alert set price = 1e-15')
    await look(rpc, 1)
    expect((await list(user))[0]?.fired).not.toBeNull()
  })

  it('forgets a token that no alert waits for', async () => {
    const user = await server.signIn()
    const { id } = (await create(user, { price: (await readPrice(user)) * 2 })).body.data
    await user.call('DELETE', `/analysis/alerts/${id}`)
    await forget()
    await look()
    expect(await server.db.query('select 1 from price_watch')).toEqual([])
  })
})

it('shows nothing of one user to another', async () => {
  const [user, other] = [await server.signIn(), await server.signIn()]
  const { id } = (await create(user, { price: (await readPrice(user)) * 2 })).body.data
  expect(await list(other)).toEqual([])
  expect((await other.call('DELETE', `/analysis/alerts/${id}`)).status).toBe(404)
  expect(await list(user)).toHaveLength(1)
})

describe('the chat', () => {
  const ask = (user: SignedIn, name: string, args: Record<string, unknown> = {}) => {
    const tool = tools.chat.tools.find((each) => each.name === name)
    if (tool === undefined) throw new Error(`there is no tool ${name}`)
    return tool.run(args, {
      userId: user.userId,
      chatId: 'chat',
      callId: 'call',
      signal: AbortSignal.timeout(5_000),
    })
  }

  it('sets an alert, lists it and deletes it', async () => {
    const user = await server.signIn()
    expect((await ask(user, 'price_alerts')).text).toContain('You have no price alerts')
    const { text, clientAction } = await ask(user, 'set_price_alert', {
      token: comet,
      price: '0.00001',
      unit: 'SOL',
    })
    expect(text).toMatch(
      /^The bell tells you once when \*\*COMET\*\* rises to 0\.00001 SOL\. It is at 0\.0{6}\d+ SOL now\.$/,
    )
    expect(clientAction).toMatchObject({ path: '/wallet-finder?mode=watched' })
    await ask(user, 'set_price_alert', { token: comet, price: '-20%' })
    await ask(user, 'set_price_alert', { token: 'SOL', price: '140', unit: 'USD' })
    const now = await readPrice(user)
    const rows = await list(user)
    expect(rows).toMatchObject([
      { symbol: 'SOL', direction: 'below', price: 140, unit: 'USD' },
      { symbol: 'COMET', direction: 'below' },
      { symbol: 'COMET', direction: 'above', price: 0.00001 },
    ])
    expect((rows[1]?.price ?? 0) / now).toBeCloseTo(0.8, 4)
    expect((await ask(user, 'price_alerts')).text).toContain(
      '| COMET | rises to 0.00001 SOL | not yet |',
    )
    const one = await ask(user, 'delete_price_alert', { token: 'comet', price: 0.00001 })
    expect(one.text).toBe('Deleted: **COMET** rises to 0.00001 SOL.')
    await ask(user, 'delete_price_alert', { token: comet })
    expect((await list(user)).map(({ symbol }) => symbol)).toEqual(['SOL'])
    await expect(ask(user, 'delete_price_alert', { token: comet })).rejects.toThrow('no such')
  })

  it('refuses a price in another currency, and what is no price', async () => {
    const user = await server.signIn()
    for (const [args, message] of [
      [{ token: comet, price: '1', unit: 'USD' }, 'in SOL for a token'],
      [{ token: 'SOL', price: '1', unit: 'other' }, 'in US dollars for SOL'],
      [{ token: comet, price: 'high' }, 'a price above 0'],
      [{ token: comet, price: '-100%' }, 'a price above 0'],
    ] as const) {
      await expect(ask(user, 'set_price_alert', args)).rejects.toThrow(message)
    }
    expect(await list(user)).toEqual([])
  })
})
