import { Keypair } from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import {
  writeConsumptionStatement,
  writeRechargeStatement,
} from '#server/modules/payments/orders/statement.ts'
import { loadPaymentToken } from '#server/modules/payments/orders/payment-token.ts'
import { createDemoToken, grantDemoToken } from '#server/boot/chain/prepare-localnet.ts'
import {
  paymentDesk,
  POINT,
  SOL,
  type Order,
  type User,
} from '#tests/server/modules/payments/payment-desk.ts'

const SEED = 'a seed of the tests'
const RAW_PER_POINT = 2_500_000n

const desk = await paymentDesk()
const caller = await desk.user()
const { rpcUrl } = desk.chain
const { mint } = await createDemoToken({ rpcUrl, authoritySeed: SEED })
const rate = { mint, rawPerPoint: RAW_PER_POINT, receiver: desk.receiver }
const loaded = await loadPaymentToken(desk.rpc, rate)
if (!loaded.ok) throw new Error(loaded.reason)
const token = loaded.token
const server = await desk.startServer({
  token,
  faucet: ({ owner, rawAmount }) =>
    grantDemoToken({ rpcUrl, authoritySeed: SEED, owner, rawAmount }),
})
afterAll(() => desk.close())

const csvOf = async (who: User, query: string) => {
  const { status, headers, text } = await desk.call(who, 'GET', `statement.csv?${query}`)
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  return { status, headers, head, lines }
}

describe('recharge history in two currencies', () => {
  it('names the currency and the exact amount of tokens', async () => {
    const user = await desk.user()
    await desk.createOrder(user, SOL)
    const body = { amount_lamports: 10_000_001, payer_wallet: desk.addressOf(user) }
    const { body: answer } = await desk.call<{ data: Order }>(user, 'POST', 'create-payment', {
      body: { ...body, currency: 'TOKEN' },
      at: server,
    })
    expect(answer.data.token).toMatchObject({ raw_amount: '2500001', decimals: 6 })
    const list = await desk.call<{ data: object[] }>(user, 'GET', 'recharge-history')
    expect(list.body.data).toMatchObject([
      {
        currency: 'TOKEN',
        amount: 0.010000001,
        token_amount: '2.500001',
        token_mint: token.mint,
        settlement: null,
      },
      { currency: 'SOL', amount: 1, settlement: null },
    ])
    expect(list.body.data[1]).not.toHaveProperty('token_amount')
  })

  it('says how far a payment is from being final', async () => {
    const user = await desk.user()
    const order = await desk.createOrder(user, SOL)
    await desk.verify(user, order, await desk.pay(user, order))
    const settlement = async () =>
      (await desk.call<{ data: { settlement: string }[] }>(user, 'GET', 'recharge-history')).body
        .data[0]?.settlement
    expect(await settlement()).toBe('confirmed')
    await desk.finalized()
    await desk.reconciler.runOnce()
    expect(await settlement()).toBe('settled')
  })
})

describe('statement.csv', () => {
  it('holds every order with exact amounts', async () => {
    const user = await desk.user()
    const order = await desk.createOrder(user, 10_000_001n)
    const signature = await desk.pay(user, order)
    await desk.verify(user, order, signature)
    await desk.createOrder(user, 3n * SOL)
    const { status, headers, head, lines } = await csvOf(user, 'kind=recharge')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/recharge-statement\.csv/)
    const rows = lines.map((line) => {
      const cells = line.split(',')
      return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index]]))
    })
    expect(rows).toMatchObject([
      { status: 'PENDING', amount_sol: '3', currency: 'SOL', transaction_signature: '' },
      {
        order_id: order.order_id,
        status: 'PAID',
        amount_sol: '0.010000001',
        payer_wallet: desk.addressOf(user),
        transaction_signature: signature,
      },
    ])
  })

  it('holds what was spent, by type or all, and no formula', async () => {
    const user = await desk.user()
    await desk.ledger.credit(desk.db, {
      userId: user.id,
      kind: 'topup',
      lamports: SOL,
      idempotencyKey: 'gift',
    })
    for (const type of ['CA_ANALYSIS', 'WALLET_FINDER'] as const) {
      await desk.ledger.charge({
        userId: user.id,
        lamports: POINT,
        idempotencyKey: type,
        requestHash: type,
        consumption: { type, description: '=1+1, "twice"' },
      })
    }
    const all = await csvOf(user, 'kind=consumption')
    expect(all.lines).toHaveLength(2)
    expect(all.lines[0]).toContain(`WALLET_FINDER,SUCCESS,0.01,1,1,"'=1+1, ""twice""",`)
    const some = await csvOf(user, 'kind=consumption&consumption_type=CA_ANALYSIS')
    expect(some.lines).toHaveLength(1)
    expect((await csvOf(caller, 'kind=consumption')).lines).toEqual([])
  })

  it('sends all batches, with the same bytes as in one', async () => {
    const user = await desk.user()
    await desk.db.query(
      `insert into payment_order (id, order_id, order_number, user_id, network, receiver, payer_wallet, payer_linked,
         currency, amount_lamports, reference, status, created_slot, last_valid_block_height, created_at, expires_at,
         token_offer)
       select gen_random_uuid(), gen_random_uuid(), 'N-' || n || '-' || $1, $1::uuid, 'localnet', 'r', 'p', false, 'SOL', n,
         n || $1, 'CANCELLED', 1, 1, date '2026-01-01' + (n / 3) * interval '0.1 ms', now(), ''
       from generate_series(1, 11) n`,
      [user.id],
    )
    const lamports = SOL
    const kind = 'topup' as const
    await desk.ledger.credit(desk.db, { userId: user.id, kind, lamports, idempotencyKey: 'gift' })
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      await desk.ledger.charge({
        userId: user.id,
        lamports: POINT,
        idempotencyKey: key,
        requestHash: key,
        consumption: { type: 'CA_ANALYSIS', description: key },
      })
    }
    const textOf = async (pieces: AsyncIterable<string>) => {
      let text = ''
      for await (const piece of pieces) text += piece
      return text
    }
    const recharge = await desk.call(user, 'GET', 'statement.csv?kind=recharge')
    const spent = await desk.call(user, 'GET', 'statement.csv?kind=consumption')
    expect(recharge.text.trimEnd().split('\r\n')).toHaveLength(12)
    expect(spent.text.trimEnd().split('\r\n')).toHaveLength(6)
    for (const batchRows of [1, 2, 3, 11]) {
      const of = { userId: user.id, batchRows }
      expect(await textOf(writeRechargeStatement(desk.db, of))).toBe(recharge.text)
      const batches = desk.ledger.readConsumptionBatches(of)
      expect(await textOf(writeConsumptionStatement(batches))).toBe(spent.text)
    }
  })

  it.each(['', 'kind=', 'kind=everything', 'kind=consumption&consumption_type=x'])(
    'refuses %j',
    async (query) => {
      expect((await csvOf(caller, query)).status).toBe(400)
    },
  )

  it('needs a signed-in caller', async () => {
    const answer = await desk.server.call('GET', '/web3/solana/statement.csv?kind=recharge')
    expect(answer.status).toBe(401)
  })
})

