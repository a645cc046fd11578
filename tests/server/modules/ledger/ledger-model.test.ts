import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { ledgerFixture } from '#tests/support/ledger.ts'

const database = await testDatabase()
afterAll(() => database.drop())

type Step =
  | { do: 'charge'; user: number; lamports: bigint; key: number; body: number }
  | { do: 'refund'; nth: number }
  | { do: 'credit'; user: number; lamports: bigint; key: number }

const user = fc.nat({ max: 2 })
const lamports = fc.bigInt({ min: 1n, max: 40n })
const key = fc.nat({ max: 12 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('charge'),
      user,
      lamports,
      key,
      body: fc.nat({ max: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund'), nth: fc.nat({ max: 10 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('credit'), user, lamports, key }) },
)

/** A model of the ledger in plain maps. */
function createModel() {
  const balances = [0n, 0n, 0n]
  const charges = new Map<string, { body: string; balance: bigint }>()
  const credits = new Map<string, bigint>()
  const refunded = new Set<number>()
  return {
    balances,
    charge: (index: number, amount: bigint, id: string, body: string) => {
      const present = balances[index]!
      const earlier = charges.get(id)
      if (earlier) return earlier.body === body ? earlier.balance : 'idempotency_conflict'
      if (present < amount) return 'insufficient_balance'
      balances[index] = present - amount
      charges.set(id, { body, balance: present - amount })
      return present - amount
    },
    refund: (nth: number, index: number, amount: bigint) => {
      if (refunded.has(nth)) return
      refunded.add(nth)
      balances[index] = balances[index]! + amount
    },
    credit: (index: number, amount: bigint, id: string) => {
      const earlier = credits.get(id)
      if (earlier !== undefined) return earlier === amount ? 'ok' : 'refused'
      credits.set(id, amount)
      balances[index] = balances[index]! + amount
      return 'ok'
    },
  }
}

it('does what a plain model does, whatever the order of calls', { timeout: 60_000 }, async () => {
  const { db } = database
  const ledger = ledgerFixture(db)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const model = createModel()
      const users = await Promise.all([0, 1, 2].map(() => ledger.userWith(0n)))
      const made: { transferId: string; user: number; lamports: bigint }[] = []
      for (const next of steps) {
        if (next.do === 'charge') {
          const requestHash = `${next.body} ${next.lamports}`
          const idempotencyKey = `k${next.key}`
          const expected = model.charge(
            next.user,
            next.lamports,
            `${next.user} ${next.key}`,
            requestHash,
          )
          const result = await ledger.charge(
            ledger.request(users[next.user]!, next.lamports, { idempotencyKey, requestHash }),
          )
          expect(result.ok ? result.balance : result.reason).toBe(expected)
          if (result.ok && !result.replayed) made.push({ ...next, transferId: result.transferId })
        } else if (next.do === 'credit') {
          const expected = model.credit(next.user, next.lamports, `${next.user} ${next.key}`)
          const credit = ledger.credit(db, {
            userId: users[next.user]!,
            kind: 'topup',
            lamports: next.lamports,
            idempotencyKey: `k${next.key}`,
          })
          expect(
            await credit.then(
              () => 'ok',
              () => 'refused',
            ),
          ).toBe(expected)
        } else if (made.length > 0) {
          const nth = next.nth % made.length
          const charge = made[nth]!
          model.refund(nth, charge.user, charge.lamports)
          const { transferId } = charge
          expect(await ledger.refund({ transferId, reason: 'model' })).toMatchObject({ ok: true })
        }
        const balances = await Promise.all(users.map((id) => ledger.getBalance(id)))
        expect(balances).toEqual(model.balances)
      }
    }),
    { numRuns: 40 },
  )
  expect(await ledger.check()).toEqual([])
})
