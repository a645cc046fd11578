import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { SourceReport } from '#contract/research/digest.ts'
import { openDatabase } from '#server/db/database.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { splitStatements } from '#server/db/sql-statements.ts'
import { installJobs } from '#server/jobs/install-jobs.ts'
import { withDatabase } from '#tests/support/database.ts'
import { openTools, testAnalysis, testJobs } from '#tests/support/paid-tools.ts'
import { testResearch } from '#tests/support/research-tool.ts'
import { testServer } from '#tests/support/server.ts'

/** The first migration that knows paid runs. */
const FIRST = '094-paid-runs.sql'
const POINT = 10_000_000n
const MINT = 'So11111111111111111111111111111111111111112'
const COUNTS = { wallets: 1, excluded: 2, trades: 3 }
const REPORT = { mint: MINT, wallets: [], excluded: [] }
const SOURCE: SourceReport = {
  id: 'feed',
  name: 'Feed',
  kind: 'news',
  state: 'answered',
  items: 1,
  duration_ms: 5,
  reason: null,
  is_demo: false,
}

/** Rows as the version before wrote them. */
const old = {
  done: randomUUID(),
  removed: randomUUID(),
  queued: randomUUID(),
  research: randomUUID(),
  failed: randomUUID(),
  waiting: randomUUID(),
  topic: randomUUID(),
}

/** Applies the migrations up to `FIRST`, as the version before did. */
async function migrateOld(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'soldesk-old-'))
  for (const file of readdirSync(MIGRATIONS).filter((each) => each < FIRST)) {
    cpSync(fileURLToPath(new URL(file, MIGRATIONS)), path.join(folder, file))
  }
  await migrate(db, pathToFileURL(`${folder}/`))
  // The charges below are made by today's code, which reads this column.
  await db.query('alter table account add column closed_at timestamptz')
  rmSync(folder, { recursive: true })
}

async function charge(type: 'CA_ANALYSIS' | 'PREMIUM_FEATURE'): Promise<string> {
  const key = randomUUID()
  const charged = await server.ledger.charge({
    userId: user.userId,
    lamports: POINT,
    idempotencyKey: key,
    requestHash: key,
    consumption: { type },
  })
  if (!charged.ok) throw new Error(charged.reason)
  return charged.transferId
}

async function insertReport(id: string, row: { status: string; body?: string; hidden?: boolean }) {
  const { status, body = null, hidden = false } = row
  await db.query(
    `insert into analysis_report (id, user_id, kind, status, addresses, min_hits, transfer_id, counts, body,
       created_at, finished_at, hidden_at)
     values ($1, $2, 'CA_ANALYSIS', $3, $4::jsonb, null, $5, $6::jsonb, $7, '2026-01-02', $8, $9)`,
    [
      id,
      user.userId,
      status,
      JSON.stringify([MINT]),
      await charge('CA_ANALYSIS'),
      body === null ? null : JSON.stringify(COUNTS),
      body,
      body === null ? null : '2026-01-03',
      hidden ? '2026-01-04' : null,
    ],
  )
}

async function insertResearch(
  id: string,
  row: { status: string; stage: string; failure?: string; topic?: string },
) {
  await db.query(
    `insert into research (id, user_id, query, status, stage, topic_id, transfer_id, is_demo, sources, failure,
       created_at, finished_at)
     values ($1, $2, 'What is new on Solana?', $3, $4, $5, $6, true, $7::jsonb, $8, '2026-01-02',
       case when $8::text is null then null else timestamptz '2026-01-03' end)`,
    [
      id,
      user.userId,
      row.status,
      row.stage,
      row.topic ?? null,
      await charge('PREMIUM_FEATURE'),
      JSON.stringify([SOURCE]),
      row.failure ?? null,
    ],
  )
}

const insertJob = (kind: string, payload: object) =>
  db.query(
    `insert into job (id, kind, payload, status, max_attempts) values ($1, $2, $3::jsonb, 'ready', 3)`,
    [randomUUID(), kind, JSON.stringify(payload)],
  )

const admin = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
const name = `old_${randomUUID().replaceAll('-', '')}`
await admin.query(`create database ${name}`)
const db = await openDatabase({ url: withDatabase(inject('postgresOwnerUrl'), name), poolSize: 4 })
await migrateOld()

