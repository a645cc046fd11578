import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import { paymentDesk, POINT, type Order } from './payment-desk.ts'

const desk = await paymentDesk()
afterAll(() => desk.close())

/** Orders of the user like this one, due for a look since an hour. */
const flood = (order: Order, count: number) =>
  desk.db.query(
    `insert into payment_order (id, order_id, order_number, user_id, network, receiver, payer_wallet, payer_linked,
       currency, amount_lamports, reference, status, created_slot, last_valid_block_height, created_at, expires_at,
       watch_at)
     select gen_random_uuid(), gen_random_uuid(), order_number || '-' || n, user_id, network, receiver, payer_wallet,
       payer_linked, currency, amount_lamports + n, reference || n, 'CANCELLED', created_slot, last_valid_block_height,
       created_at, expires_at, now() - interval '1 hour'
     from payment_order, generate_series(1, $2::int) n where id = $1`,
    [order.payment_id, count],
  )

describe('orders of one user', () => {
  it('are capped while they wait for payment, also for requests at once; the same order still comes back', async () => {
    const server = await desk.startServer({ caps: { ...DEFAULT_LIMITS, openOrders: 5 } })
    const user = await desk.user()
    const order = (points: number) =>
      server.call<{ data: Order; message: string }>('POST', '/web3/solana/create-payment', {
        token: user.token,
        body: { amount_lamports: Number(POINT) * points, payer_wallet: desk.addressOf(user) },
      })
    const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => order(i + 1)))
    const opened = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([opened.length, refused.length]).toEqual([5, 10])
    expect(refused[0]?.body.message).toBe(
      'You have 5 unpaid orders. Pay or cancel one, or try again in 15 minutes.',
    )
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(800)
    const again = await order((opened[0]?.body.data.amount_lamports ?? 0) / Number(POINT))
    expect(again.body.data.payment_id).toBe(opened[0]?.body.data.payment_id)
    await server.call('POST', '/web3/solana/cancel-payment', {
      token: user.token,
      body: { payment_id: opened[0]?.body.data.payment_id },
    })
    expect((await order(20)).status).toBe(200)
  })

  it("do not stop the reconciler from finding another user's order", async () => {
    const busy = await desk.user()
    await flood(await desk.createOrder(busy, POINT), 1_500)
    const other = await desk.user()
    const order = await desk.createOrder(other, POINT)
    desk.rpcCalls.length = 0
    await desk.reconciler.runOnce()
    expect(desk.rpcCalls.some((text) => text.includes(order.reference))).toBe(true)
  })

  it('are looked up more rarely the older they are', async () => {
    const user = await desk.user()
    const order = await desk.createOrder(user, 2n * POINT)
    await desk.db.query(
      `update payment_order set created_at = now() - interval '10 hours', expires_at = now() - interval '9 hours',
         watch_at = now() - interval '2 hours' where id = $1`,
      [order.payment_id],
    )
    await desk.reconciler.runOnce()
    const [row] = await desk.db.query<{ minutes: number }>(
      `select extract(epoch from watch_at - now())::float8 / 60 as minutes from payment_order where id = $1`,
      [order.payment_id],
    )
    expect(row?.minutes).toBeGreaterThan(10)
    expect(row?.minutes).toBeLessThan(14)
  })
})
