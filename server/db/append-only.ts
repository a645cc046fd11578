import { getErrorCode } from '#contract/error-message.ts'
import type { Database } from './database.ts'

/** Tables whose rows never change. */
const APPEND_ONLY_TABLES = ['transfer', 'ledger_reversal', 'store_app_audit']

/** `trigger` rejects everyone, the owner included; `role` means that the server's role lacks the privilege. */
export type AppendOnlyProtection = { trigger: boolean; role: boolean }

const CREATE_FUNCTION = `create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$`

// feature_not_supported, syntax_error, undefined_object, undefined_function, insufficient_privilege: this cluster or
// role can't create triggers.
const UNSUPPORTED = new Set(['0A000', '42601', '42704', '42883', '42501'])

/**
 * Makes UPDATE, DELETE and TRUNCATE of append-only tables fail, and grants `appRole` its rights on all other tables.
 * Idempotent. The owner keeps its privileges because foreign key checks run under its name.
 */
export async function protectAppendOnlyTables(
  db: Database,
  appRole: string | undefined,
): Promise<AppendOnlyProtection> {
  const existing = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_name = any($1)`,
    [APPEND_ONLY_TABLES],
  )
  const tables = existing.map((row) => row.name)
  if (appRole !== undefined) await grant(db, appRole, tables)
  return { trigger: await addTriggers(db, tables), role: appRole !== undefined }
}

async function grant(db: Database, role: string, tables: string[]): Promise<void> {
  await db.query(`grant select, insert, update, delete on all tables in schema public to ${role}`)
  for (const table of tables) await db.query(`revoke update, delete on ${table} from ${role}`)
}

async function addTriggers(db: Database, tables: string[]): Promise<boolean> {
  try {
    for (const table of tables) {
      // Creating a trigger locks the table for all instances, so check first.
      const present = await db.query(
        `select 1 from pg_trigger where tgname = 'refuse_change' and tgrelid = $1::regclass`,
        [table],
      )
      if (present.length > 0) continue
      await db.query(CREATE_FUNCTION)
      await db.query(
        `create trigger refuse_change before update or delete or truncate on ${table}
         for each statement execute function refuse_change()`,
      )
    }
    return true
  } catch (error) {
    if (UNSUPPORTED.has(getErrorCode(error))) return false
    throw error
  }
}
