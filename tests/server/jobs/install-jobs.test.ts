import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { installJobs } from '#server/jobs/install-jobs.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { testDatabase } from '#tests/support/database.ts'
import { openTools, testJobs } from '#tests/support/paid-tools.ts'
import { testServer } from '#tests/support/server.ts'
import { echoTool } from '#tests/server/modules/runs/echo-tool.ts'

const POINT = 10_000_000n

let tools: OpenPaidTools

const database = await testDatabase()
const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
// As migration 096 leaves it.
await owner.query(
  `create table job_moved (id uuid primary key, kind text not null, payload jsonb not null,
     due_at timestamptz not null default now(), attempts int not null, max_attempts int not null)`,
)
const server = await testServer({
  db: database.db,
  modules: (parts) => {
    tools = openTools([echoTool], parts)
    return [tools.routes]
  },
})
const user = await server.signIn()
const { userId } = user
await server.grant(userId, 10n * POINT)
afterAll(async () => {
  await server.close()
  await owner.close()
  await database.drop()
})

/** Starts a paid run whose job waits in the table of the version before. */
async function startOld(text: string, attempts: number) {
  const { body } = await user.call<{ data: { id: string } }>('POST', '/echo', { body: { text } })
  const { id } = body.data
  await owner.query(
    `insert into job_moved (id, kind, payload, attempts, max_attempts)
     values ($1, 'echo', $2::jsonb, $3, 3)`,
    [uuidv7(), JSON.stringify({ runId: id }), attempts],
  )
  return id
}

const statusOf = async (id: string) =>
  (await user.call<{ data: { status: string } }>('GET', `/echo/${id}`)).body.data.status

it('carries out the paid runs that waited before an upgrade, or refunds them', async () => {
  const waiting = await startOld('waiting', 0)
  const retried = await startOld('retried', 2)
  const lost = await startOld('lost', 3)
  // Two servers may be upgraded at the same moment.
  await Promise.all([installJobs(owner), installJobs(owner)])
  await installJobs(owner)

  const jobs = testJobs(database.db)
  await jobs.open(tools.jobs)
  await jobs.work()
  try {
    await expect.poll(() => statusOf(waiting), { timeout: 10_000 }).toBe('done')
    await expect.poll(() => statusOf(retried), { timeout: 10_000 }).toBe('done')
    await expect.poll(() => statusOf(lost), { timeout: 10_000 }).toBe('failed')
  } finally {
    await jobs.stop({ graceMs: 0 })
  }
  const counts = await owner.query<{ name: string; count: number }>(
    `select name, count(*)::int as count from pgboss.job where name like 'echo%' group by name order by name`,
  )
  expect(counts).toEqual([
    { name: 'echo', count: 2 },
    { name: 'echo-dead', count: 1 },
  ])
  // Three runs of 2 POINTS were charged, and one of them was refunded.
  expect(await server.ledger.getBalance(user.userId)).toBe(6n * POINT)
  expect(await owner.query(`select 1 as found where to_regclass('job_moved') is not null`)).toEqual(
    [],
  )
})
