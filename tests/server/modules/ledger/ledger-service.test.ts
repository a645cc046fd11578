import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { SYSTEM_ACCOUNTS } from '#server/modules/ledger/ledger-accounts.ts'
import type { Charge } from '#server/modules/ledger/charge.ts'
import { testDatabase } from '#tests/support/database.ts'
import { ledgerFixture } from '#tests/support/ledger.ts'

const POINT = 10_000_000n

const database = await testDatabase()
const db = database.db
const ledger = ledgerFixture(db)
afterAll(async () => {
  expect(await ledger.check()).toEqual([])
  await database.drop()
})

const charged = async (userId: string, lamports = POINT) => {
  const result = await ledger.charge(ledger.request(userId, lamports))
  if (!result.ok) throw new Error(`charge refused: ${result.reason}`)
  return result
}

const historyOf = (userId: string) => ledger.listConsumption({ userId, offset: 0, limit: 100 })

describe('charge', () => {
  it('takes the amount and writes the consumption record', async () => {
    const userId = await ledger.userWith(3n * POINT)
    const consumption = {
      type: 'WALLET_FINDER',
      description: 'two mints',
      quantity: 2,
      featureId: 'report-1',
    } as const
    const result = await ledger.charge(ledger.request(userId, 2n * POINT, { consumption }))
    expect(result).toMatchObject({ ok: true, balance: POINT, replayed: false })
    expect(await ledger.getBalance(userId)).toBe(POINT)
    expect((await historyOf(userId)).rows).toEqual([
      {
        transferId: result.ok && result.transferId,
        ...consumption,
        status: 'SUCCESS',
        lamports: 2n * POINT,
        createdAt: expect.any(Date),
      },
    ])
  })

  it('spends the last lamport and then refuses', async () => {
    const userId = await ledger.userWith(POINT)
    expect(await ledger.charge(ledger.request(userId, POINT + 1n))).toEqual({
      ok: false,
      reason: 'insufficient_balance',
      balance: POINT,
    })
    expect((await charged(userId)).balance).toBe(0n)
    expect(await ledger.charge(ledger.request(userId, 1n))).toMatchObject({
      ok: false,
      balance: 0n,
    })
    expect((await historyOf(userId)).total).toBe(1)
  })

  it('refuses a user without an account', async () => {
    expect(await ledger.charge(ledger.request(randomUUID(), 1n))).toEqual({
      ok: false,
      reason: 'insufficient_balance',
      balance: 0n,
    })
  })

  it('repeats the first answer for the same key and body, also when the money is gone', async () => {
    const userId = await ledger.userWith(2n * POINT)
    const request = ledger.request(userId, POINT)
    const first = await ledger.charge(request)
    await charged(userId)
    expect(await ledger.charge(request)).toEqual({ ...first, replayed: true })
    expect(await ledger.getBalance(userId)).toBe(0n)
  })

  it('refuses a key that was used for another body', async () => {
    const userId = await ledger.userWith(5n * POINT)
    const request = ledger.request(userId, POINT)
    await ledger.charge(request)
    expect(await ledger.charge({ ...request, requestHash: 'other' })).toEqual({
      ok: false,
      reason: 'idempotency_conflict',
      balance: 4n * POINT,
    })
  })

  it('keeps the keys of two users apart', async () => {
    const [one, two] = [await ledger.userWith(POINT), await ledger.userWith(POINT)]
    const request = ledger.request(one, POINT)
    expect(await ledger.charge(request)).toMatchObject({ ok: true, replayed: false })
    expect(await ledger.charge({ ...request, userId: two })).toMatchObject({
      ok: true,
      replayed: false,
    })
  })

  it.each([0n, -1n, 2n ** 63n])('rejects the amount %s', async (lamports) => {
    const userId = await ledger.userWith(POINT)
    await expect(ledger.charge(ledger.request(userId, lamports))).rejects.toThrow(RangeError)
  })

  it('is undone with the transaction that it is part of', async () => {
    const userId = await ledger.userWith(POINT)
    const transaction = db.transaction(async (tx) => {
      await ledger.charge(ledger.request(userId, POINT), tx)
      throw new Error('the job could not be stored')
    })
    await expect(transaction).rejects.toThrow('could not be stored')
    expect(await ledger.getBalance(userId)).toBe(POINT)
  })

  it('cannot name a system account as its payer', async () => {
    const request = ledger.request(SYSTEM_ACCOUNTS.treasury, 1n)
    expect(await ledger.charge(request)).toMatchObject({ ok: false })
  })
})

