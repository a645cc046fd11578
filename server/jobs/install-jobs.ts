import { PgBoss } from 'pg-boss'
import type { Database, Queryable } from '#server/db/database.ts'
import { isUndefinedTable } from '#server/db/database-errors.ts'
import { toBossDb } from './jobs.ts'
import {
  createBossSettings,
  toDeadLetterKind,
  ensureQueues,
  JOB_SCHEMA,
  type DatabaseBackend,
} from './queue-settings.ts'

/**
 * Creates or migrates the tables of the job queue as the owner of the schema, and moves the waiting jobs of an older
 * version into it. `appRole` is the server's restricted role, if any.
 */
export async function installJobs(
  owner: Database,
  { backend = 'postgres', appRole }: { backend?: DatabaseBackend; appRole?: string } = {},
): Promise<void> {
  const existing = await owner.query(
    'select 1 as found from information_schema.schemata where schema_name = $1',
    [JOB_SCHEMA],
  )
  const boss = new PgBoss({
    ...createBossSettings(owner.url, backend),
    max: 1,
    // A role that may not create schemas can use one that its administrator has made.
    createSchema: existing.length === 0,
    supervise: false,
    schedule: false,
  })
  // Nothing polls here, and a failed statement also rejects its call.
  boss.on('error', () => undefined)
  try {
    await boss.start()
    if (appRole !== undefined) await grant(owner, appRole)
    await moveJobs(owner, boss).catch((error: unknown) => {
      // Another server has moved the jobs and dropped the table at the same moment.
      if (!isUndefinedTable(error)) throw error
    })
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function grant(owner: Database, role: string): Promise<void> {
  await owner.query(`grant usage on schema ${JOB_SCHEMA} to ${role}`)
  await owner.query(
    `grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${role}`,
  )
}

type OldJob = {
  id: string
  kind: string
  payload: object
  dueAt: Date
  attempts: number
  maxAttempts: number
}

/** Enqueues the jobs that migration 096 set aside. */
async function moveJobs(owner: Database, boss: PgBoss): Promise<void> {
  const [{ exists } = { exists: false }] = await owner.query<{ exists: boolean }>(
    `select to_regclass('job_moved') is not null as exists`,
  )
  if (!exists) return
  const kinds = await owner.query<{ kind: string; maxAttempts: number }>(
    `select kind, max(max_attempts) as "maxAttempts" from job_moved group by kind`,
  )
  for (const { kind, maxAttempts } of kinds) {
    await ensureQueues(boss, { kind, maxAttempts, hasDeadLetters: true })
  }
  await owner.transaction((tx) => moveRows(tx, boss))
  await owner.query('drop table if exists job_moved')
}

async function moveRows(tx: Queryable, boss: PgBoss): Promise<void> {
  const jobs = await tx.query<OldJob>(
    `delete from job_moved
     returning id, kind, payload, due_at as "dueAt", attempts, max_attempts as "maxAttempts"`,
  )
  for (const { id, kind, payload, dueAt, attempts, maxAttempts } of jobs) {
    const db = toBossDb(tx)
    const retryLimit = maxAttempts - attempts - 1
    // A job without attempts left was about to be refunded.
    if (retryLimit < 0) await boss.send(toDeadLetterKind(kind), payload, { id, db })
    else await boss.send(kind, payload, { id, db, retryLimit, startAfter: dueAt })
  }
}
