import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { findPageStart } from '#server/db/list-places.ts'
import { selectBalanceChanges } from '#server/modules/ledger/balance-changes.ts'
import { selectConsumption } from '#server/modules/ledger/ledger-repository.ts'
import { listOrders } from '#server/modules/payments/orders/orders-repository.ts'
import { testDatabase } from '#tests/support/database.ts'

const ROWS = 4_500
const LIMIT = 20
const OFFSETS = [0, 999, 1_000, 1_001, 2_345, 4_485, 4_499, 4_500, 9_000]

const database = await testDatabase()
const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
afterAll(async () => {
  await owner.close()
  await database.drop()
})

/** Adds charges of which each seven have the same time, and every fourth is of another type. */
async function seed(userId: string, { count, age }: { count: number; age: string }): Promise<void> {
  await owner.query(
    `with made as (
       insert into transfer (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, created_at)
       select gen_random_uuid(), $1, 'charge', $1, '00000000-0000-7000-8000-000000000002', n, 0, gen_random_uuid(), 'x',
         now() - $3::interval + (n / 7) * interval '0.01 seconds'
       from generate_series(1, $2::int) n
       returning id, lamports, created_at)
     insert into consumption (transfer_id, user_id, type, created_at)
     select id, $1, case when lamports % 4 = 0 then 'WALLET_FINDER' else 'CA_ANALYSIS' end, created_at from made`,
    [userId, count, age],
  )
}

const newUser = async (): Promise<string> => {
  const userId = randomUUID()
  await owner.query(`insert into account (id, kind) values ($1, 'user')`, [userId])
  return userId
}

const idsAt = async (table: string, id: string, userId: string, offset: number) =>
  (
    await owner.query<{ id: string }>(
      `select ${id} as id from ${table} where user_id = $1 order by created_at desc, ${id} desc offset $2 limit $3`,
      [userId, offset, LIMIT],
    )
  ).map((row) => row.id)

const countPlaces = async (userId: string, list: string): Promise<number> =>
  (await owner.query('select 1 from list_place where user_id = $1 and list = $2', [userId, list]))
    .length

describe('a page of a long list', () => {
  let userId: string
  beforeAll(async () => {
    userId = await newUser()
    await seed(userId, { count: ROWS, age: '2 days' })
  })

  it.each(OFFSETS)('is the same as by counting from the start: %i', async (offset) => {
    const { rows, total, hasMore } = await selectBalanceChanges(database.db, {
      userId,
      offset,
      limit: LIMIT,
    })
    expect(rows.map(({ id }) => id)).toEqual(await idsAt('transfer', 'id', userId, offset))
    expect(hasMore).toBe(offset + LIMIT < ROWS)
    expect(total).toBe(
      rows.length === 0 ? 1_000 : Math.max(1_000, Math.min(ROWS, offset + LIMIT + 1)),
    )
  })

  it('keeps one place for a thousand rows, once', async () => {
    expect(await countPlaces(userId, 'transfer')).toBe(4)
    await selectBalanceChanges(database.db, { userId, offset: 2_000, limit: LIMIT })
    expect(await countPlaces(userId, 'transfer')).toBe(4)
  })

  it.each([0, 1_000, 1_120])('counts the rows of a type alone: %i', async (offset) => {
    const page = { userId, type: 'WALLET_FINDER', offset, limit: LIMIT } as const
    const { rows, total } = await selectConsumption(database.db, page)
    expect(rows).toHaveLength(Math.min(LIMIT, ROWS / 4 - offset))
    expect(rows.every(({ type }) => type === 'WALLET_FINDER')).toBe(true)
    expect(total).toBe(
      rows.length === 0 ? 1_000 : Math.max(1_000, Math.min(ROWS / 4, offset + LIMIT + 1)),
    )
  })

  it('reads fewer rows than twice the distance of two places, however deep it is', async () => {
    const list = {
      name: 'transfer',
      userId,
      from: 'transfer where user_id = $1',
      values: [userId],
      id: 'id',
    }
    for (const offset of OFFSETS.filter((each) => each < ROWS)) {
      const { skip } = await findPageStart(database.db, list, offset)
      expect(skip).toBeGreaterThanOrEqual(0)
      expect(skip).toBeLessThan(2_000)
    }
  })

  it('goes on right after more rows, and gives no place to rows of the last minutes', async () => {
    await seed(userId, { count: 3_000, age: '1 day' })
    await seed(userId, { count: 2_500, age: '1 minute' })
    const readAt = async (offset: number) =>
      (await selectConsumption(database.db, { userId, type: undefined, offset, limit: LIMIT })).rows
    for (const offset of [1_500, 2_499, 2_500, 5_600, 9_990]) {
      const rows = await readAt(offset)
      const expected = await idsAt('consumption', 'transfer_id', userId, offset)
      expect(rows.map(({ transferId }) => transferId)).toEqual(expected)
    }
    expect(await countPlaces(userId, 'consumption')).toBe(7)
  })

  it('is right for readers at the same time', async () => {
    const another = await newUser()
    await seed(another, { count: ROWS, age: '2 days' })
    const pages = await Promise.all(
      Array.from({ length: 6 }, () =>
        selectBalanceChanges(database.db, { userId: another, offset: 3_210, limit: LIMIT }),
      ),
    )
    const expected = await idsAt('transfer', 'id', another, 3_210)
    for (const { rows, total } of pages) {
      expect(rows.map(({ id }) => id)).toEqual(expected)
      expect(total).toBe(3_231)
    }
    expect(await countPlaces(another, 'transfer')).toBe(4)
  })
})

it('shows deep pages of orders', async () => {
  const userId = randomUUID()
  await owner.query(`insert into app_user (id, username, username_key) values ($1, $2, $2)`, [
    userId,
    userId,
  ])
  await owner.query(
    `insert into payment_order (id, order_id, order_number, user_id, network, receiver, payer_wallet, payer_linked,
       currency, amount_lamports, reference, status, created_slot, last_valid_block_height, created_at, expires_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, 'localnet', 'r', 'p', true, 'SOL', n,
       gen_random_uuid(), 'EXPIRED', 1, 1, now() - interval '3 days' + n * interval '1 second', now()
     from generate_series(1, 2300) n`,
    [userId],
  )
  const { rows, total, hasMore } = await listOrders(database.db, {
    userId,
    offset: 2_290,
    limit: LIMIT,
  })
  expect(rows.map(({ paymentId }) => paymentId)).toEqual(
    await idsAt('payment_order', 'id', userId, 2_290),
  )
  expect({ total, hasMore }).toEqual({ total: 2_300, hasMore: false })
})