describe('charges of one user that arrive together', () => {
  const together = (requests: Charge[]) =>
    Promise.allSettled(requests.map((request) => ledger.charge(request)))

  it('are each charged with a record of their own', async () => {
    const userId = await ledger.userWith(100n)
    const requests = Array.from({ length: 8 }, (_, index) =>
      ledger.request(userId, BigInt(index + 1), {
        consumption: { type: 'WALLET_FINDER', quantity: index + 1, featureId: `f${index}` },
      }),
    )
    const outcomes = await together(requests)
    expect(await ledger.getBalance(userId)).toBe(64n)
    const { rows } = await historyOf(userId)
    const records = new Map(rows.map((row) => [row.transferId, row]))
    for (const [index, outcome] of outcomes.entries()) {
      const id = outcome.status === 'fulfilled' && outcome.value.ok ? outcome.value.transferId : ''
      expect(records.get(id)).toMatchObject({
        lamports: BigInt(index + 1),
        quantity: index + 1,
        featureId: `f${index}`,
        description: null,
      })
    }
  })

  it('do not fail with the one among them that the database refuses', async () => {
    const userId = await ledger.userWith(100n)
    const broken = { type: 'CA_ANALYSIS', description: 'a NUL \u0000' } as const
    const outcomes = await together([
      ledger.request(userId, 1n),
      ledger.request(userId, 1n, { consumption: broken }),
      ledger.request(userId, 1n),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await ledger.getBalance(userId)).toBe(98n)
  })
})

describe('refund', () => {
  it('refunds the full charge once and marks the record', async () => {
    const userId = await ledger.userWith(POINT)
    const { transferId } = await charged(userId)
    const first = await ledger.refund({ transferId, reason: 'cancelled' })
    expect(first).toMatchObject({ ok: true, replayed: false })
    expect(await ledger.refund({ transferId, reason: 'again' })).toEqual({
      ...first,
      replayed: true,
    })
    expect(await ledger.getBalance(userId)).toBe(POINT)
    expect((await historyOf(userId)).rows[0]?.status).toBe('REFUNDED')
  })

  it('accepts only charges', async () => {
    const userId = await ledger.userWith(0n)
    const topup = await ledger.credit(db, {
      userId,
      kind: 'topup',
      lamports: POINT,
      idempotencyKey: 'signature',
    })
    const notFound = { ok: false, reason: 'not_found' }
    expect(await ledger.refund({ transferId: topup.transferId, reason: 'no' })).toEqual(notFound)
    expect(await ledger.refund({ transferId: randomUUID(), reason: 'no' })).toEqual(notFound)
    expect(await ledger.getBalance(userId)).toBe(POINT)
  })

  it('cannot be blocked by a charge that guesses its key', async () => {
    const userId = await ledger.userWith(2n * POINT)
    const { transferId } = await charged(userId)
    const idempotencyKey = `refund:${transferId}`
    await ledger.charge(ledger.request(userId, POINT, { idempotencyKey }))
    expect(await ledger.refund({ transferId, reason: 'failed' })).toMatchObject({ replayed: false })
    expect(await ledger.getBalance(userId)).toBe(POINT)
  })
})

describe('credit', () => {
  it('credits once per key and opens a missing account', async () => {
    const credit = {
      userId: randomUUID(),
      kind: 'grant',
      lamports: 7n,
      idempotencyKey: 'w',
    } as const
    const first = await ledger.credit(db, credit)
    expect(await ledger.credit(db, credit)).toEqual({ ...first, replayed: true })
    expect(await ledger.getBalance(credit.userId)).toBe(7n)
  })

  it('throws when a key returns with another amount', async () => {
    const credit = {
      userId: randomUUID(),
      kind: 'topup',
      lamports: 7n,
      idempotencyKey: 's',
    } as const
    await ledger.credit(db, credit)
    await expect(ledger.credit(db, { ...credit, lamports: 8n })).rejects.toThrow('another amount')
  })

  it('commits or rolls back with its transaction', async () => {
    const userId = await ledger.userWith(0n)
    const credit = { userId, kind: 'topup', lamports: 5n, idempotencyKey: 's' } as const
    await db
      .transaction(async (tx) => {
        await ledger.credit(tx, credit)
        throw new Error('order gone')
      })
      .catch(() => undefined)
    expect(await ledger.getBalance(userId)).toBe(0n)
    await db.transaction((tx) => ledger.credit(tx, credit))
    expect(await ledger.getBalance(userId)).toBe(5n)
  })
})

describe('consumptionHistory', () => {
  it('pages newest first, filters by type and shows only the own records', async () => {
    const userId = await ledger.userWith(100n)
    await charged(await ledger.userWith(POINT))
    const ids: string[] = []
    for (const type of ['CA_ANALYSIS', 'WALLET_FINDER', 'CA_ANALYSIS'] as const) {
      const result = await ledger.charge(ledger.request(userId, 1n, { consumption: { type } }))
      if (result.ok) ids.unshift(result.transferId)
    }
    const page = async (offset: number, limit: number, type?: 'CA_ANALYSIS') => {
      const query = { userId, offset, limit, ...(type ? { type } : {}) }
      const { rows, total } = await ledger.listConsumption(query)
      return { ids: rows.map((row) => row.transferId), total }
    }
    expect(await page(0, 2)).toEqual({ ids: ids.slice(0, 2), total: 3 })
    expect(await page(2, 2)).toEqual({ ids: ids.slice(2), total: 3 })
    expect(await page(9, 2)).toEqual({ ids: [], total: 3 })
    expect(await page(0, 9, 'CA_ANALYSIS')).toEqual({ ids: [ids[0], ids[2]], total: 2 })
  })
})

describe('the table of transfers', () => {
  it.each([
    'update transfer set lamports = lamports + 1',
    'delete from transfer',
    'truncate transfer cascade',
    'drop table transfer cascade',
  ])('refuses the server: %s', async (statement) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it.each(['update transfer set memo = null', 'delete from transfer', 'truncate transfer cascade'])(
    'refuses even its owner: %s',
    async (statement) => {
      const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
      await expect(owner.query(statement)).rejects.toThrow('append-only')
      await owner.close()
    },
  )

  it('refuses a balance below zero', async () => {
    const userId = await ledger.userWith(1n)
    await expect(
      db.query('update account set balance = -1 where id = $1', [userId]),
    ).rejects.toMatchObject({ code: '23514' })
  })
})
