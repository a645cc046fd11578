import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentDesk, POINT, SOL, type Order, type User } from './payment-desk.ts'
import { transferOf } from './raw-transactions.ts'

let caller: User

const desk = await paymentDesk()
beforeEach(async () => {
  caller = await desk.user()
})
afterAll(() => desk.close())

const create = (body: Record<string, unknown>, key?: string) =>
  desk.call<{ data: Order; code?: string }>(caller, 'POST', 'create-payment', {
    body: { amount_lamports: 5e8, payer_wallet: desk.addressOf(caller), ...body },
    ...(key === undefined ? {} : { key }),
  })
const signature = (seed: number) => bs58.encode(new Uint8Array(64).fill(seed))

describe('create-payment', () => {
  it('answers everything that a wallet needs', async () => {
    const { status, body } = await create({})
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: expect.any(String),
      data: {
        receiver: desk.receiver,
        amount_lamports: 5e8,
        currency: 'SOL',
        network: 'localnet',
      },
    })
    const { data } = body
    expect(bs58.decode(data.recentBlockhash)).toHaveLength(32)
    expect(bs58.decode(data.reference)).toHaveLength(32)
    expect(data.last_valid_block_height).toBeGreaterThan(0)
    expect(Date.parse(data.expires_at) - desk.now()).toBeGreaterThan(14 * 60_000)
    expect(data.payment_id).not.toBe(data.order_id)
  })

  it.each([
    ['zero', 0],
    ['a negative amount', -1e7],
    ['less than a POINT', 9_999_999],
    ['a fraction', 10_000_000.5],
    ['1e30', 1e30],
    ['more than 2^53', 2 ** 53 + 2],
    ['more than the maximum', 1e12 + 1],
    ['text', '10000000'],
    ['text with an exponent', '1e7'],
    ['null', null],
    ['a list', [10_000_000]],
    ['an object', {}],
    ['true', true],
  ])('row 33: refuses %s without asking the chain', async (_, amount) => {
    desk.rpcCalls.length = 0
    expect(await create({ amount_lamports: amount })).toMatchObject({
      status: 400,
      body: { success: false, status: 'error', code: 'INVALID_AMOUNT', data: null },
    })
    expect(desk.rpcCalls).toEqual([])
  })

  it.each([10_000_000, 10_000_001, 1e12])(
    'row 33: takes %d lamports to the lamport',
    async (amount) => {
      expect(await create({ amount_lamports: amount })).toMatchObject({
        status: 200,
        body: { data: { amount_lamports: amount } },
      })
    },
  )

  it.each([
    ['null', null],
    ['a number', 7],
    ['a list', [Keypair.generate().publicKey.toBase58()]],
    ['31 bytes', bs58.encode(new Uint8Array(31).fill(9))],
    ['33 bytes', bs58.encode(new Uint8Array(33).fill(9))],
    ['foreign letters', '0OIl'.repeat(11)],
    ['spaces around', ` ${Keypair.generate().publicKey.toBase58()}`],
    ['the system program', '1'.repeat(32)],
    ['10 kB', 'A'.repeat(10_240)],
  ])('row 51: refuses %s as payer without asking the chain', async (_, payer) => {
    desk.rpcCalls.length = 0
    expect(await create({ payer_wallet: payer })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ADDRESS' },
    })
    expect(desk.rpcCalls).toEqual([])
  })

  it.each(['mainnet-beta', 'devnet', '', 7, null])(
    'row 31: refuses network %j, since the server speaks to localnet',
    async (network) => {
      expect(await create({ network })).toMatchObject({
        status: 400,
        body: { code: 'NETWORK_MISMATCH' },
      })
    },
  )

  it('refuses a currency that is not taken', async () => {
    expect(await create({ currency: 'TOKEN' })).toMatchObject({ status: 400 })
    expect(await create({ currency: 'EUR' })).toMatchObject({ status: 400 })
    expect(await create({ currency: 'SOL', network: 'localnet' })).toMatchObject({ status: 200 })
  })

  it('row 34: takes no receiver or status from the caller', async () => {
    const { body } = await create({ receiver: desk.addressOf(caller), status: 'PAID' })
    expect(body.data.receiver).toBe(desk.receiver)
    expect(await desk.statusOf(caller, body.data)).toBe('PENDING')
  })

  it('row 35: returns the same open order to repeated and simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({})))
    answers.push(await create({}))
    expect(new Set(answers.map(({ body }) => body.data.payment_id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.data.reference)).size).toBe(1)
    const other = await create({ amount_lamports: 5e8 + 1 })
    const stranger = await create({ payer_wallet: Keypair.generate().publicKey.toBase58() })
    const ids = [answers[0]!, other, stranger].map(({ body }) => body.data.payment_id)
    expect(new Set(ids).size).toBe(3)
  })

  it('row 35: answers an Idempotency-Key with its first answer, and another body with 409', async () => {
    const [first, again] = await Promise.all([create({}, 'key-1'), create({}, 'key-1')])
    expect(again.body).toEqual(first.body)
    expect((await create({}, 'key-1')).body).toEqual(first.body)
    expect(await create({ amount_lamports: 6e8 }, 'key-1')).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_CONFLICT' },
    })
    expect((await create({}, 'key-2')).body.data.payment_id).toBe(first.body.data.payment_id)
  })

  it('row 36: returns a fresh blockhash for the same order once the old one has expired', async () => {
    const { data: order } = (await create({})).body
    await desk.finalized()
    for (let warp = 0; warp < 5; warp += 1) await desk.finalized()
    await expect(desk.pay(caller, order)).rejects.toThrow(/[Bb]lockhash/)
    const { data: fresh } = (await create({})).body
    expect(fresh.payment_id).toBe(order.payment_id)
    expect(fresh.recentBlockhash).not.toBe(order.recentBlockhash)
    const paid = await desk.pay(caller, fresh)
    expect((await desk.verify(caller, order, paid)).body.data.verified).toBe(true)
  })

  it('says that the network cannot be reached, and opens nothing', async () => {
    await desk.fault('getLatestBlockhash', '500', 10)
    expect(await create({})).toMatchObject({ status: 503, body: { code: 'CHAIN_UNAVAILABLE' } })
    await desk.clearFaults()
    const { body } = await desk.call<{ meta: { total: number } }>(caller, 'GET', 'recharge-history')
    expect(body.meta.total).toBe(0)
  })

  it('refuses a body without its fields', async () => {
    for (const body of [{}, { amount_lamports: 1e7 }, [], 'text', 7]) {
      expect(await desk.call(caller, 'POST', 'create-payment', { body })).toMatchObject({
        status: 400,
      })
      expect(await desk.call(caller, 'POST', 'verify-payment', { body })).toMatchObject({
        status: 400,
      })
    }
  })

  it('needs a signed-in caller', async () => {
    expect(
      await desk.server.call('POST', '/web3/solana/create-payment', { body: {} }),
    ).toMatchObject({
      status: 401,
    })
  })
})

