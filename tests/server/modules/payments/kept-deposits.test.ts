import { afterAll, describe, expect, it } from 'vitest'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { createPersonalData } from '#server/modules/auth/personal-data/personal-data.ts'
import { paymentDesk, SOL, type PaymentDesk, type User } from './payment-desk.ts'
import { transferOf } from './raw-transactions.ts'

const HALF = SOL / 2n
const MINUTE = 60_000

const desk = await paymentDesk()
afterAll(() => desk.close())

/** Pays the treasury of one's own accord; seen while there is no order. Gives the signature and its slot. */
async function seenWithoutOrder(caller: User) {
  const signature = await desk.send([transferOf(desk.addressOf(caller), desk.receiver, HALF)], {
    feePayer: caller.wallet,
  })
  await desk.reconciler.runOnce()
  const kept = await desk.unmatched.listUnmatched({ limit: 1_000 })
  const slot = kept.find((deposit) => deposit.signature === signature)?.slot
  if (slot === undefined) throw new Error('the deposit was not kept')
  return { signature, slot }
}

/** Opens an order at a server whose node answered for this slot: what was asked before the payment, and written after. */
async function orderOfSlot(caller: User, slot: number, lamports = HALF) {
  const rpc = createSolanaRpc({
    url: desk.chain.rpcUrl,
    timeoutMs: 4_000,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      const text = (await response.text()).replace(/"slot":\d+/, `"slot":${slot}`)
      return new Response(text, { status: response.status })
    },
  })
  const server = await desk.startServer({ rpc })
  const { body } = await desk.call<{ data: Awaited<ReturnType<PaymentDesk['createOrder']>> }>(
    caller,
    'POST',
    'create-payment',
    {
      body: { amount_lamports: Number(lamports), payer_wallet: desk.addressOf(caller) },
      at: server,
    },
  )
  return body.data
}

describe('a deposit that was seen before there was an order for it', () => {
  it('pays the order when it landed in the slot in which the order begins', async () => {
    const caller = await desk.user()
    const { signature, slot } = await seenWithoutOrder(caller)
    const order = await orderOfSlot(caller, slot)
    expect((await desk.reconciler.runOnce()).credited).toBe(1)
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await desk.statusOf(caller, order)).toBe('PAID')
    expect(await desk.unmatchedSignatures()).not.toContain(signature)
    expect(await desk.violations()).toEqual([])
  })

  it('is older than an order that begins one slot later, and stays for the operator', async () => {
    const caller = await desk.user()
    const { signature, slot } = await seenWithoutOrder(caller)
    const order = await orderOfSlot(caller, slot + 1)
    expect((await desk.reconciler.runOnce()).credited).toBe(0)
    expect(await desk.statusOf(caller, order)).toBe('PENDING')
    expect(await desk.unmatchedSignatures()).toContain(signature)
    const { body } = await desk.verify(caller, order, signature)
    expect(body.errors).toHaveProperty('time')
  })

  it('is credited once when two servers look again at once', async () => {
    const caller = await desk.user()
    const { slot } = await seenWithoutOrder(caller)
    await orderOfSlot(caller, slot)
    const other = desk.reconcilerOn(desk.db)
    await Promise.all([desk.reconciler.runOnce(), other.runOnce()])
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await desk.violations()).toEqual([])
  })
})

