import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { paymentDesk, POINT, SOL, type Order, type PaymentDesk, type User } from './payment-desk.ts'
import { transferOf } from './raw-transactions.ts'

const STEPS = 160
const SEED = 20_261_120

let desk: PaymentDesk

beforeAll(async () => {
  desk = await paymentDesk()
})
afterAll(() => desk.close())

/** Mulberry32: the same seed gives the same story. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Deal = { caller: User; order: Order; signatures: string[] }

it('rows 28, 57: no story of payments, faults and crashes loses or doubles a lamport', async () => {
  const random = randomFrom(SEED)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  let credits = 0
  const crashing: Ledger = {
    ...desk.ledger,
    credit: async (q, credit) => {
      const done = await desk.ledger.credit(q, credit)
      credits += 1
      if (credits % 2 === 1) throw new Error('killed before the commit')
      return done
    },
  }
  const servers = [desk.server, await desk.startServer({ ledger: crashing })]
  const reconcilers = [desk.reconciler, desk.reconcilerOn(desk.db, { ledger: crashing })]
  const users = await Promise.all([true, true, false, false].map((linked) => desk.user({ linked })))
  const deals: Deal[] = []
  const verified = new Map<string, string>()
  const pending: Promise<unknown>[] = []

  const open = async () => {
    const caller = pick(users)
    const lamports = POINT * BigInt(1 + random(3)) + BigInt(random(3))
    deals.push({ caller, order: await desk.createOrder(caller, lamports), signatures: [] })
  }
  const pay = async (deal: Deal) => {
    const { caller, order } = deal
    const lamports = BigInt(order.amount_lamports) + BigInt(pick([0, 0, 0, 0, 0, -1, 5]))
    const payer = random(8) === 0 ? pick(users) : caller
    const keys = pick([[order.reference], [order.reference], [], [pick(deals).order.reference]])
    const transfer = transferOf(desk.addressOf(payer), desk.receiver, lamports, keys)
    // One transaction in ten takes more than there is and fails on the chain.
    const extra =
      random(10) === 0 ? [transferOf(desk.addressOf(payer), desk.receiver, 99n * SOL)] : []
    const self = transferOf(desk.addressOf(payer), desk.addressOf(payer), BigInt(1 + random(1e6)))
    const options = { feePayer: payer.wallet, skipPreflight: true }
    deal.signatures.push(await desk.send([self, transfer, ...extra], options))
  }
  const verify = async ({ caller, order }: Deal, signature: string) => {
    const { status, body } = await desk.verify(caller, order, signature, pick(servers))
    expect([200, 500]).toContain(status)
    if (status !== 200 || !body.data.verified) return
    expect(verified.get(signature) ?? order.order_id).toBe(order.order_id)
    verified.set(signature, order.order_id)
  }

  await open()
  for (let step = 0; step < STEPS; step += 1) {
    const deal = pick(deals.slice(-5))
    const signatures = deals.flatMap((each) => each.signatures)
    const choice = random(20)
    if (choice < 4) await open()
    else if (choice < 10) await pay(deal)
    else if (choice < 15 && signatures.length > 0) {
      const signature =
        random(3) === 0 ? pick(signatures) : (deal.signatures.at(-1) ?? pick(signatures))
      pending.push(...Array.from({ length: 1 + random(3) }, () => verify(deal, signature)))
    } else if (choice < 17) {
      pending.push(
        pick(reconcilers)
          .runOnce()
          .catch((error: unknown) => expect(String(error)).toMatch('killed')),
      )
    } else if (choice === 17) {
      const body = { payment_id: deal.order.payment_id }
      pending.push(desk.call(deal.caller, 'POST', 'cancel-payment', { body }))
    } else if (choice === 18) {
      const method = pick(['getTransaction', 'getSignaturesForAddress', 'getSignatureStatuses'])
      await desk.fault(method, pick(['error', '429', '500', 'null']), 1 + random(3))
    } else if (random(3) === 0) await desk.advance(16 * 60_000)
    if (pending.length > 6) await Promise.all(pending.splice(0))
  }
  await Promise.all(pending)
  await desk.clearFaults()
  expect(await desk.reconciler.runOnce()).toMatchObject({ isComplete: true })

  const [sums] = await desk.db.query<Record<'topups' | 'credited' | 'orders' | 'received', string>>(
    `select (select sum(lamports) from transfer where kind = 'topup')::text as topups,
       (select sum(credited_lamports) from payment_receipt where state = 'CREDITED')::text as credited,
       (select sum(credited_lamports) from payment_order where status = 'PAID')::text as orders,
       (select sum(received) from payment_receipt)::text as received`,
  )
  expect(sums?.credited).toBe(sums?.topups)
  expect(sums?.orders).toBe(sums?.topups)
  expect(BigInt(sums!.received)).toBe((await desk.rpc.getBalance(desk.receiver)) - SOL)
  expect(await desk.violations()).toEqual([])
  for (const { caller, order, signatures } of deals) {
    for (const signature of signatures.filter((each) => verified.get(each) === order.order_id)) {
      expect((await desk.verify(caller, order, signature)).body.data.verified).toBe(true)
    }
  }
  // The story must have had something to tell.
  expect(credits).toBeGreaterThan(0)
  expect(verified.size).toBeGreaterThan(0)
  expect((await desk.unmatched.listUnmatched({ limit: 1_000 })).length).toBeGreaterThan(0)
})
