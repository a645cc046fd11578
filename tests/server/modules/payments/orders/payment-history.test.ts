import { afterAll, describe, expect, it } from 'vitest'
import { checkPayments } from '#server/modules/payments/audit/payment-check.ts'
import { SYSTEM_ACCOUNTS } from '#server/modules/ledger/ledger-accounts.ts'
import {
  paymentDesk,
  POINT,
  SOL,
  type PaymentDesk,
  type User,
} from '#tests/server/modules/payments/payment-desk.ts'

type Listed = {
  data: Record<string, unknown>[]
  meta: { offset: number; limit: number; total: number; has_more: boolean }
}

const desk = await paymentDesk()
const caller = await desk.user()
afterAll(() => desk.close())

const list = (who: User, path: string) => desk.call<Listed>(who, 'GET', path)

describe('recharge-history', () => {
  it('lists orders newest first with amounts in SOL', async () => {
    const oldest = await desk.createOrder(caller, 10_000_001n)
    const paid = await desk.createOrder(caller, SOL / 2n)
    const signature = await desk.pay(caller, paid)
    await desk.verify(caller, paid, signature)
    const newest = await desk.createOrder(caller, 3n * SOL)
    const { status, body } = await list(caller, 'recharge-history')
    expect(status).toBe(200)
    expect(body.data.map(({ order_id: id, amount, status: state }) => [id, amount, state])).toEqual(
      [
        [newest.order_id, 3, 'PENDING'],
        [paid.order_id, 0.5, 'PAID'],
        [oldest.order_id, 0.010000001, 'PENDING'],
      ],
    )
    expect(body.data[1]).toMatchObject({
      transaction_signature: signature,
      order_number: expect.stringMatching(/^R\d{6}-[0-9A-Z]{8}$/),
    })
    expect(Date.parse(String(body.data[1]!.created_at))).toBeGreaterThan(0)
    expect(body.data[0]).not.toHaveProperty('transaction_signature')
    expect(body.meta).toEqual({ offset: 0, limit: 10, total: 3, has_more: false })
  })

  it('shows what was received for an overpaid order', async () => {
    const user = await desk.user()
    const order = await desk.createOrder(user, SOL)
    await desk.verify(user, order, await desk.pay(user, order, { lamports: SOL + POINT }))
    expect((await list(user, 'recharge-history')).body.data[0]).toMatchObject({ amount: 1.01 })
  })

  it('pages without gap or repetition, and never shows what is not the caller’s', async () => {
    const user = await desk.user()
    const created: string[] = []
    for (let index = 0; index < 7; index += 1) {
      created.unshift((await desk.createOrder(user, SOL + BigInt(index))).order_id)
    }
    const seen: unknown[] = []
    for (let offset = 0, hasMore = true; hasMore; offset += 3) {
      const { body } = await list(user, `recharge-history?offset=${offset}&limit=3`)
      seen.push(...body.data.map(({ order_id: id }) => id))
      hasMore = body.meta.has_more
      expect(body.meta).toMatchObject({ offset, limit: 3, total: 7 })
    }
    expect(seen).toEqual(created)
    expect((await list(user, 'recharge-history?offset=100')).body).toMatchObject({
      data: [],
      meta: { total: 7, has_more: false },
    })
  })
})