const server = await testServer({
  db,
  modules: (parts) => [openTools([testAnalysis(parts), testResearch()], parts).routes],
})
const user = await server.signIn()
const { userId } = user
const grant = { userId, kind: 'grant', lamports: 10n * POINT, idempotencyKey: 'grant' } as const
await server.ledger.credit(db, grant)

await insertReport(old.done, { status: 'done', body: JSON.stringify(REPORT) })
await insertReport(old.removed, { status: 'done', body: '{}', hidden: true })
await insertReport(old.queued, { status: 'queued' })
for (const [seq, type] of ['progress', 'done'].entries()) {
  const event = {
    type,
    status: type === 'done' ? 'done' : 'running',
    progress: null,
    failure: null,
  }
  await db.query(`insert into analysis_event (report_id, seq, event) values ($1, $2, $3::jsonb)`, [
    old.done,
    seq + 1,
    JSON.stringify(event),
  ])
}
await insertResearch(old.research, { status: 'queued', stage: 'queued' })
await insertResearch(old.failed, {
  status: 'failed',
  stage: 'finished',
  failure: 'Nothing was found',
})
await db.query(
  `insert into research_topic (id, user_id, title, query, origin_id)
   values ($1, $2, 'A topic', 'What is new on Solana?', $3)`,
  [old.topic, user.userId, old.failed],
)
await insertResearch(old.waiting, { status: 'running', stage: 'asking', topic: old.topic })
await insertJob('analysis', { reportId: old.queued })
await insertJob('research', { researchId: old.research })

// Interrupted before it was recorded, so it runs again.
const text = readFileSync(new URL(FIRST, MIGRATIONS), 'utf8')
for (const statement of splitStatements(text)) await db.query(statement)
await migrate(db, MIGRATIONS)
await installJobs(db)
afterAll(async () => {
  await server.close()
  await db.close()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.close()
})

const read = async (route: string) =>
  (await user.call<{ data: Record<string, unknown> }>('GET', route)).body.data

describe('runs of the version before', () => {
  it('are in the history with their results and events', async () => {
    expect(await read(`/analysis/reports/${old.done}`)).toMatchObject({
      report_id: old.done,
      kind: 'CA_ANALYSIS',
      status: 'done',
      contract_address: MINT,
      counts: COUNTS,
      mint: MINT,
      created_at: '2026-01-02T00:00:00.000Z',
      finished_at: '2026-01-03T00:00:00.000Z',
    })
    const { text: exported } = await user.call('GET', `/analysis/reports/${old.done}.json`)
    expect(JSON.parse(exported)).toEqual(REPORT)
    const { text } = await user.call('GET', `/analysis/reports/${old.done}/events`)
    expect(text.match(/"type":"\w+"/g)).toEqual(['"type":"progress"', '"type":"done"'])
    const { body } = await user.call('GET', '/analysis/reports')
    expect(body).toMatchObject({ meta: { total: 2 } })
    expect((await user.call('GET', `/analysis/reports/${old.removed}`)).status).toBe(404)
  })

  it('keep the question, the stage, the sources and the topic of a research', async () => {
    expect(await read(`/research/${old.failed}`)).toMatchObject({
      research_id: old.failed,
      query: 'What is new on Solana?',
      stage: 'finished',
      failure: 'Nothing was found',
      is_demo: true,
      sources: [{ id: 'feed' }],
    })
    expect(await read(`/research/${old.waiting}`)).toMatchObject({
      status: 'running',
      stage: 'asking',
      topic_id: old.topic,
    })
    expect(await read('/research-topics')).toMatchObject([{ running_id: old.waiting }])
  })

  it('are carried out when their jobs were waiting', async () => {
    const { ledger } = server
    const tools = openTools([testAnalysis(), testResearch()], { db, ledger })
    const jobs = testJobs(db)
    await jobs.open(tools.jobs)
    await jobs.work()
    const status = (route: string) => async () => (await read(route))['status']
    try {
      await expect.poll(status(`/research/${old.research}`), { timeout: 20_000 }).toBe('done')
      // The chain of this test cannot be reached, so the analysis fails and is refunded.
      await expect
        .poll(status(`/analysis/reports/${old.queued}`), { timeout: 20_000 })
        .toBe('failed')
    } finally {
      await jobs.stop({ graceMs: 0 })
    }
    expect(await server.ledger.getBalance(user.userId)).toBe(5n * POINT)
  })
})
