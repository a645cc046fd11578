import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentDesk, POINT, SOL, type Order, type PaymentDesk, type User } from './payment-desk.ts'

const HALF = SOL / 2n
const MINUTE = 60_000

/** Signatures that the node of both does not know. */
const forgotten = new Set<string>()

const desk = await paymentDesk()
const rpc = desk.forgetfulRpc(forgotten)
const reconciler = desk.reconcilerOn(desk.db, { rpc })
const verifyAt = await desk.startServer({ rpc })
beforeEach(() => forgotten.clear())
afterAll(() => desk.close())

type Recharge = {
  order_id: string
  status: string
  settlement: string | null
  transaction_signature?: string
  reversed_at?: string
}

async function recordOf(caller: User, order: Order): Promise<Recharge | undefined> {
  const { body } = await desk.call<{ data: Recharge[] }>(caller, 'GET', 'recharge-history')
  return body.data.find(({ order_id: id }) => id === order.order_id)
}

/** A credited payment that is not final yet. */
async function credited() {
  const caller = await desk.user()
  const order = await desk.createOrder(caller, HALF)
  const signature = await desk.pay(caller, order)
  expect((await desk.verify(caller, order, signature)).body.data.verified).toBe(true)
  return { caller, order, signature }
}

/** The transaction vanishes and enough time passes for it to be gone for good. */
async function vanish(signature: string): Promise<void> {
  forgotten.add(signature)
  await reconciler.runOnce()
  await desk.advance(3 * MINUTE)
  await reconciler.runOnce()
}

const spend = (caller: User, lamports: bigint) =>
  desk.ledger.charge({
    userId: caller.id,
    lamports,
    idempotencyKey: `spend ${lamports}`,
    requestHash: 'spend',
    consumption: { type: 'CA_ANALYSIS' },
  })

const listed = async (signature: string) =>
  (await desk.unmatched.listUnmatched({ limit: 1_000 })).find(
    (deposit) => deposit.signature === signature,
  )

