import { afterAll, describe, expect, it } from 'vitest'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { compareWithChain } from '#server/modules/payments/audit/chain-check.ts'
import type { Reconciler } from '#server/modules/payments/reconcile/reconciler.ts'
import { paymentDesk, POINT } from './payment-desk.ts'
import { transferOf } from './raw-transactions.ts'

const THRESHOLD = 100_000n
/** Signatures that the node of `reconciler` does not know. */
const forgotten = new Set<string>()

const desk = await paymentDesk()
const reconciler = desk.reconcilerOn(desk.db, {
  rpc: desk.forgetfulRpc(forgotten),
  dustBelowLamports: THRESHOLD,
})
const sender = await desk.user()
afterAll(() => desk.close())

const deposit = (lamports: bigint, keys: readonly string[] = []) =>
  desk.send([transferOf(desk.addressOf(sender), desk.receiver, lamports, keys)], {
    feePayer: sender.wallet,
  })

const sums = async () => (await desk.unmatched.sumDust()) ?? { deposits: 0, lamports: 0n }
const compare = () => compareWithChain({ db: desk.db, rpc: desk.rpc, network: 'localnet' })

/** Returns the growth of the sums while `work` runs. */
async function added(work: () => Promise<unknown>) {
  const before = await sums()
  await work()
  const after = await sums()
  return {
    deposits: after.deposits - before.deposits,
    lamports: after.lamports - before.lamports,
  }
}

async function finalRound(by: Reconciler = reconciler) {
  await desk.finalized()
  await by.runOnce()
}

/** A database whose transactions are undone, as by a crash just before their end. */
const crashing = (db: Database): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (tx) => {
      await work(tx)
      throw new Error('the machine lost its power')
    }),
})

describe('deposits below the threshold', () => {
  it('are counted and summed once they are final, without a line for each', async () => {
    const signatures = [await deposit(1n), await deposit(1n), await deposit(THRESHOLD - 1n)]
    const early = await added(() => reconciler.runOnce())
    expect(early).toEqual({ deposits: 0, lamports: 0n })
    expect(await added(() => finalRound())).toEqual({ deposits: 3, lamports: THRESHOLD + 1n })
    const listed = await desk.unmatchedSignatures()
    expect(signatures.filter((signature) => listed.includes(signature))).toEqual([])
    // One row a day, and midnight may fall between the deposits.
    const rows = await desk.db.query(`select 1 from payment_dust`)
    expect(rows.length).toBeLessThanOrEqual(2)
  })

  it('are counted once however often and by however many servers they are seen', async () => {
    const others = [1, 2, 3].map(() => desk.reconcilerOn(desk.db, { dustBelowLamports: THRESHOLD }))
    const counted = await added(async () => {
      for (let index = 0; index < 5; index += 1) await deposit(7n)
      await Promise.all(others.map((other) => other.runOnce()))
      await desk.finalized()
      await Promise.all(others.map((other) => other.runOnce()))
      await Promise.all(others.map((other) => other.runOnce()))
      await finalRound()
    })
    expect(counted).toEqual({ deposits: 5, lamports: 35n })
    expect(await compare()).toMatchObject({ violations: [], waiting: 0 })
  })

  it('are counted once after a crash between the count and the cursor', async () => {
    const crashed = desk.reconcilerOn(crashing(desk.db), { dustBelowLamports: THRESHOLD })
    const counted = await added(async () => {
      await deposit(11n)
      await desk.finalized()
      expect((await crashed.runOnce()).failed).toBeGreaterThan(0)
      expect((await compare()).waiting).toBe(1)
      await finalRound()
    })
    expect(counted).toEqual({ deposits: 1, lamports: 11n })
  })

  it('are counted once when a node lists the slot of the cursor again', async () => {
    const ignorant: SolanaRpc = {
      ...desk.rpc,
      getSignaturesForAddress: (address, options) =>
        desk.rpc.getSignaturesForAddress(address, { ...options, until: undefined }),
    }
    const other = desk.reconcilerOn(desk.db, { rpc: ignorant, dustBelowLamports: THRESHOLD })
    await deposit(13n)
    await finalRound()
    const counted = await added(async () => {
      await other.runOnce()
      await deposit(14n)
      await finalRound(other)
    })
    expect(counted).toEqual({ deposits: 1, lamports: 14n })
  })

  it('leave no row if they vanish before they are final', async () => {
    const signature = await deposit(17n)
    const counted = await added(async () => {
      await reconciler.runOnce()
      forgotten.add(signature)
      await finalRound()
    })
    expect(counted).toEqual({ deposits: 0, lamports: 0n })
    forgotten.clear()
    expect(await added(() => finalRound())).toEqual({ deposits: 1, lamports: 17n })
  })

  it('are kept one by one by a server with a lower threshold, and then not counted', async () => {
    const strict = desk.reconcilerOn(desk.db, { dustBelowLamports: 0n })
    const signature = await deposit(19n)
    await reconciler.runOnce()
    await strict.runOnce()
    expect(await desk.unmatchedSignatures()).toContain(signature)
    expect(await added(() => finalRound())).toEqual({ deposits: 0, lamports: 0n })
    expect(await compare()).toMatchObject({ violations: [], waiting: 0 })
  })
})

