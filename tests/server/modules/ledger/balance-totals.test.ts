import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { readBalanceHistory } from '#server/modules/ledger/balance-history.ts'
import { testDatabase } from '#tests/support/database.ts'
import { ledgerFixture } from '#tests/support/ledger.ts'
import { randomFrom } from '#tests/support/seeded-random.ts'

const TRANSFERS = 60
const SPAN_DAYS = 40

const database = await testDatabase()
const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
const ledger = ledgerFixture(database.db)
// Times cannot be changed otherwise.
await owner.query('set session_replication_role = replica')
afterAll(async () => {
  await owner.close()
  await database.drop()
})

const below = randomFrom(165)
const random = () => below(1_000_000) / 1_000_000

async function move(userId: string): Promise<void> {
  const dice = random()
  if (dice < 0.5) {
    const charged = await ledger.charge(ledger.request(userId, BigInt(1 + Math.floor(dice * 20))))
    if (charged.ok && dice < 0.1) {
      await ledger.refund({ transferId: charged.transferId, reason: 'nothing found' })
    }
    return
  }
  const kind = dice < 0.7 ? 'topup' : dice < 0.85 ? 'grant' : 'operator'
  const idempotencyKey = String(random())
  await ledger.credit(database.db, { userId, kind, lamports: 7n, idempotencyKey })
}

/** A user whose transfers are spread over `SPAN_DAYS`, in their order. */
async function livedUser(): Promise<string> {
  const userId = await ledger.userWith(1_000n)
  for (let made = 0; made < TRANSFERS; made += 1) await move(userId)
  await owner.query(
    `update transfer set created_at = now() - (1 - place / total) * interval '${SPAN_DAYS} days'
     from (select id, row_number() over (order by id)::float8 as place, count(*) over ()::float8 as total
       from transfer where user_id = $1) placed where placed.id = transfer.id`,
    [userId],
  )
  return userId
}

/** The same history from the transfers alone. */
async function historyFromTransfers(
  userId: string,
  { stepSeconds, count }: { stepSeconds: number; count: number },
  now: Date,
) {
  const transfers = await owner.query<{
    kind: string
    isCredit: boolean
    lamports: bigint
    at: Date
  }>(
    `select kind, credit = user_id as "isCredit", lamports, created_at as at from transfer where user_id = $1`,
    [userId],
  )
  const start = now.getTime() - stepSeconds * count * 1_000
  return Array.from({ length: count }, (_, index) => {
    const isIn = ({ at }: { at: Date }) => {
      const step = Math.floor((at.getTime() - start) / (stepSeconds * 1_000))
      return Math.min(step, count - 1) === index
    }
    const sum = (matches: (transfer: (typeof transfers)[number]) => boolean) =>
      transfers
        .filter((transfer) => isIn(transfer) && matches(transfer))
        .reduce((total, { lamports }) => total + lamports, 0n)
    return {
      credited: sum(({ isCredit }) => isCredit),
      spent: sum(({ isCredit }) => !isCredit),
      refunded: sum(({ kind }) => kind === 'refund'),
      granted: sum(({ kind, isCredit }) => isCredit && (kind === 'grant' || kind === 'operator')),
    }
  })
}

async function expectTrue(userId: string): Promise<void> {
  for (const days of [1, 30, 366]) {
    const span = { stepSeconds: days * 1_440, count: 60 }
    const { opening, steps } = await readBalanceHistory(database.db, { userId, ...span })
    const now = steps.at(-1)?.at ?? new Date(0)
    const expected = await historyFromTransfers(userId, span, now)
    expect(steps.map(({ at: _at, balance: _balance, ...moved }) => moved)).toEqual(expected)
    expect(steps.at(-1)?.balance).toBe(await ledger.getBalance(userId))
    const moved = expected.reduce((sum, step) => sum + step.credited - step.spent, 0n)
    expect(opening + moved).toBe(steps.at(-1)?.balance)
  }
}

const keptRows = async (userId: string) =>
  (await owner.query('select 1 from balance_total where user_id = $1', [userId])).length

it('equals the ledger at any time, also while it grows', async () => {
  const userId = await livedUser()
  await expectTrue(userId)
  const rows = await keptRows(userId)
  expect(rows).toBeGreaterThan(TRANSFERS / 2)
  for (let made = 0; made < 20; made += 1) await move(userId)
  await expectTrue(userId)
  // One hour may end meanwhile.
  expect(await keptRows(userId)).toBeLessThanOrEqual(rows + 1)
})

it('equals the ledger after a transfer that was committed late', async () => {
  const userId = await livedUser()
  await expectTrue(userId)
  await ledger.charge(ledger.request(userId, 5n))
  await owner.query(
    `update transfer set created_at = now() - interval '9 days' where user_id = $1 and created_at > now() - interval '1 minute'`,
    [userId],
  )
  await expectTrue(userId)
})

it('is the same for readers at one time', async () => {
  const userId = await livedUser()
  await Promise.all(Array.from({ length: 3 }, () => expectTrue(userId)))
})

it('reads the transfers of each hour in which a step ends, and no others', async () => {
  const userId = await livedUser()
  const span = { userId, stepSeconds: 43_200, count: 60 }
  await readBalanceHistory(database.db, span)
  let read = 0
  await owner.query('analyze transfer, balance_total')
  await database.db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    await readBalanceHistory(
      {
        query: async (sql, params) => {
          const [row] = await tx.query<{ 'QUERY PLAN': unknown }>(
            `explain (analyze, format json) ${sql}`,
            params,
          )
          if (/^\s*select/.test(sql)) read += rowsOfTransfer(JSON.stringify(row?.['QUERY PLAN']))
          return tx.query(sql, params)
        },
      },
      span,
    )
  })
  // About 2 transfers a day: few of them in the same hour as the end of a step.
  expect(read).toBeLessThan(TRANSFERS / 4)
})

const PLAN_NODE = /"Relation Name":"transfer"[^{}]*?"Actual Rows":([\d.]+),"Actual Loops":(\d+)/g
const rowsOfTransfer = (plan: string): number =>
  [...plan.matchAll(PLAN_NODE)].reduce(
    (sum, [, rows, loops]) => sum + Number(rows) * Number(loops),
    0,
  )
