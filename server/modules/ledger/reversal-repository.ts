import type { Queryable } from '#server/db/database.ts'
import { SYSTEM_ACCOUNTS } from './ledger-accounts.ts'

/** `taken` went back to the treasury; the rest of `lamports` is debt. */
export type WrittenReversal = { lamports: bigint; taken: bigint }

// As in the other statements of the ledger, the account row is locked first and the balance is that of the locked
// version. The row, unique per credit, makes the rest happen once.
const REVERSE = `
with locked as (
  select account.id, account.balance, topup.lamports
  from transfer topup join account on account.id = topup.user_id
  where topup.id = $1 and topup.kind = 'topup'
  for update of account
), marked as (
  insert into ledger_reversal (transfer_id, user_id, lamports, reason)
  select $1::uuid, id, lamports, $4 from locked
  on conflict (transfer_id) do nothing
  returning transfer_id
), entry as (
  insert into transfer
    (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, reversal_of, memo)
  select $2::uuid, id, 'reversal', id, '${SYSTEM_ACCOUNTS.treasury}', least(balance, lamports),
    balance - least(balance, lamports), $3, $3, $1, $4
  from locked, marked where balance > 0
  returning user_id, lamports, balance_after
), balanced as (
  update account set balance = entry.balance_after from entry where account.id = entry.user_id
)
select locked.lamports, coalesce(entry.lamports, 0) as taken from locked join marked on true left join entry on true`

// Debt and number of installments are read together: of two calls that read the same, one finds its key used.
const COLLECT = `
with locked as (
  select id, balance from account where id = $1 and kind = 'user' and balance > 0 for update
), debt as (
  select r.transfer_id, r.lamports - coalesce(sum(t.lamports), 0)::bigint as owed, count(t.id) as installments
  from ledger_reversal r left join transfer t on t.reversal_of = r.transfer_id
  where r.user_id = $1
  group by r.transfer_id, r.lamports, r.created_at having r.lamports > coalesce(sum(t.lamports), 0)
  order by r.created_at limit 1
), entry as (
  insert into transfer
    (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, reversal_of, memo)
  select $2::uuid, id, 'reversal', id, '${SYSTEM_ACCOUNTS.treasury}', least(balance, owed), balance - least(balance, owed),
    'reversal:' || transfer_id || ':' || installments, 'collected', transfer_id, 'Owed for a payment that vanished'
  from locked, debt
  on conflict (user_id, idempotency_key) do nothing
  returning user_id, lamports, balance_after
), balanced as (
  update account set balance = entry.balance_after from entry where account.id = entry.user_id
)
select lamports from entry`

const DEBTS = `
  select r.transfer_id as "transferId", r.user_id as "userId", r.lamports - coalesce(sum(t.lamports), 0)::bigint as owed
  from ledger_reversal r left join transfer t on t.reversal_of = r.transfer_id
  group by r.transfer_id, r.user_id, r.lamports having r.lamports > coalesce(sum(t.lamports), 0)`

/** `owed` in lamports: the open debt for the credit `transferId`. */
export type Debt = { transferId: string; userId: string; owed: bigint }

/** Returns undefined if nothing was written: no such top-up, or it was reversed before. */
export async function insertReversal(
  q: Queryable,
  reversal: { creditId: string; reversalId: string; key: string; reason: string },
): Promise<WrittenReversal | undefined> {
  const { creditId, reversalId, key, reason } = reversal
  const rows = await q.query<WrittenReversal>(REVERSE, [creditId, reversalId, key, reason])
  return rows[0]
}

/** Pays the user's oldest debt from the balance. Returns false if there is no debt or no balance. */
export async function insertInstallment(
  q: Queryable,
  userId: string,
  transferId: string,
): Promise<boolean> {
  return (await q.query(COLLECT, [userId, transferId])).length > 0
}

export const selectDebts = (q: Queryable): Promise<Debt[]> => q.query<Debt>(DEBTS)

/** Returns true if the credit was reversed before, even if a part is still owed. */
export async function isReversed(q: Queryable, creditId: string): Promise<boolean> {
  return (
    (await q.query('select 1 from ledger_reversal where transfer_id = $1', [creditId])).length > 0
  )
}

/** Returns users who have both a debt and a balance. */
export async function selectSolventDebtors(q: Queryable): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `select distinct a.id from (${DEBTS}) d join account a on a.id = d."userId" where a.balance > 0`,
  )
  return rows.map(({ id }) => id)
}
