import type { Queryable } from '#server/db/database.ts'

/**
 * Rows that stay after their account is deleted, because the books must balance. They name the account by its id only;
 * `CLEARED` empties their other personal data.
 */
const KEPT = new Set(['transfer', 'consumption', 'ledger_reversal', 'payment_order', 'paid_run'])

/** Copies that a request needs for minutes, and sums and counts of rows that are exported. */
const NOT_EXPORTED = new Set([
  'app_sign_in',
  'idempotent_answer',
  'chat_turn',
  'balance_total',
  'list_place',
])

/** Exported rows that name their user by another row. */
const EXPORTED_BY_OTHERS: Readonly<Record<string, string>> = {
  admin_action: 'subject = $1::text',
  agent_file_passage: 'file_id in (select id from agent_file where user_id = $1)',
  chat_tool_result: 'chat_id in (select id from chat where user_id = $1)',
  own_app_audit: 'app_id in (select id from store_app where owner_id = $1)',
  payment_receipt: 'payment_id in (select id from payment_order where user_id = $1)',
  user_agent_version: 'agent_id in (select id from user_agent where user_id = $1)',
}

const PAGE_ROWS = 200

const SECRET_COLUMNS = new Set([
  'sealed',
  'request_hash',
  'idempotency_key',
  'token_offer',
  'token_hash',
  'user_id',
  'page_key',
  'renewing_until',
  'renewal_lease',
  'actor',
])

/** Runs in this order before the rows of the account itself; `$1` is the user's id. */
const CLEARED = [
  `delete from run_event where run_id in (select id from paid_run where user_id = $1)`,
  `delete from ca_report where id in (select id from paid_run where user_id = $1)`,
  `update paid_run set input = '{}', progress = null, counts = null, body = null, hidden_at = coalesce(hidden_at, now()) where user_id = $1`,
  `update consumption set description = null, feature_id = null where user_id = $1`,
  `update payment_order set status = case status when 'PENDING' then 'CANCELLED' else status end,
     watch_at = null, payer_linked = false where user_id = $1 and status <> 'PAID'`,
  `update admin_action set detail = detail - 'name' where subject = $1::text`,
  `delete from sign_in_challenge where address in (select address from user_wallet where user_id = $1)`,
  `delete from refresh_token where session_id in (select id from user_session where user_id = $1)`,
]

const UNFINISHED = `select 1 as found from paid_run where user_id = $1 and status in ('queued', 'running')
  union all select 1 from chat_turn where user_id = $1 and status = 'running' limit 1`

const OWN_APPS = 'select id from store_app where owner_id = $1'

/** Statements for the apps that the user added. Their owner is in another column. */
const OWN_APP_ROWS = [
  ...['app_secret', 'app_sign_in', 'app_oauth_client', 'app_server', 'installed_app'].map(
    (table) => `delete from ${table} where app_id in (${OWN_APPS})`,
  ),
  'delete from store_app where owner_id = $1',
]

/** Returns every table with a column `user_id`, so that a new table is never forgotten. */
async function findTables(q: Queryable): Promise<string[]> {
  const rows = await q.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'user_id' order by table_name`,
  )
  return rows.map(({ name }) => name)
}

/** Returns true while a run or a chat turn of the user is unfinished. */
export async function hasUnfinishedWork(q: Queryable, userId: string): Promise<boolean> {
  return (await q.query(UNFINISHED, [userId])).length > 0
}

/** Deletes the account and all its rows except those of the ledger. Requires a transaction. */
export async function deletePersonalRows(tx: Queryable, userId: string): Promise<void> {
  for (const statement of [...CLEARED, ...OWN_APP_ROWS]) await tx.query(statement, [userId])
  for (const table of await findTables(tx)) {
    if (!KEPT.has(table)) await tx.query(`delete from "${table}" where user_id = $1`, [userId])
  }
  await tx.query('update account set closed_at = now() where id = $1', [userId])
  await tx.query('delete from app_user where id = $1', [userId])
}

async function findKeys(q: Queryable): Promise<Map<string, string[]>> {
  const rows = await q.query<{ name: string; column: string }>(
    `select k.table_name as name, k.column_name as column
     from information_schema.table_constraints c
       join information_schema.key_column_usage k on k.constraint_schema = c.constraint_schema
         and k.constraint_name = c.constraint_name and k.table_name = c.table_name
     where c.table_schema = current_schema() and c.constraint_type = 'PRIMARY KEY'
     order by k.table_name, k.ordinal_position`,
  )
  const keys = new Map<string, string[]>()
  for (const { name, column } of rows) keys.set(name, [...(keys.get(name) ?? []), column])
  return keys
}

/** A page of a table's rows. `isCut` is true on the last page if the table has more. */
export type PersonalPage = {
  readonly table: string
  readonly rows: readonly Record<string, unknown>[]
  readonly isCut: boolean
}

/** Yields what users may read about themselves, table by table, each with at most `maxRows` rows. */
export async function* readPersonalPages(
  q: Queryable,
  userId: string,
  maxRows: number,
): AsyncGenerator<PersonalPage> {
  const keys = await findKeys(q)
  const own = (await findTables(q)).filter((table) => !NOT_EXPORTED.has(table))
  const conditions = {
    ...Object.fromEntries(own.map((table) => [table, 'user_id = $1'])),
    ...EXPORTED_BY_OTHERS,
  }
  for (const [table, condition] of Object.entries(conditions)) {
    const key = keys.get(table)
    if (key === undefined) throw new Error(`the table ${table} has no primary key`)
    yield* readTable(q, { table, condition, key, userId, maxRows })
  }
}

async function* readTable(
  q: Queryable,
  of: {
    table: string
    condition: string
    key: readonly string[]
    userId: string
    maxRows: number
  },
): AsyncGenerator<PersonalPage> {
  const { table, condition, userId, maxRows } = of
  const key = of.key.map((column) => `"${column}"`)
  const values = key.map((_, index) => `$${index + 3}`)
  let read = 0
  let after: readonly string[] = []
  for (;;) {
    // The key as text keeps what a date would round.
    const found = await q.query<Record<string, unknown> & { page_key: string[] }>(
      `select *, array[${key.map((column) => `${column}::text`).join(', ')}] as page_key
       from "${table}" where ${condition}
         ${after.length === 0 ? '' : `and (${key.join(', ')}) > (${values.join(', ')})`}
       order by ${key.join(', ')} limit $2`,
      [userId, PAGE_ROWS, ...after],
    )
    const rows = found.slice(0, maxRows - read)
    const isCut = rows.length < found.length
    if (found.length > 0) yield { table, rows: rows.map(withoutSecrets), isCut }
    read += rows.length
    const last = found.at(-1)
    if (last === undefined || isCut || found.length < PAGE_ROWS) return
    after = last.page_key
  }
}

/** Returns the apps that the user added, without their addresses, which may contain a key. */
export const readOwnApps = (q: Queryable, userId: string): Promise<Record<string, unknown>[]> =>
  q.query(
    'select id, name, description, created_at from store_app where owner_id = $1 order by created_at',
    [userId],
  )

const withoutSecrets = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET_COLUMNS.has(column)))
