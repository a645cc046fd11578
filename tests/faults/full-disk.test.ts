import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { echoTool } from '#tests/server/modules/runs/echo-tool.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openTools, testJobs } from '#tests/support/paid-tools.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

const POINT = 10_000_000n

let database: TestDatabase
let owner: Database
let server: TestServer
let user: SignedIn
let stopJobs = async () => undefined as void

beforeAll(async () => {
  database = await testDatabase()
  owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
  await owner.query(`create function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  const { db } = database
  const jobs = testJobs(db)
  stopJobs = () => jobs.stop({ graceMs: 0 })
  server = await testServer({
    db,
    modules: (parts) => [openTools([echoTool], { ...parts, jobs }).routes],
  })
  await jobs.open([
    { kind: 'echo', concurrency: 1, maxAttempts: 1, handler: async () => undefined },
  ])
  user = await server.signIn()
  await server.grant(user.userId, 20n * POINT)
})
afterAll(async () => {
  await stopJobs()
  await server.close()
  await owner.close()
  await database.drop()
})

/** The first table that a write meets when the disk is full, also only at the end of the transaction. */
async function whileFull(table: string, when: 'before' | 'commit', work: () => Promise<void>) {
  await owner.query(
    when === 'before'
      ? `create trigger disk_is_full before insert or update on ${table}
         for each row execute function disk_is_full()`
      : `create constraint trigger disk_is_full after insert or update on ${table}
         deferrable initially deferred for each row execute function disk_is_full()`,
  )
  try {
    await work()
  } finally {
    await owner.query(`drop trigger disk_is_full on ${table}`)
  }
}

const points = async () => (await server.ledger.getBalance(user.userId)) / POINT

describe('a full disk', () => {
  it.each([
    ['transfer', 'before'],
    ['consumption', 'before'],
    ['pgboss.job_common', 'before'],
    ['paid_run', 'before'],
    ['paid_run', 'commit'],
    ['transfer', 'commit'],
  ] as const)(
    'that stops a paid call at %s (%s) costs nothing, and the next call costs once',
    async (table, when) => {
      const before = await points()
      const start = () => user.call('POST', '/echo', { body: { text: 'one' } })
      await whileFull(table, when, async () => {
        const refused = await start()
        expect(refused.status).toBe(503)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(refused.text).not.toContain('could not extend')
        expect(await points()).toBe(before)
        expect((await user.call('GET', '/auth/me')).status).toBe(200)
        expect((await user.call('GET', '/echo')).status).toBe(200)
      })
      const again = await start()
      expect(again.status).toBe(200)
      expect(await points()).toBe(before - 2n)
      const { rows } = await server.ledger.listConsumption({
        userId: user.userId,
        offset: 0,
        limit: 50,
      })
      expect(BigInt(rows.length)).toBe((20n - (before - 2n)) / 2n)
      expect(await server.ledger.check()).toEqual([])
    },
  )
})