describe('verify-payment', () => {
  it.each([
    ['null', null],
    ['a number', 5],
    ['a list', [signature(1)]],
    ['an address', Keypair.generate().publicKey.toBase58()],
    ['63 bytes', bs58.encode(new Uint8Array(63).fill(9))],
    ['65 bytes', bs58.encode(new Uint8Array(65).fill(9))],
    ['no base58', '0'.repeat(88)],
    ['10 kB', '2'.repeat(10_240)],
  ])('row 23: refuses %s as signature without asking the chain', async (_, text) => {
    const order = await desk.createOrder(caller)
    desk.rpcCalls.length = 0
    expect(await desk.verify(caller, order, text)).toMatchObject({
      status: 400,
      body: { success: false, code: 'INVALID_SIGNATURE' },
    })
    expect(desk.rpcCalls).toEqual([])
  })

  it('row 22: is pending without error for 20 polls of an unknown signature', async () => {
    const order = await desk.createOrder(caller)
    for (let poll = 0; poll < 20; poll += 1) {
      const { status, body } = await desk.verify(caller, order, signature(7))
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: true, data: { verified: false, status: 'PENDING' } })
      expect(body).not.toHaveProperty('errors')
    }
  })

  it('row 24: verifies once the node knows the transaction', async () => {
    const order = await desk.createOrder(caller)
    const paid = await desk.pay(caller, order)
    await desk.fault('getTransaction', 'null', 2)
    const answers = []
    for (let poll = 0; poll < 3; poll += 1) answers.push(await desk.verify(caller, order, paid))
    expect(answers.map(({ body }) => body.data.verified)).toEqual([false, false, true])
    expect(await desk.balance(caller)).toBe(SOL / 2n)
  })

  it.each(['429', '500', 'error', 'hang'])(
    'row 25: is pending within 5 s when the node answers %s',
    async (mode) => {
      const order = await desk.createOrder(caller)
      const paid = await desk.pay(caller, order)
      await desk.fault('getTransaction', mode)
      const startedAt = performance.now()
      const { status, body } = await desk.verify(caller, order, paid)
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: true, data: { verified: false } })
      expect(body).not.toHaveProperty('errors')
      await desk.clearFaults()
      expect((await desk.verify(caller, order, paid)).body.data.verified).toBe(true)
      expect(await desk.balance(caller)).toBe(SOL / 2n)
    },
  )

  it('row 31: refuses another network', async () => {
    const order = await desk.createOrder(caller)
    const body = { ...order, transaction_signature: signature(1), network: 'devnet' }
    expect(await desk.call(caller, 'POST', 'verify-payment', { body })).toMatchObject({
      status: 400,
      body: { code: 'NETWORK_MISMATCH' },
    })
  })

  it('row 32: finds no payment under mixed, foreign, unknown or malformed ids', async () => {
    const order = await desk.createOrder(caller)
    const second = await desk.createOrder(caller, SOL)
    const stranger = await desk.user()
    const mixed = { ...order, order_id: second.order_id }
    const swapped = { ...order, payment_id: order.order_id, order_id: order.payment_id }
    const attempts = await Promise.all([
      desk.verify(caller, mixed, signature(1)),
      desk.verify(caller, swapped, signature(1)),
      desk.verify(stranger, order, signature(1)),
      desk.verify(caller, { ...order, payment_id: 'x' }, signature(1)),
      desk.verify(caller, { ...order, order_id: "' or 1=1" }, signature(1)),
    ])
    for (const answer of attempts) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'PAYMENT_NOT_FOUND' } })
    }
    const missing = { order_id: order.order_id, transaction_signature: signature(1) }
    expect(await desk.call(caller, 'POST', 'verify-payment', { body: missing })).toMatchObject({
      status: 400,
    })
  })

  it('row 37: calls it safe to pay again only when no transaction can land any more', async () => {
    const order = await desk.createOrder(caller)
    const lost = signature(11)
    expect((await desk.verify(caller, order, lost)).body.data.can_pay_again).toBe(false)
    for (let warp = 0; warp < 4; warp += 1) await desk.finalized()
    expect((await desk.verify(caller, order, lost)).body.data.can_pay_again).toBe(false)
    for (let warp = 0; warp < 3; warp += 1) await desk.finalized()
    const { body } = await desk.verify(caller, order, lost)
    expect(body).toMatchObject({ success: true, data: { verified: false, can_pay_again: true } })
  })

  it('binds an Idempotency-Key to its request but not to a pending answer', async () => {
    const order = await desk.createOrder(caller)
    const paid = await desk.pay(caller, order)
    const ask = (text: string) =>
      desk.call<{ data: { verified: boolean } }>(caller, 'POST', 'verify-payment', {
        body: { ...order, transaction_signature: text },
        key: 'verify-1',
      })
    await desk.fault('getTransaction', 'null')
    expect((await ask(paid)).body.data.verified).toBe(false)
    expect((await ask(paid)).body.data.verified).toBe(true)
    expect(await ask(signature(5))).toMatchObject({ status: 409 })
  })

  it('row 45: is pending if the node returns another transaction or part of one', async () => {
    const order = await desk.createOrder(caller)
    const paid = await desk.pay(caller, order)
    const other = await desk.send([transferOf(desk.addressOf(caller), desk.receiver, 1n)], {
      feePayer: caller.wallet,
    })
    const lies = {
      'another transaction': (text: string) => text.replaceAll(paid, other),
      'no balances': (text: string) =>
        text.replace(/"postBalances":\[[^\]]*\]/, '"postBalances":[]'),
      'no JSON': (text: string) => text.slice(0, -40),
    }
    for (const [lie, change] of Object.entries(lies)) {
      const at = await desk.startServer({ rpc: desk.lyingRpc(change) })
      const { status, body } = await desk.verify(caller, order, paid, at)
      expect({ lie, status, verified: body.data.verified, errors: body.errors }).toEqual({
        lie,
        status: 200,
        verified: false,
        errors: undefined,
      })
    }
    expect(await desk.balance(caller)).toBe(0n)
  })
})

