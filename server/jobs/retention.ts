import type { Database } from '#server/db/database.ts'
import type { JobKind } from './jobs.ts'

type RetentionRule = {
  table: string
  key: readonly string[]
  /** SQL condition on the row `aged`; `$1` is the number of days. */
  due: string
  days: number
  /** SQL that empties a row that has to stay. Without it, the row is deleted. */
  clear?: string
  /** Smaller batches for rows whose deletion takes long. */
  maxBatchRows?: number
}

const olderThan = (column: string) => `${column} < now() - $1::float8 * interval '1 day'`

/** The last event stays, so that a late reader learns how the run ended. */
const NOT_LAST = `(aged.event ->> 'type') not in ('done', 'failed', 'cancelled')`

const UNWATCHED = `exists (select 1 from payment_order
  where payment_order.id = aged.payment_id and payment_order.watch_at is null`

/** Every table whose rows would otherwise pile up forever. */
export const RETENTION = {
  /** Needed only to resume a stream; the message keeps its parts. */
  chat_events: {
    table: 'chat_events',
    key: ['message_id', 'first_seq'],
    due: olderThan('aged.created_at'),
    days: 1,
  },
  /** A paid turn stays as long as its message, which shows the price. */
  chat_turns: {
    table: 'chat_turn',
    key: ['id'],
    due: `${olderThan('aged.created_at')} and aged.status <> 'running' and (aged.points = 0
      or not exists (select 1 from chat_message where chat_message.id = aged.message_id))`,
    days: 30,
  },
  run_events: {
    table: 'run_event',
    key: ['run_id', 'seq'],
    due: `${olderThan('aged.created_at')} and ${NOT_LAST}`,
    days: 7,
  },
  /** The row stays, because its charge and its Idempotency-Key refer to it. */
  removed_runs: {
    table: 'paid_run',
    key: ['id'],
    due: `${olderThan('aged.hidden_at')} and aged.body is not null`,
    days: 1,
    clear: 'body = null',
  },
  /** Parts of reports that their owners removed or that were never finished. */
  report_parts: {
    table: 'ca_report',
    key: ['id'],
    due: `not exists (select 1 from paid_run where paid_run.id = aged.id
      and (paid_run.hidden_at is null or not ${olderThan('paid_run.hidden_at')})
      and paid_run.status in ('queued', 'running', 'done'))
      and not exists (select 1 from demo_report where demo_report.id = aged.id)`,
    days: 1,
    maxBatchRows: 5,
  },
  /** The blockhashes find the payments of an order that is still watched. */
  payment_blockhashes: {
    table: 'payment_blockhash',
    key: ['payment_id', 'blockhash'],
    due: `${olderThan('aged.issued_at')} and ${UNWATCHED})`,
    days: 30,
  },
  payment_second_looks: {
    table: 'payment_second_look',
    key: ['payment_id', 'receipt_id'],
    due: `${UNWATCHED} and ${olderThan('payment_order.created_at')})`,
    days: 30,
  },
  /** Until then, a used token that is sent again ends its session as stolen. */
  refresh_tokens: {
    table: 'refresh_token',
    key: ['token_hash'],
    due: olderThan('aged.used_at'),
    days: 7,
  },
  /** Deletes the stored transactions of the token too, which may be megabytes. They are fetched again when needed. */
  analysis_tokens: {
    table: 'analysis_token',
    key: ['mint'],
    due: olderThan('aged.used_at'),
    days: 30,
    maxBatchRows: 5,
  },
  /** No history is longer than a year. The last of the old rows stays, because spans are counted from it. */
  balance_totals: {
    table: 'balance_total',
    key: ['user_id', 'until'],
    due: `${olderThan('aged.until')} and exists (select 1 from balance_total later
      where later.user_id = aged.user_id and later.until > aged.until and ${olderThan('later.until')})`,
    days: 400,
  },
  /** Five years, as auditors ask. */
  admin_actions: {
    table: 'admin_action',
    key: ['id'],
    due: olderThan('aged.created_at'),
    days: 1_825,
  },
  /** An alert that has not fired has no `fired_at` and stays. */
  price_alerts: {
    table: 'price_alert',
    key: ['id'],
    due: olderThan('aged.fired_at'),
    days: 30,
  },
  agent_previews: {
    table: 'user_agent',
    key: ['id'],
    due: `${olderThan('aged.updated_at')} and aged.is_preview`,
    days: 1,
  },
  analysis_funders: {
    table: 'analysis_funder',
    key: ['wallet'],
    due: olderThan('aged.looked_at'),
    days: 90,
  },
} as const satisfies Record<string, RetentionRule>

export type RetentionName = keyof typeof RETENTION

/** Former names, which an operator's settings may still hold. */
export const RENAMED_RULES: Readonly<Record<string, RetentionName>> = {
  research_events: 'run_events',
  analysis_events: 'run_events',
  removed_research: 'removed_runs',
  removed_reports: 'removed_runs',
}

/** Rules of former versions, which an operator's settings may still hold. pg-boss deletes its jobs itself. */
export const DROPPED_RULES: ReadonlySet<string> = new Set(['finished_jobs', 'dead_jobs'])

export type RetentionDays = Readonly<Partial<Record<RetentionName, number>>>

export const PURGE_JOB = 'purge'

/** A larger batch would hold its locks for long. */
const BATCH_ROWS = 500
const HOURLY = '0 * * * *'
const JOB_ATTEMPTS = 3

/** Deletes due rows in batches. If a rule fails, the others still run; `AggregateError` reports the failures at the end. */
export async function purge(
  db: Database,
  {
    days = {},
    batchRows = BATCH_ROWS,
    signal,
  }: { days?: RetentionDays; batchRows?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const failures: unknown[] = []
  for (const name of Object.keys(RETENTION) as RetentionName[]) {
    const rule: RetentionRule = RETENTION[name]
    try {
      const size = Math.min(batchRows, rule.maxBatchRows ?? batchRows)
      let count = size
      while (count === size) {
        signal?.throwIfAborted()
        count = await purgeBatch(db, rule, { days: days[name] ?? rule.days, batchRows: size })
      }
    } catch (cause) {
      failures.push(new Error(`the rule ${name} failed`, { cause }))
    }
  }
  signal?.throwIfAborted()
  if (failures.length > 0) throw new AggregateError(failures, 'some rows could not be purged')
}

/** Purges one batch and returns its number of rows. Concurrent servers take different rows. */
async function purgeBatch(
  db: Database,
  { table, key, due, clear }: RetentionRule,
  { days, batchRows }: { days: number; batchRows: number },
): Promise<number> {
  const columns = (of: string) => key.map((column) => `${of}.${column}`).join(', ')
  const isOld = `(${columns(table)}) = (${columns('old')})`
  const change =
    clear === undefined
      ? `delete from ${table} using old where ${isOld}`
      : `update ${table} set ${clear} from old where ${isOld}`
  const rows = await db.query(
    `with old as (
       select ${columns('aged')} from ${table} as aged where ${due} limit $2 for update skip locked
     ) ${change} returning 1 as gone`,
    [days, batchRows],
  )
  return rows.length
}

export const createPurgeJob = (db: Database, days: RetentionDays): JobKind => ({
  kind: PURGE_JOB,
  concurrency: 1,
  maxAttempts: JOB_ATTEMPTS,
  schedule: HOURLY,
  handler: (_payload, { signal }) => purge(db, { days, signal }),
})
