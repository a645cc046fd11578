import { HOUR_MS } from '#server/lib/durations.ts'
import type { Queryable, Transactional } from '#server/db/database.ts'
import {
  findViolations,
  buildBalancesSql,
  buildSystemSumSql,
  type Violation,
} from './ledger-check.ts'
import { NIL_UUID } from '#server/lib/ids.ts'

/** How far a check found the books correct. */
export type Checkpoint = {
  /** Transfers with smaller ids are checked. */
  readonly before: string
  readonly transfers: bigint
  readonly checkedAt: Date
  /** When all transfers were last checked. */
  readonly fullCheckAt: Date
}

export type CheckOptions = {
  /** Checks all transfers instead of those since the last checkpoint. Default: true. */
  readonly isFull?: boolean
  /** Stores a checkpoint if the books are correct. Default: false. */
  readonly keepsCheckpoint?: boolean
  readonly now?: number
}

/** A transfer gets its id before it waits for its account. By then it is committed. */
const SETTLED_AFTER_MS = HOUR_MS

/** Returns null before the first checkpoint. */
export async function findCheckpoint(q: Queryable): Promise<Checkpoint | null> {
  const rows = await q.query<Checkpoint>(
    `select before, transfers, checked_at as "checkedAt", full_check_at as "fullCheckAt" from ledger_checkpoint`,
  )
  return rows[0] ?? null
}

/** Checks the books in one snapshot. An empty list means that all invariants hold. */
export const checkLedger = (
  db: Transactional,
  { isFull = true, keepsCheckpoint = false, now = Date.now() }: CheckOptions = {},
): Promise<Violation[]> =>
  db.transaction(async (tx) => {
    await tx.query(
      `set transaction isolation level repeatable read${keepsCheckpoint ? '' : ', read only'}`,
    )
    const checkpoint = isFull ? null : await findCheckpoint(tx)
    const since = checkpoint?.before ?? NIL_UUID
    const violations = await findViolations(tx, since)
    if (keepsCheckpoint && violations.length === 0) await keep(tx, since, now)
    return violations
  })

async function keep(tx: Queryable, since: string, now: number): Promise<void> {
  const before = createFirstId(now - SETTLED_AFTER_MS)
  const [found] = await tx.query<{ count: bigint; total: bigint }>(
    `select count(*) as count, coalesce(${buildSystemSumSql()}, 0)::bigint as total from transfer where id >= $1 and id < $2`,
    [since, before],
  )
  const { count = 0n, total = 0n } = found ?? {}
  const isFull = since === NIL_UUID
  if (before <= since || (count === 0n && isFull)) return
  if (isFull) await tx.query('delete from ledger_checkpoint_balance')
  const condition = 'id >= $1 and id < $2'
  await tx.query(
    `insert into ledger_checkpoint_balance (account_id, balance, times)
     select user_id, value, sum(n)::bigint from (
       ${buildBalancesSql(condition)}
       union all select distinct user_id, 0, 1 from transfer t where ${condition}
         and not exists (select 1 from ledger_checkpoint_balance b where b.account_id = t.user_id)) s
     group by user_id, value having sum(n) <> 0
     on conflict (account_id, balance) do update set times = ledger_checkpoint_balance.times + excluded.times`,
    [since, before],
  )
  await tx.query('delete from ledger_checkpoint_balance where times = 0')
  const added = (column: string) =>
    `${isFull ? '' : `ledger_checkpoint.${column} + `}excluded.${column}`
  await tx.query(
    `insert into ledger_checkpoint (id, before, checked_at, full_check_at, transfers, system_total)
     values (1, $1, now(), now(), $2, $3)
     on conflict (id) do update set before = excluded.before, checked_at = excluded.checked_at,
       ${isFull ? 'full_check_at = excluded.full_check_at,' : ''}
       transfers = ${added('transfers')}, system_total = ${added('system_total')}`,
    [before, count, total],
  )
}

/** Returns the smallest UUIDv7 of a time in Unix milliseconds. */
function createFirstId(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