describe('cancel-payment', () => {
  it("cancels the caller's own pending order only", async () => {
    const order = await desk.createOrder(caller)
    const stranger = await desk.user()
    const cancel = (who: User, id: unknown) =>
      desk.call(who, 'POST', 'cancel-payment', { body: { payment_id: id } })
    expect(await cancel(stranger, order.payment_id)).toMatchObject({ status: 404 })
    expect(await cancel(caller, 'nothing')).toMatchObject({ status: 404 })
    expect(await cancel(caller, order.payment_id)).toMatchObject({
      status: 200,
      body: { success: true, data: { payment_id: order.payment_id, status: 'CANCELLED' } },
    })
    expect(await desk.statusOf(caller, order)).toBe('CANCELLED')
    const next = await desk.createOrder(caller)
    expect(next.payment_id).not.toBe(order.payment_id)
  })
})

describe('balance', () => {
  const read = (query: string) =>
    desk.call<Record<string, unknown>>(caller, 'GET', `balance${query}`)

  it("returns the caller's balance and that of any wallet in SOL", async () => {
    const order = await desk.createOrder(caller, 12_345_678_901n)
    await desk.verify(caller, order, await desk.pay(caller, order))
    const { status, body } = await read(`?wallet_address=${desk.receiver}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      user_sol_balance: 12.345678901,
      usdValue: null,
    })
    expect(body.wallet_balance).toBe(Number(await desk.rpc.getBalance(desk.receiver)) / 1e9)
    expect(Date.parse(String(body.lastUpdated))).toBeGreaterThan(0)
    const fresh = Keypair.generate().publicKey.toBase58()
    expect((await read(`?wallet_address=${fresh}`)).body.wallet_balance).toBe(0)
  })

  it('keeps the balance in the product right while the chain is down', async () => {
    await desk.fault('getBalance', '500', 5)
    expect(await read(`?wallet_address=${desk.addressOf(caller)}`)).toMatchObject({
      status: 200,
      body: { wallet_balance: null, user_sol_balance: 0 },
    })
    await desk.clearFaults()
    expect((await read('')).body).toMatchObject({ wallet_balance: null, user_sol_balance: 0 })
  })

  it('refuses a malformed address', async () => {
    expect(await read('?wallet_address=nonsense')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ADDRESS' },
    })
    expect(await read('?wallet_address=')).toMatchObject({ status: 400 })
  })

  it('values the balance when a price is known, and does without a broken source', async () => {
    await desk.ledger.credit(desk.db, {
      userId: caller.id,
      kind: 'topup',
      lamports: 2n * SOL + POINT / 2n,
      idempotencyKey: 'gift',
    })
    const priced = await desk.startServer({ price: async () => 150 })
    const broken = await desk.startServer({ price: () => Promise.reject(new Error('no source')) })
    const at = (server: typeof priced) => desk.call(caller, 'GET', 'balance', { at: server })
    expect((await at(priced)).body).toMatchObject({ usdValue: 300.75 })
    expect((await at(broken)).body).toMatchObject({ usdValue: null, user_sol_balance: 2.005 })
  })
})