describe('balance-history', () => {
  type Answer = {
    data: { at: string; balance: number; credited: number; spent: number }[]
    meta: { days: number; step_seconds: number; opening_balance: number }
  }
  const read = (who: User, query = '') => desk.call<Answer>(who, 'GET', `balance-history${query}`)

  it('ends with the balance and adds up', async () => {
    const user = await desk.user()
    const credit = { userId: user.id, kind: 'topup', lamports: SOL, idempotencyKey: 'a' } as const
    await desk.ledger.credit(desk.db, credit)
    const charge = await desk.ledger.charge({
      userId: user.id,
      lamports: 3n * POINT,
      idempotencyKey: 'b',
      requestHash: 'b',
      consumption: { type: 'CA_ANALYSIS' },
    })
    expect(charge.ok).toBe(true)
    const { status, body } = await read(user, '?days=7')
    expect(status).toBe(200)
    expect(body.data).toHaveLength(60)
    expect(body.meta).toMatchObject({ days: 7, step_seconds: 10_080, opening_balance: 0 })
    expect(body.data.at(-1)).toMatchObject({ balance: 0.97, credited: 1, spent: 0.03 })
    expect(body.data.slice(0, -1).every(({ balance }) => balance === 0)).toBe(true)
    const times = body.data.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('tells gifts apart from money in', async () => {
    const user = await desk.user()
    const credit = { userId: user.id, lamports: SOL }
    await desk.ledger.credit(desk.db, { ...credit, kind: 'grant', idempotencyKey: 'gift' })
    await desk.ledger.credit(desk.db, { ...credit, kind: 'topup', idempotencyKey: 'top-up' })
    const { body } = await read(user)
    expect(body.data.at(-1)).toMatchObject({ credited: 2, granted: 1, refunded: 0, spent: 0 })
  })

  it('shows 30 days by default, and nothing for an account without money', async () => {
    const { body } = await read(caller)
    expect(body.meta.days).toBe(30)
    expect(body.data.every(({ balance }) => balance === 0)).toBe(true)
  })

  it.each(['0', '367', '-1', '1.5', 'x', ''])('refuses %j days', async (days) => {
    expect((await read(caller, `?days=${days}`)).status).toBe(400)
  })
})

describe('demo-tokens', () => {
  type Answer = { data: { raw_amount: string; account: string; signature: string | null } }
  const ask = (wallet: unknown, at = server, who = caller) =>
    desk.call<Answer>(who, 'POST', 'demo-tokens', { body: { wallet_address: wallet }, at })

  it('fill a wallet up once, so that it can pay in the token', async () => {
    const first = await ask(desk.addressOf(caller))
    expect(first).toMatchObject({
      status: 200,
      body: { data: { mint: token.mint, raw_amount: '500000000', signature: expect.any(String) } },
    })
    const again = await ask(desk.addressOf(caller))
    expect(again.body.data).toMatchObject({ raw_amount: '500000000', signature: null })
    const account = await desk.rpc.getAccountInfo(first.body.data.account)
    expect(Buffer.from(account?.data ?? []).readBigUInt64LE(64)).toBe(500_000_000n)
  })

  it('refuse an invalid wallet', async () => {
    for (const wallet of [null, 7, 'nonsense', '1'.repeat(32)]) {
      expect(await ask(wallet)).toMatchObject({ status: 400, body: { code: 'INVALID_ADDRESS' } })
    }
  })

  it('do not exist where the chain is not ours', async () => {
    const other = await desk.startServer({ token })
    expect(await ask(desk.addressOf(caller), other)).toMatchObject({ status: 404 })
    expect(await ask(desk.addressOf(caller), desk.server)).toMatchObject({ status: 404 })
  })

  it('are limited for each user', async () => {
    const user = await desk.user()
    const answers = []
    for (let turn = 0; turn < 11; turn += 1) {
      answers.push((await ask(desk.addressOf(user), server, user)).status)
    }
    expect(answers.at(-1)).toBe(429)
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
    const fresh = Keypair.generate().publicKey.toBase58()
    expect((await ask(fresh, server, user)).status).toBe(429)
  })
})