describe('row 38: a payment that is credited and vanishes before it is final', () => {
  it('row 38: is reversed by a compensating entry, and shown', async () => {
    const { caller, order, signature } = await credited()
    forgotten.add(signature)
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await recordOf(caller, order)).toMatchObject({ status: 'PAID', settlement: 'missing' })
    await desk.advance(3 * MINUTE)
    expect((await reconciler.runOnce()).reversed).toBe(1)
    expect(await desk.balance(caller)).toBe(0n)
    expect(await recordOf(caller, order)).toMatchObject({
      status: 'EXPIRED',
      settlement: 'reversed',
      transaction_signature: signature,
      reversed_at: expect.any(String),
    })
    expect(await listed(signature)).toMatchObject({ problem: 'reversed', owed: 0n })
    const { body } = await desk.verify(caller, order, signature, verifyAt)
    expect(body).toMatchObject({ success: true, data: { verified: false, can_pay_again: true } })
    expect(await desk.violations()).toEqual([])
  })

  it('is credited again only once if it lands after all', async () => {
    const { caller, order, signature } = await credited()
    await vanish(signature)
    expect(await desk.balance(caller)).toBe(0n)
    forgotten.clear()
    await Promise.all([
      reconciler.runOnce(),
      desk.reconciler.runOnce(),
      desk.verify(caller, order, signature),
      desk.verify(caller, order, signature, verifyAt),
    ])
    expect(await desk.balance(caller)).toBe(HALF)
    const { body } = await desk.verify(caller, order, signature)
    expect(body.data).toMatchObject({ verified: true, status: 'PAID' })
    await reconciler.runOnce()
    expect(await recordOf(caller, order)).toMatchObject({ status: 'PAID', settlement: 'settled' })
    expect(await listed(signature)).toBeUndefined()
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('can vanish and land any number of times', async () => {
    const { caller, order, signature } = await credited()
    for (let turn = 0; turn < 3; turn += 1) {
      await vanish(signature)
      expect(await desk.balance(caller)).toBe(0n)
      forgotten.clear()
      expect((await desk.verify(caller, order, signature)).body.data.verified).toBe(true)
      expect(await desk.balance(caller)).toBe(HALF)
    }
    expect(await desk.violations()).toEqual([])
  })

  it('creates a debt for the spent part, which the next top-up pays', async () => {
    const { caller, signature } = await credited()
    expect((await spend(caller, 10n * POINT)).ok).toBe(true)
    await vanish(signature)
    expect(await desk.balance(caller)).toBe(0n)
    expect(await listed(signature)).toMatchObject({ problem: 'reversed', owed: 10n * POINT })
    expect(await spend(caller, POINT)).toMatchObject({ ok: false, reason: 'insufficient_balance' })
    const next = await desk.createOrder(caller, 30n * POINT)
    const paid = await desk.pay(caller, next)
    expect((await desk.verify(caller, next, paid)).body.data.verified).toBe(true)
    expect(await desk.balance(caller)).toBe(20n * POINT)
    expect(await listed(signature)).toMatchObject({ owed: 0n })
    expect(await desk.violations()).toEqual([])
  })

  it('takes the debt from what is given back, and no more than is owed', async () => {
    const { caller, signature } = await credited()
    const charge = await spend(caller, 20n * POINT)
    if (!charge.ok) throw new Error(charge.reason)
    await vanish(signature)
    expect(await listed(signature)).toMatchObject({ owed: 20n * POINT })
    await desk.ledger.refund({ transferId: charge.transferId, reason: 'failed' })
    const other = desk.reconcilerOn(desk.db, { rpc: desk.forgetfulRpc(forgotten) })
    await Promise.all([reconciler.runOnce(), other.runOnce()])
    expect(await desk.balance(caller)).toBe(0n)
    expect(await desk.ledger.listDebts()).toEqual([])
  })

  it('pays its debt itself when it lands after all', async () => {
    const { caller, signature } = await credited()
    await spend(caller, 10n * POINT)
    await vanish(signature)
    forgotten.clear()
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF - 10n * POINT)
    expect(await desk.violations()).toEqual([])
  })

  it('is found again behind the cursor of the scan, without a reference', async () => {
    const caller = await desk.user()
    const order = await desk.createOrder(caller, HALF)
    const signature = await desk.pay(caller, order, { keys: [] })
    await reconciler.runOnce()
    await vanish(signature)
    await credited()
    await desk.finalized()
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(0n)
    forgotten.clear()
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('becomes an unmatched deposit when its order was paid again meanwhile', async () => {
    const { caller, order, signature } = await credited()
    await vanish(signature)
    const fresh = await desk.rpc.getLatestBlockhash()
    const second = await desk.pay(caller, { ...order, recentBlockhash: fresh.blockhash })
    expect((await desk.verify(caller, order, second)).body.data.verified).toBe(true)
    forgotten.clear()
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await listed(signature)).toMatchObject({ problem: 'unmatched' })
  })

  it('is not reversed by a node that has lost the history of that time', async () => {
    const { caller, order, signature } = await credited()
    for (const { signature: each } of await desk.rpc.getSignaturesForAddress(desk.receiver)) {
      forgotten.add(each)
    }
    await vanish(signature)
    await desk.advance(30 * MINUTE)
    expect((await reconciler.runOnce()).reversed).toBe(0)
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await recordOf(caller, order)).toMatchObject({ status: 'PAID', settlement: 'missing' })
    expect(await listed(signature)).toMatchObject({ problem: 'vanished' })
  })

  it('is not reversed by a node that does not respond or fails', async () => {
    const { caller, signature } = await credited()
    await desk.fault('getSignatureStatuses', 'null', 1_000)
    await desk.reconciler.runOnce()
    await desk.advance(3 * MINUTE)
    expect((await desk.reconciler.runOnce()).reversed).toBe(0)
    await desk.clearFaults()
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await listed(signature)).toBeUndefined()
  })

  it('is never reversed once it is final', async () => {
    const { caller, signature } = await credited()
    await desk.finalized()
    expect((await reconciler.runOnce()).settled).toBeGreaterThan(0)
    await vanish(signature)
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('is reversed once by two instances at the same time', async () => {
    const { caller, signature } = await credited()
    forgotten.add(signature)
    await reconciler.runOnce()
    await desk.advance(3 * MINUTE)
    const other = desk.reconcilerOn(desk.db, { rpc: desk.forgetfulRpc(forgotten) })
    const reports = await Promise.all([reconciler.runOnce(), other.runOnce()])
    expect(reports.reduce((sum, { reversed }) => sum + reversed, 0)).toBe(1)
    expect(await desk.balance(caller)).toBe(0n)
  })
})

describe("the operator's part", () => {
  const resolve = (
    signature: string,
    action: Parameters<PaymentDesk['unmatched']['resolveUnmatched']>[0]['action'],
  ) => desk.unmatched.resolveUnmatched({ signature, note: 'looked at', action })

  it('writes off what is owed, once', async () => {
    const { caller, signature } = await credited()
    await spend(caller, 10n * POINT)
    expect(await resolve(signature, { kind: 'write_off' })).toMatchObject({ ok: false })
    await vanish(signature)
    expect(await resolve(signature, { kind: 'write_off' })).toMatchObject({
      ok: true,
      lamports: 10n * POINT,
    })
    expect(await listed(signature)).toBeUndefined()
    expect(await desk.balance(caller)).toBe(0n)
    expect(await resolve(signature, { kind: 'write_off' })).toMatchObject({ lamports: null })
    expect(await desk.violations()).toEqual([])
  })

  it('reverses or keeps a payment that no node can prove gone, as the operator decides', async () => {
    const [gone, kept] = [await credited(), await credited()]
    expect(await resolve(gone.signature, { kind: 'reverse' })).toMatchObject({
      reason: 'not_vanished',
    })
    forgotten.add(gone.signature).add(kept.signature)
    await reconciler.runOnce()
    expect(await resolve(gone.signature, { kind: 'reverse' })).toMatchObject({ lamports: HALF })
    expect(await desk.balance(gone.caller)).toBe(0n)
    expect(await resolve(kept.signature, { kind: 'keep' })).toMatchObject({ ok: true })
    await vanish(kept.signature)
    expect(await desk.balance(kept.caller)).toBe(HALF)
    expect(await listed(kept.signature)).toBeUndefined()
  })

  it('credits a reversed payment to an account by its amount', async () => {
    const { caller, signature } = await credited()
    await vanish(signature)
    const other = await desk.user()
    const action = { kind: 'credit', userId: other.id } as const
    expect(await resolve(signature, action)).toMatchObject({ ok: true, lamports: HALF })
    expect(await resolve(signature, action)).toMatchObject({ reason: 'already_resolved' })
    forgotten.clear()
    await reconciler.runOnce()
    expect(await desk.balance(other)).toBe(HALF)
    expect(await desk.balance(caller)).toBe(0n)
  })
})

it('row 57: leaves a ledger that balances', async () => {
  expect(await desk.violations()).toEqual([])
})
