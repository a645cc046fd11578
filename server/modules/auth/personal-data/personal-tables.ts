import type { Queryable } from '#server/db/database.ts'

/**
 * Rows that stay after their account is deleted, because the books must balance. They name the account by its id only;
 * `CLEARED` empties what else they hold of a person.
 */
const KEPT = new Set(['transfer', 'consumption', 'ledger_reversal', 'payment_order', 'paid_run'])

/** Credentials, and copies that a request needs for minutes. */
const NOT_EXPORTED = new Set(['app_secret', 'app_sign_in', 'idempotent_answer', 'chat_turn'])

const SECRET_COLUMNS = new Set([
  'sealed',
  'request_hash',
  'idempotency_key',
  'token_offer',
  'token_hash',
  'user_id',
])

/** Runs in this order before the rows of the account itself; `$1` is the user's id. */
const CLEARED = [
  `delete from run_event where run_id in (select id from paid_run where user_id = $1)`,
  `delete from ca_report where id in (select id from paid_run where user_id = $1)`,
  `update paid_run set input = '{}', body = null, hidden_at = coalesce(hidden_at, now()) where user_id = $1`,
  `update consumption set description = null, feature_id = null where user_id = $1`,
  `delete from refresh_token where session_id in (select id from user_session where user_id = $1)`,
]

const UNFINISHED = `select 1 as found from paid_run where user_id = $1 and status in ('queued', 'running')
  union all select 1 from chat_turn where user_id = $1 and status = 'running' limit 1`

const OWN_APPS = 'select id from store_app where owner_id = $1'

/** Apps that the user added. They name their owner in another column. */
const OWN_APP_ROWS = [
  ...['app_secret', 'app_sign_in', 'app_oauth_client', 'app_server', 'installed_app'].map(
    (table) => `delete from ${table} where app_id in (${OWN_APPS})`,
  ),
  'delete from store_app where owner_id = $1',
]

/** Every table with rows of single users, found by its column, so that a new table is never forgotten. */
async function findTables(q: Queryable): Promise<string[]> {
  const rows = await q.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'user_id' order by table_name`,
  )
  return rows.map(({ name }) => name)
}

export async function hasUnfinishedWork(q: Queryable, userId: string): Promise<boolean> {
  return (await q.query(UNFINISHED, [userId])).length > 0
}

/** Deletes the account and all rows of its user but those of the ledger. Runs inside a transaction. */
export async function deletePersonalRows(tx: Queryable, userId: string): Promise<void> {
  for (const statement of [...CLEARED, ...OWN_APP_ROWS]) await tx.query(statement, [userId])
  for (const table of await findTables(tx)) {
    if (!KEPT.has(table)) await tx.query(`delete from "${table}" where user_id = $1`, [userId])
  }
  await tx.query('delete from app_user where id = $1', [userId])
}

/** Yields the tables that a person may read about themselves, each with at most `maxRows` rows. */
export async function* readPersonalRows(
  q: Queryable,
  userId: string,
  maxRows: number,
): AsyncGenerator<{ table: string; rows: Record<string, unknown>[]; isCut: boolean }> {
  for (const table of await findTables(q)) {
    if (NOT_EXPORTED.has(table)) continue
    const found = await q.query<Record<string, unknown>>(
      `select * from "${table}" where user_id = $1 limit $2`,
      [userId, maxRows + 1],
    )
    const rows = found.slice(0, maxRows).map(withoutSecrets)
    yield { table, rows, isCut: found.length > maxRows }
  }
}

/** Returns the apps that the user added; how to reach them may hold a key. */
export const readOwnApps = (q: Queryable, userId: string): Promise<Record<string, unknown>[]> =>
  q.query(
    'select id, name, description, created_at from store_app where owner_id = $1 order by created_at',
    [userId],
  )

const withoutSecrets = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET_COLUMNS.has(column)))
