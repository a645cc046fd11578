import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { checkPayments, MAX_VIOLATIONS } from '#server/modules/payments/audit/payment-check.ts'
import { paymentDesk, SOL } from '#tests/server/modules/payments/payment-desk.ts'

const CREDITED = 'a user was credited the sum of the payments verified on the chain'
const STANDS = 'a credited payment stands for one standing top-up of its user, of the same amount'
const TOPUP = 'a standing top-up stands for one credited payment'
const PAID = 'an order is PAID exactly by one credited payment, of the same transaction and amount'

const desk = await paymentDesk()
const owner = await openDatabase({ url: desk.database.ownerUrl, poolSize: 1 })
afterEach(() =>
  tamper('truncate payment_order, payment_receipt, transfer, account, consumption cascade'),
)
afterAll(async () => {
  await owner.close()
  await desk.close()
})

/** Past triggers, foreign keys and checks: what a restored backup or a hand at the database could do. */
const tamper = async (statement: string, params: unknown[] = []) => {
  await owner.query('set session_replication_role = replica')
  await owner.query(statement, params)
  await owner.query('set session_replication_role = origin')
}

async function paid() {
  const caller = await desk.user()
  const order = await desk.createOrder(caller, SOL)
  const signature = await desk.pay(caller, order)
  await desk.verify(caller, order, signature)
  await desk.pay(caller, await desk.createOrder(caller, 2n * SOL), { lamports: SOL - 1n })
  await desk.reconciler.runOnce()
  expect(await desk.violations()).toEqual([])
  return { caller, order, signature }
}

const broken = async () => (await checkPayments(desk.db)).map(({ invariant }) => invariant)

describe('the invariants between payments and the ledger', () => {
  it('hold after a payment and a deposit', async () => {
    await paid()
    expect(await desk.unmatched.listUnmatched()).toHaveLength(1)
  })

  it('find a top-up without a payment', async () => {
    const { caller } = await paid()
    await desk.ledger.credit(desk.db, {
      userId: caller.id,
      kind: 'topup',
      lamports: 5n,
      idempotencyKey: 'by hand',
    })
    expect(await broken()).toEqual([CREDITED, TOPUP])
  })

  it('find a removed top-up', async () => {
    const { caller } = await paid()
    await tamper(`delete from transfer where user_id = $1 and kind = 'topup'`, [caller.id])
    expect(await broken()).toEqual([CREDITED, STANDS])
  })

  it('find a payment with a changed amount', async () => {
    const { signature } = await paid()
    await tamper(
      'update payment_receipt set credited_lamports = credited_lamports + 1 where signature = $1',
      [signature],
    )
    expect(await broken()).toEqual([CREDITED, STANDS, PAID])
  })

  it('find an order that is PAID without a payment, and a payment of an unpaid order', async () => {
    const { order } = await paid()
    await tamper(
      `update payment_receipt set state = 'REVERSED', reversed_at = now() where payment_id = $1`,
      [order.payment_id],
    )
    expect(await broken()).toEqual([CREDITED, TOPUP, PAID])
    await tamper(`update payment_receipt set state = 'CREDITED' where payment_id = $1`, [
      order.payment_id,
    ])
    await tamper(
      `update payment_order set status = 'EXPIRED', credited_lamports = null, transaction_signature = null,
         paid_at = null
       where id = $1`,
      [order.payment_id],
    )
    expect(await broken()).toEqual([PAID])
  })

  it('name at most 1,000 faults each', async () => {
    await tamper(
      `insert into transfer
         (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash)
       select gen_random_uuid(), id, 'topup', '00000000-0000-7000-8000-000000000001', id, 5, 5, id::text, 'x'
       from (select gen_random_uuid() as id from generate_series(1, $1::int)) users`,
      [MAX_VIOLATIONS + 1],
    )
    const found = await broken()
    expect(found.filter((each) => each === CREDITED)).toHaveLength(MAX_VIOLATIONS)
    expect(found.filter((each) => each === TOPUP)).toHaveLength(MAX_VIOLATIONS)
  })
})
