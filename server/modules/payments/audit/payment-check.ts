import type { Database } from '#server/db/database.ts'
import type { Violation } from '#server/modules/ledger/ledger-check.ts'

/** Maximum number of violations of one invariant in a result. After a bad restore, every row may be one. */
export const MAX_VIOLATIONS = 1_000

const INVARIANTS: readonly { name: string; sql: string }[] = [
  {
    name: 'a user was credited the sum of the payments verified on the chain',
    sql: `select user_id::text as subject,
        'credited ' || sum(credited) || ', received for ' || sum(received) || ' lamports' as detail
      from (
        select user_id, lamports as credited, 0 as received from transfer where kind = 'topup'
        union all select user_id, -lamports, 0 from ledger_reversal
        union all select o.user_id, 0, r.credited_lamports
          from payment_receipt r join payment_order o on o.id = r.payment_id where r.state = 'CREDITED') s
      group by user_id having sum(credited) <> sum(received)`,
  },
  {
    name: 'a credited payment stands for one standing top-up of its user, of the same amount',
    sql: `select r.signature as subject,
        'credited ' || r.credited_lamports || ', top-up ' || coalesce(t.lamports::text, 'missing') as detail
      from payment_receipt r
      left join payment_order o on o.id = r.payment_id
      left join transfer t on t.id = r.transfer_id and t.kind = 'topup' and t.user_id = o.user_id
      left join ledger_reversal b on b.transfer_id = t.id
      where r.state = 'CREDITED' and (t.id is null or t.lamports <> r.credited_lamports or b.transfer_id is not null)`,
  },
  {
    name: 'a standing top-up stands for one credited payment',
    sql: `select t.id::text as subject, count(r.id) || ' payments' as detail
      from transfer t
      left join ledger_reversal b on b.transfer_id = t.id
      left join payment_receipt r on r.transfer_id = t.id and r.state = 'CREDITED'
      where t.kind = 'topup' and b.transfer_id is null
      group by t.id having count(r.id) <> 1`,
  },
  {
    name: 'an order is PAID exactly by one credited payment, of the same transaction and amount',
    sql: `select o.id::text as subject, o.status || ' with ' || count(r.id) || ' credited payments' as detail
      from payment_order o
      left join payment_receipt r on r.payment_id = o.id and r.state = 'CREDITED'
      group by o.id, o.status, o.transaction_signature, o.credited_lamports
      having case when o.status = 'PAID'
        then count(r.id) <> 1 or min(r.signature) <> o.transaction_signature
          or min(r.credited_lamports) <> o.credited_lamports
        else count(r.id) > 0 end`,
  },
]

/** Returns broken invariants of orders and receipts, from one snapshot. Each takes 3 s for a million payments. */
export const checkPayments = (db: Database): Promise<Violation[]> =>
  db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const violations: Violation[] = []
    for (const { name, sql } of INVARIANTS) {
      const rows = await tx.query<{ subject: string; detail: string }>(
        `${sql} limit ${MAX_VIOLATIONS}`,
      )
      violations.push(...rows.map((row) => ({ invariant: name, ...row })))
    }
    return violations
  })
