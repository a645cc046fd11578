import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Queryable } from '#server/db/database.ts'
import { openDatabase } from '#server/db/database.ts'
import { createChatSearch } from '#server/modules/chat/chat-search.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { listOrders } from '#server/modules/payments/orders/orders-repository.ts'
import { listOwnChats, listPinnedChats } from '#server/modules/chat/chat-repository.ts'
import { listChangedAnswers } from '#server/modules/chat/turns/turn-repository.ts'
import { listNewestReports } from '#server/modules/analysis/reading/newest-reports.ts'
import {
  claimDuePrice,
  listAlerts,
  savePrice,
} from '#server/modules/analysis/alerts/alert-repository.ts'
import {
  claimDueWatch,
  listNews,
  listResults,
  listWatched,
} from '#server/modules/analysis/watched/watched-repository.ts'
import { listOwnTopics } from '#server/modules/research/topic-repository.ts'
import { listOwnRuns, listRunsOfKinds, listUnread } from '#server/modules/runs/run-repository.ts'
import { listSessions } from '#server/modules/auth/sessions/session-repository.ts'
import { hasOverdueJobs } from '#server/jobs/overdue-jobs.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

// With sequential scans off, PostgreSQL uses one only where no index fits. So a small database shows what a big one
// would do.
let database: TestDatabase
let recorded: { text: string; values: unknown[] }[] = []
let spied: Database
const user = randomUUID()

beforeAll(async () => {
  database = await testDatabase({ poolSize: 1 })
  const { db } = database
  const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
  await owner.query(
    `insert into account (id, kind) select gen_random_uuid(), 'user' from generate_series(1, 50)`,
  )
  await owner.query(`insert into account (id, kind) values ($1, 'user')`, [user])
  await owner.query(
    `insert into transfer (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash)
     select gen_random_uuid(), a.id, 'grant', '00000000-0000-7000-8000-000000000003', a.id, 1, n, 'grant:' || n, 'x'
     from account a cross join generate_series(1, 20) n where a.kind = 'user'`,
  )
  for (const table of [
    'transfer',
    'account',
    'consumption',
    'payment_order',
    'chat',
    'chat_message',
  ]) {
    await owner.query(`analyze ${table}`)
  }
  await owner.close()
  const record = <Row extends object>(text: string, values: readonly unknown[] = []) => {
    recorded.push({ text, values: [...values] })
    return db.query<Row>(text, values)
  }
  const spy: Queryable = { query: record }
  spied = { ...db, ...spy, slowReads: spy, transaction: (work) => work(spy) }
})
afterAll(() => database.drop())

/** Returns the tables that the statements of `work` read from end to end. */
async function scannedBy(work: () => Promise<unknown>): Promise<string[]> {
  recorded = []
  await work()
  const scanned: string[] = []
  for (const { text, values } of recorded) {
    await database.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      const [row] = await tx.query<{ 'QUERY PLAN': unknown }>(
        `explain (format json) ${text}`,
        values,
      )
      const plan = JSON.stringify(row?.['QUERY PLAN'])
      for (const [, name = ''] of plan.matchAll(/"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)) {
        scanned.push(name)
      }
    })
  }
  return scanned
}

describe('a query of one user', () => {
  const page = { userId: user, offset: 0, limit: 20 }
  it.each<[string, () => Promise<unknown>]>([
    ['balance', () => createLedger(spied).getBalance(user)],
    ['consumption', () => createLedger(spied).listConsumption(page)],
    ['deep consumption', () => createLedger(spied).listConsumption({ ...page, offset: 5_000 })],
    [
      'consumption of a type',
      () => createLedger(spied).listConsumption({ ...page, type: 'WALLET_FINDER' }),
    ],
    [
      'deep balance changes',
      () => createLedger(spied).listBalanceChanges({ ...page, offset: 5_000 }),
    ],
    ['deep orders', () => listOrders(spied, { ...page, offset: 5_000 })],
    ['balance changes', () => createLedger(spied).listBalanceChanges(page)],
    [
      'balance history',
      () => createLedger(spied).getBalanceHistory({ userId: user, stepSeconds: 86_400, count: 30 }),
    ],
    ['orders', () => listOrders(spied, page)],
    ['runs', () => listOwnRuns(spied, { ...page, kind: 'echo', groupId: null })],
    ['runs of a group', () => listOwnRuns(spied, { ...page, kind: 'echo', groupId: user })],
    ['runs of all kinds', () => listRunsOfKinds(spied, { ...page, kinds: ['echo', 'other'] })],
    ['unread events', () => listUnread(spied, [{ id: user, seq: 0 }])],
    ['changed answers', () => listChangedAnswers(spied, [{ id: user, seq: 0 }])],
    ['chats', () => listOwnChats(spied, { ...page, appId: undefined })],
    ['pinned chats', () => listPinnedChats(spied, { userId: user, appId: undefined })],
    ['topics', () => listOwnTopics(spied, page)],
    ['watched wallets', () => listWatched(spied, page)],
    ['trades of watched wallets', () => listNews(spied, user, 50)],
    ['reports of each token', () => listNewestReports(spied, user)],
    ['results of wallets', () => listResults(spied, [user], ['a', 'b'])],
    ['due wallets', () => claimDueWatch(spied, 5)],
    ['price alerts', () => listAlerts(spied, page)],
    ['due prices', () => claimDuePrice(spied, 45)],
    [
      'alerts of a price',
      () => savePrice(spied, { mint: 'mint', price: 1, newestSignature: null }),
    ],
    ['sessions', () => listSessions(spied, user)],
    [
      'chat search',
      () =>
        createChatSearch(spied)({
          ...page,
          appId: null,
          words: 'hello',
          signal: new AbortController().signal,
        }),
    ],
    ['overdue jobs', () => hasOverdueJobs(spied)],
  ])('reads no table from end to end: %s', async (_name, work) => {
    expect(await scannedBy(work)).toEqual([])
    expect(recorded.length).toBeGreaterThan(0)
  })

  it('is seen to read a whole table where no index fits', async () => {
    const all = () => spied.query('select * from transfer where memo = $1', ['x'])
    expect(await scannedBy(all)).toEqual(['transfer'])
  })
})