describe('balance-changes', () => {
  it('explains every change with the balance after it, newest first', async () => {
    const user = await desk.user()
    await desk.ledger.grantWelcome(desk.db, user.id, 10n * POINT)
    const order = await desk.createOrder(user, SOL / 2n)
    await desk.verify(user, order, await desk.pay(user, order))
    const charged = await desk.ledger.charge({
      userId: user.id,
      lamports: POINT,
      idempotencyKey: 'run-1',
      requestHash: 'run-1',
      consumption: { type: 'CA_ANALYSIS', description: 'BONK' },
    })
    if (!charged.ok) throw new Error(charged.reason)
    await desk.ledger.refund({ transferId: charged.transferId, reason: 'No trades found' })
    const credit = { userId: user.id, kind: 'operator', lamports: 5n * POINT } as const
    await desk.ledger.credit(desk.db, { ...credit, idempotencyKey: 'gift', memo: 'Beta tester' })
    const { body } = await list(user, 'balance-changes')
    expect(
      body.data.map(({ kind, points, balance, note, consumption_type: type }) => [
        kind,
        points,
        balance,
        note,
        type,
      ]),
    ).toEqual([
      ['operator', 5, 0.65, 'Beta tester', undefined],
      ['refund', 1, 0.6, 'BONK', 'CA_ANALYSIS'],
      ['charge', -1, 0.59, 'BONK', 'CA_ANALYSIS'],
      ['topup', 50, 0.6, expect.stringMatching(/^Order R\d{6}-/), undefined],
      ['grant', 10, 0.1, 'Welcome points', undefined],
    ])
    expect(body.meta).toEqual({ offset: 0, limit: 10, total: 5, has_more: false })
    expect((await list(caller, 'balance-changes')).body.data).not.toContainEqual(body.data[0])
  })
})

describe('the welcome bonus', () => {
  it('is named beside the orders, and is none of them', async () => {
    const user = await desk.user()
    type WithBonus = Listed & { welcome_bonus: { amount: number; created_at: string } | null }
    const read = async () =>
      (await desk.call<WithBonus>(user, 'GET', 'recharge-history?limit=1')).body
    expect(await read()).toMatchObject({ data: [], welcome_bonus: null })
    await desk.ledger.grantWelcome(desk.db, user.id, 10n * POINT)
    await desk.ledger.grantWelcome(desk.db, user.id, 10n * POINT)
    const { data, meta, welcome_bonus: bonus } = await read()
    expect([data, meta.total]).toEqual([[], 0])
    expect(bonus?.amount).toBe(0.1)
    expect(Date.parse(bonus?.created_at ?? '')).toBeGreaterThan(0)
  })
})

describe('consumption-history', () => {
  const charge = (type: 'CA_ANALYSIS' | 'WALLET_FINDER', idempotencyKey: string) =>
    desk.ledger.charge({
      userId: caller.id,
      lamports: POINT,
      idempotencyKey,
      requestHash: 'hash',
      consumption: { type, description: `Report ${idempotencyKey}`, quantity: 2, featureId: 'f-1' },
    })

  it('lists charges newest first, given-back ones as REFUNDED, by type or all', async () => {
    await charge('CA_ANALYSIS', 'a')
    const second = await charge('WALLET_FINDER', 'b')
    if (!second.ok) throw new Error(second.reason)
    await desk.ledger.refund({ transferId: second.transferId, reason: 'no data' })
    const { body } = await list(caller, 'consumption-history')
    expect(body.data).toMatchObject([
      { consumption_type: 'WALLET_FINDER', status: 'REFUNDED', amount: 0.01, points: 1 },
      {
        consumption_type: 'CA_ANALYSIS',
        status: 'SUCCESS',
        amount: 0.01,
        points: 1,
        description: 'Report a',
        quantity: 2,
        feature_id: 'f-1',
      },
    ])
    expect(body.meta).toEqual({ offset: 0, limit: 10, total: 2, has_more: false })
    const filtered = await list(caller, 'consumption-history?consumption_type=CA_ANALYSIS&limit=1')
    expect(filtered.body.meta).toMatchObject({ total: 1, has_more: false })
    const first = await list(caller, 'consumption-history?limit=1')
    expect(first.body.meta).toMatchObject({ total: 2, has_more: true })
    expect(JSON.stringify(body)).not.toContain('user_id')
  })
})

