import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { paymentDesk, SOL } from './payment-desk.ts'

const HALF = SOL / 2n
const HOUR = 60 * 60_000
let failures: { error: string; about: Readonly<Record<string, unknown>> | undefined }[]

const desk = await paymentDesk()
beforeEach(() => {
  failures = []
})
afterAll(() => desk.close())

const newOrder = async () => {
  const caller = await desk.user()
  return { caller, order: await desk.createOrder(caller, HALF) }
}

const reconcilerWith = (ledger: Partial<Ledger>) =>
  desk.reconcilerOn(desk.db, {
    ledger: { ...desk.ledger, ...ledger },
    onError: (error, about) => failures.push({ error: String(error), about }),
  })

describe('a round of the reconciler', () => {
  it('deals with everything else when one deposit cannot be credited', async () => {
    const settled = await newOrder()
    await desk.pay(settled.caller, settled.order)
    await desk.reconciler.runOnce()
    await desk.finalized()

    const late = await newOrder()
    await desk.advance(HOUR)
    const [bad, good] = [await newOrder(), await newOrder()]
    const badSignature = await desk.pay(bad.caller, bad.order, { keys: [] })
    await desk.pay(good.caller, good.order)
    let collections = 0
    const reconciler = reconcilerWith({
      credit: (q, credit) =>
        credit.userId === bad.caller.id
          ? Promise.reject(new Error('refused'))
          : desk.ledger.credit(q, credit),
      collectDebts: (onFailure) => {
        collections += 1
        return desk.ledger.collectDebts(onFailure)
      },
    })
    const report = await reconciler.runOnce()
    expect(report).toMatchObject({ credited: 1, settled: 1, expired: 1, failed: 1 })
    expect(collections).toBe(1)
    expect(failures).toEqual([
      {
        error: 'Error: refused',
        about: { signature: badSignature, receiver: desk.receiver },
      },
    ])
    expect(await desk.balance(good.caller)).toBe(HALF)
    expect(await desk.statusOf(late.caller, late.order)).toBe('EXPIRED')

    // The deposit is tried again.
    expect(await desk.reconciler.runOnce()).toMatchObject({ credited: 1, failed: 0 })
    expect(await desk.balance(bad.caller)).toBe(HALF)
  })

  it('continues after a failed step', async () => {
    const late = await newOrder()
    await desk.advance(HOUR)
    const report = await reconcilerWith({
      collectDebts: () => Promise.reject(new Error('no debts today')),
    }).runOnce()
    expect(report).toMatchObject({ isComplete: true, expired: 1, failed: 1 })
    expect(failures).toEqual([{ error: 'Error: no debts today', about: { step: 'collect debts' } }])
    expect(await desk.statusOf(late.caller, late.order)).toBe('EXPIRED')
  })
})

describe('the loop of the reconciler', () => {
  it('hands over after three incomplete rounds, as another process may reach its node', async () => {
    await desk.advance(HOUR)
    await desk.reconciler.runOnce()
    let [rounds, handed] = [0, 0]
    const reconciler = desk.reconcilerOn(desk.db, {
      rpc: { ...desk.rpc, getSlot: () => Promise.reject(new Error('the node is down')) },
      idleRoundMs: 1,
      onRound: () => {
        rounds += 1
      },
      lease: {
        hold: async () => handed === 0,
        release: async () => {
          handed += 1
        },
      },
    })
    reconciler.start()
    await vi.waitFor(() => expect(handed).toBe(1), { timeout: 20_000 })
    await reconciler.stop()
    expect(rounds).toBe(3)
  })

  it('ends a long pause when an order opens', async () => {
    await desk.advance(HOUR)
    await desk.reconciler.runOnce()
    let rounds = 0
    const reconciler = desk.reconcilerOn(desk.db, {
      idleRoundMs: HOUR,
      onRound: () => {
        rounds += 1
      },
    })
    reconciler.start()
    await vi.waitFor(() => expect(rounds).toBe(1), { timeout: 10_000 })
    const { caller, order } = await newOrder()
    await desk.pay(caller, order)
    await vi.waitFor(async () => expect(await desk.balance(caller)).toBe(HALF), {
      timeout: 15_000,
      interval: 200,
    })
    await reconciler.stop()
  })
})
