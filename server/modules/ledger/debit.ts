import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { SYSTEM_ACCOUNTS } from './ledger-accounts.ts'
import { formatLedgerKey } from './ledger-keys.ts'

// As in the other statements of the ledger, the account row is locked first.
const DEBIT = `
with locked as (
  select id, balance from account where id = $1 and kind = 'user' and balance >= $3::bigint for update
), entry as (
  insert into transfer
    (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, memo)
  select $2::uuid, id, 'operator', id, '${SYSTEM_ACCOUNTS.operator}', $3::bigint, balance - $3::bigint, $4, $5, $6
  from locked
  returning user_id, balance_after
), balanced as (
  update account set balance = entry.balance_after from entry where account.id = entry.user_id
)
select balance_after as "balanceAfter" from entry`

/** Takes an amount from a user for the operator. Returns the balance left in lamports, or null if the balance is too low. */
export async function debitByOperator(
  q: Queryable,
  { userId, lamports, reason }: { userId: string; lamports: bigint; reason: string },
): Promise<bigint | null> {
  const id = uuidv7()
  const rows = await q.query<{ balanceAfter: bigint }>(DEBIT, [
    userId,
    id,
    lamports,
    formatLedgerKey('operator', `debit ${id}`),
    String(lamports),
    reason,
  ])
  return rows[0]?.balanceAfter ?? null
}
