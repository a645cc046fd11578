import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { openDatabase } from '#server/db/database.ts'
import { compareWithChain } from '#server/modules/payments/audit/chain-check.ts'
import { paymentDesk, SOL } from '#tests/server/modules/payments/payment-desk.ts'
import { transferOf } from '#tests/server/modules/payments/raw-transactions.ts'

const HALF = SOL / 2n

const desk = await paymentDesk()
const owner = await openDatabase({ url: desk.database.ownerUrl, poolSize: 1 })
afterEach(() => desk.clearFaults())
afterAll(async () => {
  await owner.close()
  await desk.close()
})

const compare = (rpc: SolanaRpc = desk.rpc) =>
  compareWithChain({ db: desk.db, rpc, network: 'localnet' })

/** Changes rows past triggers, keys and checks, gives what the comparison finds, and puts the rows back. */
async function foundAfter(signature: string, change: string) {
  const tables = ['payment_receipt', 'payment_order', 'transfer', 'account']
  await owner.query('set session_replication_role = replica')
  for (const table of tables) await owner.query(`create temp table kept_${table} as table ${table}`)
  try {
    await owner.query(change, [signature])
    return (await compare()).violations
  } finally {
    for (const table of tables) {
      await owner.query(`delete from ${table}`)
      await owner.query(`insert into ${table} select * from kept_${table}`)
      await owner.query(`drop table kept_${table}`)
    }
    await owner.query('set session_replication_role = origin')
  }
}

async function paid() {
  const caller = await desk.user()
  const order = await desk.createOrder(caller, HALF)
  const signature = await desk.pay(caller, order, { lamports: HALF + 3n })
  expect((await desk.verify(caller, order, signature)).body.data.verified).toBe(true)
  return { caller, order, signature }
}

/** A deposit that pays nothing, and which the scan has passed for good. */
async function kept() {
  const caller = await desk.user()
  const signature = await desk.send([transferOf(desk.addressOf(caller), desk.receiver, 77n)], {
    feePayer: caller.wallet,
  })
  await desk.reconciler.runOnce()
  await desk.finalized()
  await desk.reconciler.runOnce()
  await desk.pay(caller, await desk.createOrder(caller, HALF))
  await desk.finalized()
  await desk.reconciler.runOnce()
  return signature
}

describe('the books beside the chain', () => {
  it('row 57: agree after payments and deposits, lamport by lamport', async () => {
    const before = await compare()
    await paid()
    await kept()
    const after = await compare()
    expect(after).toMatchObject({ violations: [], waiting: 0, unknown: new Set() })
    expect(after.payments).toBe(before.payments + 2)
    expect(after.lamports).toBe(before.lamports + 2n * HALF + 3n)
    const [booked] = await desk.db.query<{ lamports: bigint }>(
      `select sum(lamports)::bigint as lamports from transfer where kind = 'topup'`,
    )
    expect(after.lamports).toBe(booked?.lamports)
  })

  it('wait for a payment that no round has seen yet, and for none that failed', async () => {
    const caller = await desk.user()
    const order = await desk.createOrder(caller, HALF)
    await desk.pay(caller, order)
    await desk.send([transferOf(desk.addressOf(caller), desk.receiver, 10n ** 15n)], {
      feePayer: caller.wallet,
      skipPreflight: true,
    })
    expect(await compare()).toMatchObject({ violations: [], waiting: 1 })
    await desk.reconciler.runOnce()
    expect(await compare()).toMatchObject({ violations: [], waiting: 0 })
  })
})

describe('a row that was tampered with', () => {
  it.each([
    [
      'an amount changed in receipt, order, ledger and balance alike',
      `with r as (update payment_receipt set received = received + 5, credited_lamports = credited_lamports + 5
         where signature = $1 returning payment_id, transfer_id),
       o as (update payment_order set credited_lamports = credited_lamports + 5 from r where id = r.payment_id
         returning user_id),
       t as (update transfer set lamports = lamports + 5, balance_after = balance_after + 5 from r
         where id = r.transfer_id)
       update account set balance = balance + 5 from o where account.id = o.user_id`,
      'a payment is booked with what it brought on the chain',
    ],
    [
      'more credited than was received',
      'update payment_receipt set credited_lamports = credited_lamports + 5 where signature = $1',
      'a payment was credited by what it brought on the chain',
    ],
    [
      'a payment that never was',
      `update payment_receipt set signature = repeat('5', 87) where signature = $1`,
      'a credited payment is on the chain',
    ],
  ])('is found: %s', async (_title, change, invariant) => {
    const { signature } = await paid()
    const found = await foundAfter(signature, change)
    expect(found).toContainEqual({
      invariant,
      subject: expect.any(String),
      detail: expect.any(String),
    })
    expect((await compare()).violations).toEqual([])
  })

  it('is found: a deposit taken out of the books', async () => {
    const signature = await kept()
    const found = await foundAfter(signature, 'delete from payment_receipt where signature = $1')
    expect(found).toEqual([
      expect.objectContaining({
        invariant: 'what reached the treasury is booked',
        subject: signature,
      }),
    ])
  })
})

describe('a node that cannot tell', () => {
  it('is no proof: when it is away', async () => {
    await desk.fault('getSignaturesForAddress', 'error', 1_000)
    await expect(compare()).rejects.toThrow(RpcUnavailable)
  })

  it('is no proof: when it lists what it does not give', async () => {
    const { signature } = await paid()
    await desk.fault('getTransaction', 'null', 1_000)
    const { violations, unknown } = await compare()
    expect(violations).toEqual([])
    expect(unknown).toContain(signature)
  })

  it('distinguishes a chain that lost a payment from one with a shorter history', async () => {
    const { signature } = await paid()
    const forgetful = desk.forgetfulRpc(new Set([signature]))
    expect((await compare(forgetful)).violations).toEqual([
      expect.objectContaining({
        invariant: 'a credited payment is on the chain',
        subject: signature,
      }),
    ])
    const young: SolanaRpc = {
      ...forgetful,
      call: (method, params) =>
        method === 'getFirstAvailableBlock' ? desk.rpc.getSlot() : forgetful.call(method, params),
    }
    const { violations, unknown } = await compare(young)
    expect(violations).toEqual([])
    expect(unknown).toEqual(new Set([signature]))
  })
})
