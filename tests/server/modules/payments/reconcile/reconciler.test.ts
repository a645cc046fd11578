import { Keypair } from '@solana/web3.js'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLedger, type Ledger } from '#server/modules/ledger/ledger-service.ts'
import type { Reconciler } from '#server/modules/payments/reconcile/reconciler.ts'
import { testChain } from '#tests/support/chain.ts'
import {
  eventually,
  paymentDesk,
  SOL,
  type Order,
  type User,
} from '#tests/server/modules/payments/payment-desk.ts'
import { build, transferOf } from '#tests/server/modules/payments/raw-transactions.ts'

const HALF = SOL / 2n
const MINUTE = 60_000

const desk = await paymentDesk()
afterEach(() => desk.clearFaults())
afterAll(() => desk.close())

async function newOrder(options: { linked?: boolean } = {}) {
  const caller = await desk.user(options)
  return { caller, order: await desk.createOrder(caller, HALF) }
}

const stray = async (lamports = 1_000n): Promise<string> => {
  const stranger = await desk.user()
  return desk.send([transferOf(desk.addressOf(stranger), desk.receiver, lamports)], {
    feePayer: stranger.wallet,
  })
}

describe('a payment that no client reports', () => {
  it('row 26: is credited within 10 s of its confirmation, with or without reference', async () => {
    const withReference = await newOrder({ linked: false })
    const without = await newOrder()
    desk.reconciler.start()
    try {
      await desk.pay(withReference.caller, withReference.order)
      await desk.pay(without.caller, without.order, { keys: [] })
      for (const { caller } of [withReference, without]) {
        const look = async () => ((await desk.balance(caller)) === HALF ? true : undefined)
        await eventually(look, 10_000)
      }
    } finally {
      await desk.reconciler.stop()
    }
    expect(await desk.statusOf(without.caller, without.order)).toBe('PAID')
  })

  it('is credited without reference when its wallet was linked after the order was opened', async () => {
    const { caller, order } = await newOrder({ linked: false })
    await desk.db.query('insert into user_wallet (address, user_id) values ($1, $2)', [
      desk.addressOf(caller),
      caller.id,
    ])
    await desk.pay(caller, order, { keys: [] })
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await desk.statusOf(caller, order)).toBe('PAID')
  })

  it('row 11: is credited once by several reconcilers and a client at the same time', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => newOrder()))
    const signatures: string[] = []
    for (const { caller, order } of orders) signatures.push(await desk.pay(caller, order))
    const dbs = await Promise.all(
      [1, 2].map(() => openDatabase({ url: desk.database.url, poolSize: 3 })),
    )
    await Promise.all([
      ...dbs.map((db) => desk.reconcilerOn(db, { ledger: createLedger(db) }).runOnce()),
      desk.reconciler.runOnce(),
      ...orders.map(({ caller, order }, index) => desk.verify(caller, order, signatures[index])),
    ])
    for (const db of dbs) await db.close()
    const balances = await Promise.all(orders.map(({ caller }) => desk.balance(caller)))
    expect(balances).toEqual(orders.map(() => HALF))
  })

  it('row 27: is found behind a failed, a foreign and more than 1,000 other transactions', async () => {
    const { caller, order } = await newOrder({ linked: false })
    const stranger = await desk.user()
    const from = desk.addressOf(stranger)
    await desk.send([transferOf(from, desk.receiver, 10n ** 15n, [order.reference])], {
      feePayer: stranger.wallet,
      skipPreflight: true,
    })
    await desk.send([transferOf(from, desk.receiver, 1n, [order.reference])], {
      feePayer: stranger.wallet,
    })
    // The oldest of them, on the second page; a blockhash does not live as long as all this may take.
    await desk.pay(caller, order)
    for (let sent = 0; sent < 1_005; sent += 201) {
      const { blockhash } = await desk.rpc.getLatestBlockhash()
      const noise = Array.from({ length: 201 }, (_, index) => {
        const transfer = transferOf(from, from, BigInt(sent + index + 1), [order.reference])
        const { base64 } = build([transfer], { feePayer: stranger.wallet, blockhash })
        return {
          method: 'sendTransaction',
          params: [base64, { encoding: 'base64', skipPreflight: true }],
        }
      })
      await desk.rpc.batch(noise, { timeoutMs: 30_000 })
    }
    await desk.confirmed()
    expect(await desk.rpc.getSignaturesForAddress(order.reference)).toHaveLength(1_000)
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('is matched by payer and exact amount when its blockhash is not one of ours', async () => {
    const { caller, order } = await newOrder()
    const larger = await desk.createOrder(caller, SOL)
    await desk.send([transferOf(desk.addressOf(caller), desk.receiver, SOL)], {
      feePayer: caller.wallet,
    })
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(caller, larger)).toBe('PAID')
    expect(await desk.statusOf(caller, order)).toBe('PENDING')
    expect(await desk.balance(caller)).toBe(SOL)
  })

  it('is credited when the treasury was changed after the order was opened', async () => {
    const { caller, order } = await newOrder()
    await desk.pay(caller, order, { keys: [] })
    const receiver = Keypair.generate().publicKey.toBase58()
    await desk.reconcilerOn(desk.db, { receiver }).runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('is listed for the operator with its full signature if no order expects it', async () => {
    const signature = await stray(77_777n)
    await desk.reconciler.runOnce()
    const deposits = await desk.unmatched.listUnmatched({ limit: 1_000 })
    expect(deposits.find((deposit) => deposit.signature === signature)).toMatchObject({
      problem: 'unmatched',
      currency: 'SOL',
      receiver: desk.receiver,
      received: 77_777n,
      reason: 'No order expects this payment',
    })
  })

  it('is credited once the client claims what the reconciler could not match', async () => {
    const caller = await desk.user({ linked: false })
    const order = await desk.createOrder(caller, HALF)
    const signature = await desk.pay(caller, order, { keys: [] })
    await desk.reconciler.runOnce()
    expect(await desk.unmatchedSignatures()).toContain(signature)
    await desk.db.query('insert into user_wallet (address, user_id) values ($1, $2)', [
      desk.addressOf(caller),
      caller.id,
    ])
    expect((await desk.verify(caller, order, signature)).body.data.verified).toBe(true)
    expect(await desk.unmatchedSignatures()).not.toContain(signature)
    expect(await desk.balance(caller)).toBe(HALF)
  })
})

describe('trouble on the way', () => {
  it.each(['429', '500', 'error', 'null'])(
    'row 25: a node that answers %s delays a payment and loses nothing',
    async (mode) => {
      const { caller, order } = await newOrder()
      await desk.pay(caller, order)
      for (const method of ['getTransaction', 'getSignaturesForAddress', 'getSlot']) {
        await desk.fault(method, mode, 1_000)
      }
      expect(await desk.reconciler.runOnce()).toMatchObject({ isComplete: false, credited: 0 })
      await desk.clearFaults()
      expect(await desk.reconciler.runOnce()).toMatchObject({ isComplete: true })
      expect(await desk.balance(caller)).toBe(HALF)
    },
  )

  it('row 28: a server that dies before the commit credits once after its return', async () => {
    const { caller, order } = await newOrder()
    const signature = await desk.pay(caller, order)
    const dying: Ledger = {
      ...desk.ledger,
      credit: async (q, credit) => {
        await desk.ledger.credit(q, credit)
        throw new Error('killed')
      },
    }
    const doomed = desk.reconcilerOn(desk.db, { ledger: dying })
    expect((await doomed.runOnce()).credited).toBe(0)
    const server = await desk.startServer({ ledger: dying })
    expect((await desk.verify(caller, order, signature, server)).status).toBe(500)
    expect(await desk.balance(caller)).toBe(0n)
    expect(await desk.statusOf(caller, order)).toBe('PENDING')
    await desk.reconciler.runOnce()
    expect((await desk.verify(caller, order, signature)).body.data.verified).toBe(true)
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('row 29: a server that was down past expiry credits before it expires', async () => {
    const paid = await newOrder()
    const unpaid = await newOrder()
    await desk.pay(paid.caller, paid.order, { keys: [] })
    await desk.advance(61 * MINUTE)
    expect(await desk.statusOf(unpaid.caller, unpaid.order)).toBe('PENDING')
    const started = desk.reconcilerOn(desk.db)
    await desk.fault('getSignaturesForAddress', '500', 50)
    await started.runOnce()
    expect(await desk.statusOf(unpaid.caller, unpaid.order)).toBe('PENDING')
    await desk.clearFaults()
    await started.runOnce()
    expect(await desk.statusOf(unpaid.caller, unpaid.order)).toBe('EXPIRED')
    expect(await desk.statusOf(paid.caller, paid.order)).toBe('PAID')
    expect(await desk.balance(paid.caller)).toBe(HALF)
  })

  it('row 20: an expired order that is paid after all is credited as late', async () => {
    const { caller, order } = await newOrder()
    await desk.advance(16 * MINUTE)
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(caller, order)).toBe('EXPIRED')
    const fresh = await desk.rpc.getLatestBlockhash()
    const signature = await desk.pay(caller, { ...order, recentBlockhash: fresh.blockhash })
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    expect((await desk.verify(caller, order, signature)).body.data.late).toBe(true)
  })

  it('row 30: a fresh node without history expires nothing and loses nothing', async () => {
    const { caller, order } = await newOrder()
    await desk.pay(caller, order)
    const empty = await testChain()
    try {
      await desk.advance(16 * MINUTE)
      const fresh = createSolanaRpc({ url: empty.rpcUrl, timeoutMs: 4_000 })
      const elsewhere = desk.reconcilerOn(desk.db, { rpc: fresh })
      expect(await elsewhere.runOnce()).toMatchObject({ isComplete: false, expired: 0 })
      expect(await desk.statusOf(caller, order)).toBe('PENDING')
    } finally {
      await empty.stop()
    }
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(caller, order)).toBe('PAID')
  })

  it('row 38: a credited payment settles when final, and is shown when it vanishes before', async () => {
    const { caller, order } = await newOrder()
    const signature = await desk.pay(caller, order)
    const settled = async () => (await desk.verify(caller, order, signature)).body.data.settled
    expect(await settled()).toBe(false)
    const empty = await testChain()
    try {
      const fresh = createSolanaRpc({ url: empty.rpcUrl, timeoutMs: 4_000 })
      const elsewhere = desk.reconcilerOn(desk.db, { rpc: fresh })
      expect((await elsewhere.runOnce()).missing).toBeGreaterThan(0)
      expect(await desk.unmatchedSignatures()).not.toContain(signature)
      await desk.advance(11 * MINUTE)
      const deposits = await desk.unmatched.listUnmatched({ limit: 1_000 })
      expect(deposits.find((deposit) => deposit.signature === signature)).toMatchObject({
        problem: 'vanished',
      })
    } finally {
      await empty.stop()
    }
    expect((await desk.reconciler.runOnce()).settled).toBeGreaterThan(0)
    expect(await desk.unmatchedSignatures()).not.toContain(signature)
    expect(await settled()).toBe(true)
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('hands over what a node never shows properly, after many tries, and credits it later', async () => {
    const { caller, order } = await newOrder()
    const signature = await desk.pay(caller, order)
    await desk.finalized()
    const broken = desk.lyingRpc((text) =>
      text.replaceAll(/"postBalances":\[[^\]]*\]/g, '"postBalances":[]'),
    )
    const started = desk.reconcilerOn(desk.db, { rpc: broken })
    for (let round = 0; round < 21; round += 1) {
      expect(await started.runOnce()).toMatchObject({ isComplete: false })
    }
    expect(await desk.unmatchedSignatures()).not.toContain(signature)
    await desk.advance(11 * MINUTE)
    await started.runOnce()
    const deposits = await desk.unmatched.listUnmatched({ limit: 1_000 })
    expect(deposits.find((deposit) => deposit.signature === signature)).toMatchObject({
      received: 0n,
      reason: 'It cannot be read: balances are missing',
    })
    expect((await desk.verify(caller, order, signature)).body.data.verified).toBe(true)
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('continues from its cursor, and skips handled transactions', async () => {
    await desk.finalized()
    await desk.reconciler.runOnce()
    const signature = await stray()
    desk.rpcCalls.length = 0
    await desk.reconcilerOn(desk.db).runOnce()
    const fetched = desk.rpcCalls.join('').match(/getTransaction/g) ?? []
    expect(fetched).toHaveLength(1)
    expect(await desk.unmatchedSignatures()).toContain(signature)
  })

  it('pays no attention to what the treasury received before the product began', async () => {
    const signatures = await desk.unmatchedSignatures()
    const airdrops = await desk.rpc.getSignaturesForAddress(desk.receiver, { limit: 1_000 })
    expect(signatures).not.toContain(airdrops.at(-1)?.signature)
  })
})

describe("the operator's part", () => {
  const deposit = async (caller: User, order: Order) => {
    const signature = await desk.pay(caller, order, { lamports: HALF - 1n })
    await desk.reconciler.runOnce()
    return signature
  }

  it('credits a deposit once, by the amount received, and shows it in the history', async () => {
    const { caller, order } = await newOrder()
    const signature = await deposit(caller, order)
    const listed = (await desk.unmatched.listUnmatched({ limit: 1_000 })).find(
      (each) => each.signature === signature,
    )
    expect(listed).toMatchObject({ received: HALF - 1n, userId: caller.id })
    const resolve = () =>
      desk.unmatched.resolveUnmatched({
        signature,
        note: 'one lamport short',
        action: { kind: 'credit', userId: caller.id },
      })
    const [first, second] = await Promise.all([resolve(), resolve()])
    expect([first, second].filter(({ ok }) => ok)).toHaveLength(1)
    expect(await resolve()).toEqual({ ok: false, reason: 'already_resolved' })
    expect(await desk.balance(caller)).toBe(HALF - 1n)
    const { body } = await desk.call<{ data: unknown[] }>(caller, 'GET', 'recharge-history')
    expect(body.data[0]).toMatchObject({
      status: 'PAID',
      amount: 0.499999999,
      transaction_signature: signature,
    })
    expect((await desk.verify(caller, order, signature)).body.errors).toHaveProperty('signature')
    expect(await desk.balance(caller)).toBe(HALF - 1n)
  })

  it('notes a refund, after which the deposit pays nothing', async () => {
    const { caller, order } = await newOrder()
    const signature = await deposit(caller, order)
    const action = { kind: 'refunded', refundSignature: '5'.repeat(88) } as const
    const resolved = await desk.unmatched.resolveUnmatched({ signature, note: 'sent back', action })
    expect(resolved.ok).toBe(true)
    expect(await desk.unmatchedSignatures()).not.toContain(signature)
    const { body } = await desk.verify(caller, order, signature)
    expect(body.errors).toEqual({ signature: 'This payment was refunded' })
    expect(await desk.balance(caller)).toBe(0n)
  })

  it('finds no deposit for an unknown signature', async () => {
    const request = {
      signature: 'unknown',
      note: '',
      action: { kind: 'credit', userId: Keypair.generate().publicKey.toBase58() },
    } as const
    expect(await desk.unmatched.resolveUnmatched(request)).toEqual({
      ok: false,
      reason: 'not_found',
    })
  })
})

describe('the loop', () => {
  it('stops while a round is under way and starts again', async () => {
    const other: Reconciler = desk.reconcilerOn(desk.db)
    other.start()
    await other.stop()
    other.start()
    await other.stop()
    const { caller, order } = await newOrder()
    await desk.pay(caller, order)
    await other.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('row 57: leaves a ledger that balances', async () => {
    expect(await desk.violations()).toEqual([])
  })
})