describe('a list of more than 1,000 rows', () => {
  const ROWS = 1_003
  const orders = `insert into payment_order (id, order_id, order_number, user_id, network, receiver, payer_wallet,
      payer_linked, currency, amount_lamports, reference, status, created_slot, last_valid_block_height, created_at,
      expires_at)
    select gen_random_uuid(), gen_random_uuid(), 'R' || n, $1, 'localnet', 'r', 'p', false, 'SOL', 10000000,
      'many ' || n, 'CANCELLED', 1, 1, now(), now() from generate_series(1, $2::int) n`
  const charges = `with entry as (
      insert into transfer (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash)
      select gen_random_uuid(), $1, 'charge', $1, '${SYSTEM_ACCOUNTS.revenue}', 1, 0, 'many ' || n, 'h'
      from generate_series(1, $2::int) n returning id, user_id)
    insert into consumption (transfer_id, user_id, type, quantity)
    select id, user_id, 'CA_ANALYSIS', 1 from entry`

  it.each([
    ['recharge-history', orders],
    ['consumption-history', charges],
  ])('is counted up to 1,000, and to its end on its last page: %s', async (path, insert) => {
    const heavy = await desk.user()
    await desk.db.query(insert, [heavy.id, ROWS])
    const metaAt = async (offset: number) =>
      (await list(heavy, `${path}?limit=2&offset=${offset}`)).body.meta
    expect(await metaAt(0)).toEqual({ offset: 0, limit: 2, total: 1_000, has_more: true })
    expect(await metaAt(1_000)).toMatchObject({ total: 1_003, has_more: true })
    expect(await metaAt(1_001)).toMatchObject({ total: 1_003, has_more: false })
    expect(await metaAt(5_000)).toMatchObject({ total: 1_000, has_more: false })
  })
})

describe.each(['recharge-history', 'consumption-history'])('%s', (path) => {
  it.each(['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=x', 'offset=-1', 'offset=0.5'])(
    'refuses %s',
    async (query) => {
      expect(await list(caller, `${path}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      })
    },
  )

  it('takes the whole range of limits', async () => {
    for (const limit of [1, 100]) {
      expect((await list(caller, `${path}?limit=${limit}`)).body.meta.limit).toBe(limit)
    }
  })
})

it('refuses an unknown consumption type', async () => {
  for (const type of ['NONSENSE', 'ca_analysis', '']) {
    expect(await list(caller, `consumption-history?consumption_type=${type}`)).toMatchObject({
      status: 400,
    })
  }
})

describe('an order that any wallet may pay', () => {
  const open = async (user: User) => {
    const body = { amount_lamports: Number(SOL / 2n), any_payer: true }
    const answer = await desk.call<{ data: Awaited<ReturnType<PaymentDesk['createOrder']>> }>(
      user,
      'POST',
      'create-payment',
      { body },
    )
    expect(answer.status).toBe(200)
    return answer.body.data
  }

  it('is paid by a stranger’s transfer with its reference, found without any client', async () => {
    const user = await desk.user()
    const phone = await desk.user()
    const order = await open(user)
    expect((await open(user)).payment_id).toBe(order.payment_id)
    await desk.pay(phone, order)
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(user, order)).toBe('PAID')
    expect(await desk.balance(user)).toBe(SOL / 2n)
    expect(await desk.balance(phone)).toBe(0n)
    expect(await checkPayments(desk.db)).toEqual([])
  })

  it('is not paid without its reference', async () => {
    const user = await desk.user()
    const order = await open(user)
    const signature = await desk.pay(user, order, { keys: [] })
    const { body } = await desk.verify(user, order, signature)
    expect(body.errors).toHaveProperty('reference')
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(user, order)).toBe('PENDING')
    expect(await desk.balance(user)).toBe(0n)
  })

  it('does not take the system program for a named payer', async () => {
    const body = {
      amount_lamports: Number(SOL),
      payer_wallet: '11111111111111111111111111111111',
    }
    expect((await desk.call(caller, 'POST', 'create-payment', { body })).status).toBe(400)
  })
})
