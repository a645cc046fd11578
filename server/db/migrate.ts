import { createHash, randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { protectAppendOnlyTables, type AppendOnlyProtection } from './append-only.ts'
import { getErrorCode } from '#contract/error-message.ts'
import { withRetry } from '#server/lib/async/with-retry.ts'
import type { Database } from './database.ts'
import { splitStatements } from './sql-statements.ts'
import { isUndefinedTable } from './database-errors.ts'

export const MIGRATIONS = new URL('./migrations/', import.meta.url)

class MigrationError extends Error {
  override name = 'MigrationError'
}

export type MigrationReport = { applied: string[]; protection: AppendOnlyProtection }

const LEASE_SECONDS = 10
const RENEW_MS = 2_500
const POLL_MS = 50

const MAX_ATTEMPTS = 10
// Two instances create the same object at once: unique_violation, duplicate_table, duplicate_object and "tuple
// concurrently updated" (XX000). Statements are idempotent, so a retry passes.
const RACES = new Set(['23505', '42P07', '42710', 'XX000'])

/**
 * Migrates the schema to `folder` (files `NNN-name.sql`, by name) and protects append-only tables. Several instances
 * may start at once: one works, the others wait. Statements run one by one without a transaction, because not every
 * Postgres-wire cluster has atomic DDL, so each must be repeatable (`if not exists`). `appRole` is the server's
 * restricted role, if any. `only` limits the work to the migrations that a backup has. `lease`: the caller's own
 * lease on the schema. Throws `MigrationError` for a file edited after it was applied, and for a migration of a
 * newer version unless `allowsNewer`.
 */
export async function migrate(
  db: Database,
  folder: URL,
  options: {
    appRole?: string
    allowsNewer?: boolean
    only?: ReadonlySet<string>
    lease?: SchemaLease
  } = {},
): Promise<MigrationReport> {
  const files = (await listMigrations(folder)).filter(
    ({ name }) => options.only?.has(name) !== false,
  )
  const lease = options.lease ?? (await takeLease(db))
  try {
    const applied = await applyMissing(db, files, lease, options.allowsNewer === true)
    return { applied, protection: await protectAppendOnlyTables(db, options.appRole) }
  } finally {
    if (options.lease === undefined) await lease.release()
  }
}

/** Leases the schema for a restore, so that starting servers wait. Returns null if another process migrates it. */
export const leaseSchema = (db: Database): Promise<SchemaLease | null> =>
  takeLease(db, { waits: false })

export const isMigrated = async (db: Database): Promise<boolean> =>
  (await db.query('select 1 as found from schema_migration limit 1')).length > 0

const CREATE_MIGRATION_TABLE = `create table if not exists schema_migration (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`

const CREATE_LEASE_TABLE = `create table if not exists schema_lease (
  id int primary key,
  holder uuid not null,
  expires_at timestamptz not null
)`

type Migration = { name: string; text: string; checksum: string }

/** Returns the migrations of a folder by name, which is their order. */
export async function listMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyMissing(
  db: Database,
  files: Migration[],
  lease: SchemaLease,
  allowsNewer: boolean,
): Promise<string[]> {
  const rows = await db.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  )
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  const ownNames = new Set(files.map(({ name }) => name))
  const newer = rows.map(({ name }) => name).filter((name) => !ownNames.has(name))
  if (newer.length > 0 && !allowsNewer) {
    throw new MigrationError(
      `the database was made by a newer version (it has ${newer.toSorted().join(', ')}); start that version, or set ALLOW_NEWER_DATABASE=on to use this one at your own risk`,
    )
  }
  const applied: string[] = []
  for (const file of files) {
    const checksum = known.get(file.name)
    if (checksum === file.checksum) continue
    if (checksum !== undefined) {
      throw new MigrationError(
        `migration ${file.name} differs from the one that made this database; start the version that made it`,
      )
    }
    for (const statement of splitStatements(file.text)) {
      lease.assertHeld()
      try {
        await runRepeatable(db, statement)
      } catch (error) {
        throw new MigrationError(`migration ${file.name} failed at: ${statement.slice(0, 200)}`, {
          cause: error,
        })
      }
    }
    await db.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      file.name,
      file.checksum,
    ])
    applied.push(file.name)
  }
  return applied
}

async function runRepeatable(db: Database, statement: string): Promise<void> {
  await withRetry(() => db.query(statement), {
    pauseMs: (error, attempt) =>
      attempt < MAX_ATTEMPTS && RACES.has(getErrorCode(error)) ? 20 + Math.random() * 60 : null,
  })
}

export type SchemaLease = { assertHeld(): void; release(): Promise<void> }

/** A lease row by the database's clock, because not every Postgres-wire cluster has advisory locks. */
async function takeLease(db: Database): Promise<SchemaLease>
async function takeLease(db: Database, options: { waits: false }): Promise<SchemaLease | null>
async function takeLease(db: Database, { waits = true } = {}): Promise<SchemaLease | null> {
  await runRepeatable(db, CREATE_MIGRATION_TABLE)
  await runRepeatable(db, CREATE_LEASE_TABLE)
  const holder = randomUUID()
  const claim = `insert into schema_lease (id, holder, expires_at)
    values (1, $1, now() + interval '${LEASE_SECONDS} seconds')
    on conflict (id) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where schema_lease.expires_at < now() or schema_lease.holder = excluded.holder
    returning holder`
  while ((await db.query(claim, [holder])).length === 0) {
    if (!waits) return null
    await sleep(POLL_MS)
  }
  let isHeld = true
  const renew = async () => {
    try {
      isHeld = (await db.query(claim, [holder])).length === 1
    } catch {
      isHeld = false
    }
  }
  const renewal = setInterval(() => void renew(), RENEW_MS)
  return {
    assertHeld: () => {
      if (!isHeld) throw new MigrationError('the migration lease was lost to another instance')
    },
    release: async () => {
      clearInterval(renewal)
      try {
        await db.query('delete from schema_lease where id = 1 and holder = $1', [holder])
      } catch (error) {
        // A failed restore has dropped the table.
        if (!isUndefinedTable(error)) throw error
      }
    },
  }
}