describe('a deposit that was kept while its order could not take it', () => {
  it('pays the order when the first of two payments vanishes for good', async () => {
    const forgotten = new Set<string>()
    const reconciler = desk.reconcilerOn(desk.db, { rpc: desk.forgetfulRpc(forgotten) })
    const caller = await desk.user()
    const order = await desk.createOrder(caller, HALF)
    const first = await desk.pay(caller, order)
    expect((await desk.verify(caller, order, first)).body.data.verified).toBe(true)
    const second = await desk.send(
      [transferOf(desk.addressOf(caller), desk.receiver, HALF, [order.reference])],
      { feePayer: caller.wallet, blockhash: (await desk.rpc.getLatestBlockhash()).blockhash },
    )
    await desk.reconciler.runOnce()
    expect(await desk.unmatchedSignatures()).toContain(second)

    forgotten.add(first)
    await reconciler.runOnce()
    await desk.advance(3 * MINUTE)
    expect((await reconciler.runOnce()).reversed).toBe(1)
    expect((await reconciler.runOnce()).credited).toBe(1)
    expect(await desk.balance(caller)).toBe(HALF)
    expect((await desk.verify(caller, order, second)).body.data).toMatchObject({
      verified: true,
      status: 'PAID',
    })
    expect(await desk.violations()).toEqual([])
  })

  it('pays the order once its wallet is linked, and is not asked for in every round before', async () => {
    const caller = await desk.user({ linked: false })
    const order = await desk.createOrder(caller, HALF)
    const signature = await desk.pay(caller, order, { keys: [] })
    await desk.reconciler.runOnce()
    expect(await desk.unmatchedSignatures()).toContain(signature)
    await desk.advance(MINUTE)
    await desk.reconciler.runOnce()
    await desk.finalized()
    await desk.reconciler.runOnce()
    desk.rpcCalls.length = 0
    // Nor by a server that has just started.
    for (const reconciler of [desk.reconciler, desk.reconcilerOn(desk.db)]) {
      await desk.advance(MINUTE)
      await reconciler.runOnce()
    }
    const isAsked = (call: string) => call.includes('getTransaction') && call.includes(signature)
    expect(desk.rpcCalls.filter(isAsked)).toEqual([])

    await desk.db.query('insert into user_wallet (address, user_id) values ($1, $2)', [
      desk.addressOf(caller),
      caller.id,
    ])
    await desk.advance(MINUTE)
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await desk.statusOf(caller, order)).toBe('PAID')
  })
})

describe('a kept deposit that the node does not give any more', () => {
  it('keeps no order from expiring', async () => {
    const forgotten = new Set<string>()
    const reconciler = desk.reconcilerOn(desk.db, { rpc: desk.forgetfulRpc(forgotten) })
    const caller = await desk.user()
    const { signature, slot } = await seenWithoutOrder(caller)
    forgotten.add(signature)
    const order = await orderOfSlot(caller, slot)
    const bystander = await desk.user()
    const theirs = await desk.createOrder(bystander, HALF)
    for (let round = 0; round < 4; round += 1) {
      await desk.advance(10 * MINUTE)
      await reconciler.runOnce()
    }
    expect(await desk.statusOf(bystander, theirs)).toBe('EXPIRED')
    expect(await desk.statusOf(caller, order)).toBe('EXPIRED')
    forgotten.clear()
    await desk.advance(MINUTE)
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
  })
})

describe('a kept deposit that paid one of two orders, vanished and landed again', () => {
  it('pays the other order when its own has been paid since', async () => {
    const forgotten = new Set<string>()
    const reconciler = desk.reconcilerOn(desk.db, { rpc: desk.forgetfulRpc(forgotten) })
    const caller = await desk.user()
    const { signature, slot } = await seenWithoutOrder(caller)
    const smaller = await orderOfSlot(caller, slot, HALF / 2n)
    const exact = await orderOfSlot(caller, slot)
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(caller, exact)).toBe('PAID')
    expect(await desk.statusOf(caller, smaller)).toBe('PENDING')

    forgotten.add(signature)
    await reconciler.runOnce()
    await desk.advance(3 * MINUTE)
    expect((await reconciler.runOnce()).reversed).toBe(1)
    const { blockhash } = await desk.rpc.getLatestBlockhash()
    await desk.pay(caller, { ...exact, recentBlockhash: blockhash })
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)

    forgotten.clear()
    for (let round = 0; round < 2; round += 1) {
      await desk.advance(MINUTE)
      await reconciler.runOnce()
    }
    expect(await desk.balance(caller)).toBe(2n * HALF)
    expect(await desk.statusOf(caller, smaller)).toBe('PAID')
    expect(await desk.violations()).toEqual([])
  })
})

describe('a payment for an account that was deleted after the order', () => {
  it("stays on the operator's list, by reference and by payer, without a credit", async () => {
    const caller = await desk.user()
    const order = await desk.createOrder(caller)
    const other = await desk.createOrder(caller, SOL / 4n)
    await createPersonalData(desk.db, desk.now).deleteAccount(caller.id)
    const signatures = [await desk.pay(caller, order), await desk.pay(caller, other, { keys: [] })]
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(0n)
    expect(await desk.unmatchedSignatures()).toEqual(expect.arrayContaining(signatures))
    const statuses = await desk.db.query(
      'select distinct status, watch_at from payment_order where user_id = $1',
      [caller.id],
    )
    expect(statuses).toEqual([{ status: 'CANCELLED', watch_at: null }])
    expect(await desk.violations()).toEqual([])
  })
})
