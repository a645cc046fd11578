import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SOL_MINT } from '#contract/analysis/alerts.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { deletePersonalRows } from '#server/modules/auth/personal-data/personal-tables.ts'
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

it('fires once when a trade moves the price over the value, and can be set again', async () => {
  const user = await server.signIn()
  const now = await readPrice(user)
  const waiting = (await create(user, { price: now * 1.2 })).body.data
  expect(waiting).toMatchObject({ symbol: 'COMET', unit: 'SOL', direction: 'above', fired: null })
  await demo.look()
  expect(await list(user)).toEqual([waiting])
  await demo.trade(comet, 1.3)
  await Promise.all([demo.look(), demo.look()])
  const [fired] = await list(user)
  expect(fired).toMatchObject({ id: waiting.id, fired: { at: expect.any(String) } })
  expect((fired?.fired?.price ?? 0) / now).toBeCloseTo(1.3, 3)
  await demo.look()
  expect(await list(user)).toEqual([fired])
  const again = await create(user, { direction: 'below', price: now * 1.2 })
  expect(again.status).toBe(200)
  expect((await list(user)).map(({ fired: done }) => done === null)).toEqual([true, false])
})

it('watches SOL in dollars without asking the node', async () => {
  const user = await server.signIn()
  await demo.forget()
  demo.sol.usd = 150
  const { body } = await create(user, {
    contract_address: SOL_MINT,
    direction: 'below',
    price: 140,
  })
  expect(body.data).toMatchObject({ symbol: 'SOL', unit: 'USD' })
  await demo.look()
  expect((await list(user))[0]?.fired).toBeNull()
  demo.sol.usd = 139.5
  const calls: string[] = []
  await demo.look(
    createSolanaRpc({ url: demo.chain.rpcUrl, timeoutMs: 9_000, onCall: (m) => calls.push(m) }),
  )
  expect((await list(user))[0]?.fired).toMatchObject({ price: 139.5 })
  expect(calls).toEqual([])
  demo.sol.usd = null
  const unknown = await create(user, { contract_address: SOL_MINT, price: 200 })
  expect([unknown.status, unknown.body]).toMatchObject([422, { code: 'NO_PRICE' }])
  demo.sol.usd = 150
})

describe('a look', () => {
  it('reads a token once for all users, and only its lists while nothing happened', async () => {
    await demo.forget()
    const users = [await server.signIn(), await server.signIn()]
    const now = await readPrice(users[0] as SignedIn)
    for (const user of users) await create(user, { price: now * 2 })
    const calls: string[] = []
    const spy = createSolanaRpc({
      url: demo.chain.rpcUrl,
      timeoutMs: 10_000,
      onCall: (method) => calls.push(method),
    })
    await demo.look(spy)
    const first = calls.length
    expect(first).toBeLessThanOrEqual(60)
    calls.length = 0
    await demo.look(spy)
    expect(new Set(calls)).toEqual(
      new Set(['getTokenLargestAccounts', 'getMultipleAccounts', 'getSignaturesForAddress']),
    )
    expect(calls.length).toBeLessThanOrEqual(7)
    // Nothing is due before its time.
    calls.length = 0
    await demo.lookAtDue(spy)
    expect(calls).toEqual([])
  })

  it('reads no more tokens than a round may, and goes on with the others', async () => {
    await demo.forget()
    const user = await server.signIn()
    for (const mint of [comet, harbor, toll]) {
      await create(user, { contract_address: mint, price: (await readPrice(user, mint)) * 2 })
    }
    const countDue = async () =>
      (await server.db.query('select 1 from price_watch where next_at <= now()')).length
    await demo.look(demo.rpc, 2)
    expect(await countDue()).toBe(1)
    await demo.lookAtDue(demo.rpc, 2)
    expect(await countDue()).toBe(0)
  })

  it('continues after a token that fails or hangs, and ends in time if the node is busy', async () => {
    await demo.forget()
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 10))
    onTestFinished(() => void vi.restoreAllMocks())
    const hang: SolanaRpc['getTokenLargestAccounts'] = async (_mint, options) => {
      await sleep(60_000, undefined, { signal: options?.signal })
      return []
    }
    const refuse = (error: Error) => async () => {
      throw error
    }
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
        ...demo.rpc,
        getTokenLargestAccounts: (mint, options) =>
          (mint === comet || failing === isBusy ? failing : demo.rpc.getTokenLargestAccounts)(
            mint,
            options,
          ),
      }
      const looked = demo.look(node)
      await (message === null ? looked : expect(looked).rejects.toThrow(message))
      const fired = new Set(
        (await list(user)).filter((each) => each.fired).map((each) => each.symbol),
      )
      // A busy node refuses the other token too.
      expect(fired).toEqual(new Set(failing === isBusy ? [] : ['HARBOR']))
      await demo.forget()
    }
  })

  it('does not read a token again whose transactions have no price', async () => {
    await demo.forget()
    const user = await server.signIn()
    await create(user, { price: (await readPrice(user)) * 2 })
    // Transactions of other tokens have no price of this one.
    await server.db.query('update price_alert set mint = $1', [addressOf('quiet')])
    const calls: string[] = []
    const node = createSolanaRpc({
      url: demo.chain.rpcUrl,
      timeoutMs: 9_000,
      onCall: (method) => calls.push(method),
    })
    const spy: SolanaRpc = {
      ...node,
      getTokenLargestAccounts: async () => [],
      getSignaturesForAddress: (_address, options) => node.getSignaturesForAddress(comet, options),
    }
    await demo.look(spy)
    expect(calls.length).toBeGreaterThan(1)
    calls.length = 0
    await demo.look(spy)
    expect(calls).toEqual(['getSignaturesForAddress'])
  })

  it('does not spend a round on tokens without alerts', async () => {
    await demo.forget()
    const user = await server.signIn()
    await server.db.query(
      `insert into price_watch (mint, next_at)
       select 'unused' || n, now() - interval '1 hour' from generate_series(1, 30) n`,
    )
    await create(user, { price: (await readPrice(user)) * 2 })
    await server.db.query('update price_alert set price = 1e-15')
    await demo.look(demo.rpc, 1)
    expect((await list(user))[0]?.fired).not.toBeNull()
  })

  it('forgets a token that no alert waits for, as after the deletion of an account', async () => {
    await demo.forget()
    const [user, gone] = [await server.signIn(), await server.signIn()]
    const { id } = (await create(user, { price: (await readPrice(user)) * 2 })).body.data
    const price = (await readPrice(user, harbor)) * 2
    await create(gone, { contract_address: harbor, price })
    await demo.look()
    expect(await server.db.query('select 1 from price_watch')).toHaveLength(2)
    await user.call('DELETE', `/analysis/alerts/${id}`)
    await server.db.transaction((tx) => deletePersonalRows(tx, gone.userId))
    await demo.look()
    expect(await server.db.query('select 1 from price_watch')).toEqual([])
  })

  it('passes over the alerts of a disabled user, and takes them up again', async () => {
    await demo.forget()
    const user = await server.signIn()
    await create(user, { price: (await readPrice(user)) * 2 })
    await server.db.query('update price_alert set price = 1e-15')
    const setDisabled = (at: string) =>
      server.db.query(`update app_user set disabled_at = ${at} where id = $1`, [user.userId])
    await setDisabled('now()')
    await demo.look()
    const countWaiting = async () =>
      (await server.db.query('select 1 from price_alert where fired_at is null')).length
    expect(await countWaiting()).toBe(1)
    await setDisabled('null')
    await demo.look()
    expect(await countWaiting()).toBe(0)
  })
})
