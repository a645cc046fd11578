import type { Queryable } from '#server/db/database.ts'
import { SYSTEM_ACCOUNTS } from './ledger-accounts.ts'
import { NIL_UUID } from '#server/lib/ids.ts'

/** A violated invariant. `subject` is the id of an account or a transfer. */
export type Violation = { invariant: string; subject: string; detail: string }

/** Maximum number of violations of one invariant in a result. After a bad restore, every row may be one. */
const MAX_VIOLATIONS = 1_000

type Invariant = { name: string; sql: string }

// Each statement returns the offending rows as (subject, detail). Constraints of the tables prevent most of them, but
// a restored backup or a manual change can bypass constraints and code. `$1` is the checkpoint, whose totals cover
// everything before it.
const INVARIANTS: Invariant[] = [
  {
    name: 'user balances and system accounts sum to zero',
    sql: `select 'all' as subject, 'sum is ' || total as detail from (
        select coalesce((select sum(balance) from account where kind = 'user'), 0)
          + coalesce((select system_total from ledger_checkpoint where $1::uuid <> '${NIL_UUID}'), 0)
          + coalesce((select ${buildSystemSumSql()} from transfer where id >= $1), 0)
          as total) s where total <> 0`,
  },
  {
    name: 'a balance is the sum of its transfers',
    sql: `select a.id::text as subject, 'balance ' || a.balance || ', transfers ' || coalesce(s.total, 0) as detail
      from account a left join (
        select user_id, sum(lamports) as total from (
          select account_id as user_id, balance * times as lamports from ledger_checkpoint_balance
          where $1::uuid <> '${NIL_UUID}'
          union all select user_id, case when credit = user_id then lamports else -lamports end
          from transfer where id >= $1) moved
        group by user_id) s on s.user_id = a.id
      where a.kind = 'user' and a.balance <> coalesce(s.total, 0)`,
  },
  {
    // In any order, each balance left by a transfer is the starting balance of the next one: the starting balances
    // and the last balance are the same collection as 0 and the balances left.
    name: 'the balances left by transfers form one chain',
    sql: `select user_id::text as subject, 'balance ' || value || ' is left and found unequally often' as detail
      from (
        ${buildBalancesSql('id >= $1')}
        union all select account_id, balance, times from ledger_checkpoint_balance where $1::uuid <> '${NIL_UUID}'
        union all select id, 0, 1 from account a where kind = 'user' and ($1::uuid = '${NIL_UUID}'
          or not exists (select 1 from ledger_checkpoint_balance b where b.account_id = a.id))
        union all select id, balance, -1 from account where kind = 'user') s
      group by user_id, value having sum(n) <> 0`,
  },
  {
    name: 'no balance is below zero',
    sql: `select id::text as subject, 'balance ' || balance as detail from account
      where kind = 'user' and balance < 0 and $1::uuid is not null`,
  },
  {
    name: 'a refund gives back one charge of the same user, whole and once',
    sql: `select r.id::text as subject,
        r.lamports || ' lamports back for ' || coalesce(c.lamports::text, 'no charge') as detail
      from transfer r left join transfer c on c.id = r.refund_of and c.kind = 'charge' and c.user_id = r.user_id
      where r.kind = 'refund' and r.id >= $1 and (c.id is null or r.lamports <> c.lamports)
      union all
      select refund_of::text, count(*) || ' refunds' from transfer
      where refund_of is not null group by refund_of having count(*) > 1 and max(id::text) >= $1::uuid::text`,
  },
  {
    name: 'a reversal takes back one top-up of the same user, and never more than it was',
    sql: `select r.transfer_id::text as subject,
        coalesce(b.back, 0) || ' of ' || r.lamports || ' lamports back for '
          || coalesce(t.lamports::text, 'no top-up') as detail
      from ledger_reversal r
      left join transfer t on t.id = r.transfer_id and t.kind = 'topup' and t.user_id = r.user_id
      left join (
        select reversal_of, sum(lamports) as back, count(distinct user_id) as users, min(user_id::text) as user_id
        from transfer where reversal_of is not null group by reversal_of) b on b.reversal_of = r.transfer_id
      where $1::uuid is not null and (t.id is null or t.lamports <> r.lamports or b.back > r.lamports
        or b.users > 1 or b.user_id <> r.user_id::text)
      union all
      select t.id::text, 'reversal of nothing' from transfer t
        left join ledger_reversal r on r.transfer_id = t.reversal_of
      where t.kind = 'reversal' and r.transfer_id is null`,
  },
  {
    name: 'a charge has one consumption record and a record has a charge',
    sql: `select coalesce(t.id, c.transfer_id)::text as subject,
        case when c.transfer_id is null then 'charge without record' else 'record without charge' end as detail
      from (select id, user_id from transfer where kind = 'charge' and id >= $1) t
      full join (select transfer_id, user_id from consumption where transfer_id >= $1) c
        on c.transfer_id = t.id and c.user_id = t.user_id
      where t.id is null or c.transfer_id is null`,
  },
  {
    name: 'a record is REFUNDED exactly when its charge was given back',
    sql: `select c.transfer_id::text as subject,
        c.status || case when r.id is null then ' without refund' else ' with refund' end as detail
      from consumption c left join transfer r on r.refund_of = c.transfer_id
      where c.transfer_id >= $1 and (c.status = 'REFUNDED') <> (r.id is not null)
      union all
      select c.transfer_id::text, c.status || ' with refund'
      from transfer r join consumption c on c.transfer_id = r.refund_of
      where r.id >= $1 and r.refund_of < $1 and c.status <> 'REFUNDED'`,
  },
]

/** Checks the transfers from id `since` on, and the totals of all. Returns an empty list if all invariants hold. */
export async function findViolations(q: Queryable, since: string): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { name, sql } of INVARIANTS) {
    const rows = await q.query<{ subject: string; detail: string }>(
      `${sql} limit ${MAX_VIOLATIONS}`,
      [since],
    )
    violations.push(...rows.map((row) => ({ invariant: name, ...row })))
  }
  return violations
}

/** Returns SQL for the balances that transfers leave (1) and find (-1). */
export function buildBalancesSql(condition: string): string {
  return `select user_id, balance_after as value, 1 as n from transfer where ${condition}
    union all select user_id, balance_after + case when debit = user_id then lamports else -lamports end, -1
    from transfer where ${condition}`
}

export function buildSystemSumSql(): string {
  const ids = Object.values(SYSTEM_ACCOUNTS)
    .map((id) => `'${id}'`)
    .join(', ')
  return `sum(case when credit in (${ids}) then lamports else 0 end)
    - sum(case when debit in (${ids}) then lamports else 0 end)`
}
