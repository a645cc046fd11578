import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import type { Charge } from '#server/modules/ledger/charge.ts'
import { ledgerFixture, type LedgerFixture } from '#tests/support/ledger.ts'

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe.each(['read committed', 'serializable'])('under %s, from two instances', (isolation) => {
  let database: TestDatabase
  let pools: Database[]
  let ledgers: LedgerFixture[]
  let ledger: LedgerFixture

  beforeAll(async () => {
    database = await testDatabase()
    const url = new URL(database.url)
    const level = isolation.replace(' ', '\\ ')
    url.searchParams.set('options', `-c default_transaction_isolation=${level}`)
    pools = await times(2, () => openDatabase({ url: url.href, poolSize: 8 }))
    ledgers = pools.map(ledgerFixture)
    ledger = ledgers[0]!
  })
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await database.drop()
  })

  const of = (index: number) => ledgers[index % ledgers.length]!
  const charge = (index: number, request: Charge) => of(index).charge(request, pools[index % 2])

  it('runs at the isolation level it says', async () => {
    for (const pool of pools) {
      const [row] = await pool.query(`select current_setting('transaction_isolation') as level`)
      expect(row).toEqual({ level: isolation })
    }
  })

  it.each([64, 256])(
    'lets exactly N of %i charges against a balance of N pass',
    async (clients) => {
      const affordable = Math.floor(clients / 3)
      const userId = await ledger.userWith(BigInt(affordable) * 10n + 9n)
      const results = await times(clients, (i) => charge(i, ledger.request(userId, 10n)))
      expect(results.filter((result) => result.ok)).toHaveLength(affordable)
      expect(new Set(results.map((result) => (result.ok ? 'ok' : result.reason)))).toEqual(
        new Set(['ok', 'insufficient_balance']),
      )
      expect(await ledger.getBalance(userId)).toBe(9n)
    },
  )

  it('charges once for a key sent 50 times at once', async () => {
    const userId = await ledger.userWith(100n)
    const request = ledger.request(userId, 10n)
    const results = await times(50, (i) => charge(i, request))
    expect(new Set(results.map((result) => result.ok && result.transferId)).size).toBe(1)
    expect(new Set(results.map((result) => result.balance))).toEqual(new Set([90n]))
    expect(results.filter((result) => result.ok && !result.replayed)).toHaveLength(1)
    expect(await ledger.getBalance(userId)).toBe(90n)
  })

  it('answers a key sent with 50 different bodies at once for one of them only', async () => {
    const userId = await ledger.userWith(100n)
    const request = ledger.request(userId, 10n)
    const results = await times(50, (i) => charge(i, { ...request, requestHash: `body ${i}` }))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(
      results.filter((result) => !result.ok && result.reason === 'idempotency_conflict'),
    ).toHaveLength(49)
  })

  it('refunds once when asked 50 times at once', async () => {
    const userId = await ledger.userWith(10n)
    const charged = await ledger.charge(ledger.request(userId, 10n))
    if (!charged.ok) throw new Error(charged.reason)
    const refund = { transferId: charged.transferId, reason: 'failed' }
    const results = await times(50, (i) => of(i).refund(refund))
    expect(new Set(results.map((result) => result.ok && result.refundId)).size).toBe(1)
    expect(results.filter((result) => result.ok && !result.replayed)).toHaveLength(1)
    expect(await ledger.getBalance(userId)).toBe(10n)
  })

  it('credits once when the same payment is found 50 times at once', async () => {
    const userId = await ledger.userWith(0n)
    const credit = { userId, kind: 'topup', lamports: 7n, idempotencyKey: 'signature' } as const
    await times(50, (i) => pools[i % 2]!.transaction((tx) => ledger.credit(tx, credit)))
    expect(await ledger.getBalance(userId)).toBe(7n)
  })

  it.each(['charge', 'refund', 'credit'] as const)(
    'counts a charge that another instance has not committed yet when the %s arrives',
    async (name) => {
      const userId = await ledger.userWith(100n)
      const earlier = await ledger.charge(ledger.request(userId, 5n))
      if (!earlier.ok) throw new Error(earlier.reason)
      const second = pools[1]!
      const arrive = {
        charge: () => ledger.charge(ledger.request(userId, 20n), second),
        refund: () => ledger.refund({ transferId: earlier.transferId, reason: 'late' }, second),
        credit: () =>
          ledger.credit(second, { userId, kind: 'topup', lamports: 7n, idempotencyKey: 'late' }),
      }
      const change = { charge: -20n, refund: 5n, credit: 7n }
      let arrived: Promise<unknown> = Promise.resolve()
      await pools[0]!.transaction(async (tx) => {
        await ledger.charge(ledger.request(userId, 30n), tx)
        arrived = arrive[name]()
        await sleep(100)
      })
      await arrived
      expect(await ledger.getBalance(userId)).toBe(65n + change[name])
      expect(await ledger.check()).toEqual([])
    },
  )

  it('keeps every invariant through a mixed load', async () => {
    const users = await times(5, () => ledger.userWith(60n))
    await times(240, async (i) => {
      const userId = users[i % users.length]!
      const request = ledger.request(userId, BigInt(1 + (i % 9)))
      const charged = await (i % 4 < 2 ? charge(i, request) : of(i).charge(request))
      if (i % 3 === 0 && charged.ok) {
        await of(i + 1).refund({ transferId: charged.transferId, reason: 'load' })
      }
      if (i % 8 === 0) {
        const key = `topup ${i % 16}`
        await of(i).credit(pools[1]!, { userId, kind: 'topup', lamports: 4n, idempotencyKey: key })
      }
    })
    expect(await ledger.check()).toEqual([])
  })
})