describe('what is never dust', () => {
  it('is a deposit at the threshold', async () => {
    const signature = await deposit(THRESHOLD)
    await reconciler.runOnce()
    expect(await desk.unmatchedSignatures()).toContain(signature)
  })

  it('is a deposit that names an unpaid order', async () => {
    const payer = await desk.user()
    const order = await desk.createOrder(payer, POINT)
    const signature = await deposit(1n, [order.reference])
    await reconciler.runOnce()
    expect(await desk.unmatchedSignatures()).toContain(signature)
  })

  it('is a payment of an order, whatever the threshold', async () => {
    const greedy = desk.reconcilerOn(desk.db, { dustBelowLamports: 100n * POINT })
    const payer = await desk.user()
    const order = await desk.createOrder(payer, POINT)
    await desk.pay(payer, order, { keys: [] })
    await greedy.runOnce()
    expect(await desk.statusOf(payer, order)).toBe('PAID')
    expect(await desk.balance(payer)).toBe(POINT)
  })

  it('keeps no receipt of a deposit that was counted before its order became unpaid', async () => {
    const payer = await desk.user()
    const order = await desk.createOrder(payer, POINT)
    const paid = await desk.pay(payer, order)
    await reconciler.runOnce()
    expect(await desk.statusOf(payer, order)).toBe('PAID')
    const small = await deposit(23n, [order.reference])
    expect((await added(() => finalRound())).deposits).toBe(1)
    await deposit(29n)
    await finalRound()
    await desk.db.query(
      `update payment_order set status = 'EXPIRED', paid_at = null, credited_lamports = null,
         transaction_signature = null, watch_at = now() where id = $1`,
      [order.payment_id],
    )
    await reconciler.runOnce()
    expect(await desk.unmatchedSignatures()).not.toContain(small)
    await desk.db.query(
      `update payment_order set status = 'PAID', paid_at = now(), credited_lamports = amount_lamports,
         transaction_signature = $2, watch_at = null where id = $1`,
      [order.payment_id, paid],
    )
  })
})

describe('the comparison with the chain', () => {
  it('confirms every small deposit', async () => {
    await finalRound()
    const compared = await compare()
    expect(compared).toMatchObject({ violations: [], waiting: 0, unknown: new Set() })
    expect(compared.dust).toMatchObject(pick(await sums()))
  })

  it.each([
    ['a lamport too few', 'update payment_dust set lamports = lamports - 1'],
    [
      'a deposit too many',
      'update payment_dust set deposits = deposits + 1, lamports = lamports + 1',
    ],
  ])('finds %s in the sums', async (_title, change) => {
    const kept = await desk.db.query<{ lamports: bigint; deposits: bigint; day: string }>(
      'select lamports, deposits, day::text as day from payment_dust',
    )
    await desk.db.query(change)
    const { violations } = await compare()
    for (const { lamports, deposits, day } of kept) {
      await desk.db.query(
        'update payment_dust set lamports = $1, deposits = $2 where day = $3::date',
        [lamports, deposits, day],
      )
    }
    expect(violations[0]).toMatchObject({ subject: desk.receiver })
  })

  it('finds a deposit that the scan passed without counting it', async () => {
    const signature = await deposit(31n)
    await finalRound()
    await desk.db.query(
      `update payment_dust set deposits = deposits - 1, lamports = lamports - 31, last_slot = last_slot - 1
       where last_slot = (select max(last_slot) from payment_dust)`,
    )
    const { violations } = await compare()
    expect(violations).toMatchObject([{ subject: signature }])
  })
})

const pick = ({ deposits, lamports }: { deposits: number; lamports: bigint }) => ({
  deposits,
  lamports,
})
