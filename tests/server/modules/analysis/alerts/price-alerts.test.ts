import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { createPriceAlerts } from '#server/modules/analysis/alerts/price-alerts.ts'
import {
  comet,
  create,
  harbor,
  list,
  openDemoAlerts,
  readPrice,
  toll,
} from '#tests/support/demo-alerts.ts'
import type { SignedIn, TestServer } from '#tests/support/server.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

let demo: Awaited<ReturnType<typeof openDemoAlerts>>
let server: TestServer
beforeAll(async () => {
  demo = await openDemoAlerts()
  ;({ server } = demo)
})
afterAll(() => demo?.close())

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

it('asks the node for little while a token has no new transaction', async () => {
  const calls: string[] = []
  const rpc = createSolanaRpc({
    url: demo.chain.rpcUrl,
    timeoutMs: 9_000,
    onCall: (method) => calls.push(method),
  })
  const alerts = createPriceAlerts({ db: server.db, rpc, price: demo.price })
  const first = await alerts.readPrice(comet)
  expect(calls).toContain('getTransaction')
  calls.length = 0
  expect(await alerts.readPrice(comet)).toEqual(first)
  expect(calls).not.toContain('getTransaction')
  expect(calls.length).toBeLessThanOrEqual(10)
  await demo.trade(comet, 1.01)
  expect((await alerts.readPrice(comet)).price).toBeGreaterThan(first.price)
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
    expect((await create(user, { price: now * 2e6 })).body).toMatchObject({
      message: 'Choose a price at most a million times above or below the present one.',
    })
    expect(await list(user)).toEqual([])
  })

  it('refuses a token without a pool', async () => {
    const user = await server.signIn()
    const quiet: SolanaRpc = { ...demo.rpc, getSignaturesForAddress: async () => [] }
    const alerts = createPriceAlerts({ db: server.db, rpc: quiet, price: demo.price })
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
  expect(both.filter(({ status }) => status === 429)).toHaveLength(2)
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

it('shows nothing of one user to another', async () => {
  const [user, other] = [await server.signIn(), await server.signIn()]
  const { id } = (await create(user, { price: (await readPrice(user)) * 2 })).body.data
  expect(await list(other)).toEqual([])
  expect((await other.call('DELETE', `/analysis/alerts/${id}`)).status).toBe(404)
  expect(await list(user)).toHaveLength(1)
})

describe('the chat', () => {
  const ask = (user: SignedIn, name: string, args: Record<string, unknown> = {}) => {
    const tool = demo.tools.chat.tools.find((each) => each.name === name)
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
    expect((await ask(user, 'delete_price_alert', { token: 'all' })).text).toContain('**SOL**')
    expect(await list(user)).toEqual([])
  })

  it('changes the one alert of a token that waits, and asks which of several', async () => {
    const user = await server.signIn()
    const change = { token: comet, replaces: true } as const
    await ask(user, 'set_price_alert', { ...change, price: '0.00001' })
    const { text } = await ask(user, 'set_price_alert', { ...change, price: '0.00002' })
    expect(text).toContain(' The alert for when it rises to 0.00001 SOL is deleted.')
    expect(await list(user)).toMatchObject([{ price: 0.00002 }])
    await ask(user, 'set_price_alert', { token: comet, price: '0.00003' })
    await expect(ask(user, 'set_price_alert', { ...change, price: '0.00004' })).rejects.toThrow(
      'You have 2 alerts for this token: when it rises to 0.00003 SOL, when it rises to 0.00002 SOL.',
    )
    expect(await list(user)).toHaveLength(2)
  })

  it('keeps an alert that is changed to the price it has', async () => {
    const user = await server.signIn()
    const same = { token: comet, price: '0.00001', replaces: true } as const
    await ask(user, 'set_price_alert', same)
    expect((await ask(user, 'set_price_alert', same)).text).not.toContain('deleted')
    expect(await list(user)).toMatchObject([{ price: 0.00001 }])
  })

  it('changes an alert of a user who can have no more', async () => {
    const user = await server.signIn()
    await ask(user, 'set_price_alert', { token: comet, price: '0.00001' })
    await server.db.query(
      `insert into price_alert (id, user_id, mint, direction, price)
       select gen_random_uuid(), $1, $2, 'above', n from generate_series(1, 19) n`,
      [user.userId, harbor],
    )
    await ask(user, 'set_price_alert', { token: comet, price: '0.00002', replaces: true })
    expect((await list(user)).filter(({ contract_address: of }) => of === comet)).toMatchObject([
      { price: 0.00002 },
    ])
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
