import type { ConsumptionStatus, ConsumptionType } from '#contract/payments.ts'
import type { Queryable } from '#server/db/database.ts'
import { CREDITED_FROM, SYSTEM_ACCOUNTS, type CreditKind } from './ledger-accounts.ts'

/** A transfer just written or found under its key. `balanceAfter` is the user's balance that it left. */
export type StoredTransfer = { id: string; balanceAfter: bigint; requestHash: string }

type Entry = { transferId: string; userId: string; lamports: bigint; key: string; hash: string }

export type ConsumptionDetails = {
  type: ConsumptionType
  description?: string
  quantity?: number
  featureId?: string
}

export type ConsumptionRow = {
  transferId: string
  type: ConsumptionType
  description: string | null
  quantity: number
  featureId: string | null
  status: ConsumptionStatus
  lamports: bigint
  createdAt: Date
}

// Each statement below locks the account row first and computes the new balance from the locked version, so concurrent
// ones queue up on the row; a key already used makes the insert do nothing, and with it everything that hangs on it.

const CHARGE = `
with locked as (
  select id, balance from account where id = $1 and kind = 'user' and balance >= $2::bigint for update
), entry as (
  insert into transfer (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash)
  select $3::uuid, id, 'charge', id, '${SYSTEM_ACCOUNTS.revenue}', $2::bigint, balance - $2::bigint, $4, $5
  from locked
  on conflict (user_id, idempotency_key) do nothing
  returning id, user_id, balance_after, request_hash
), balanced as (
  update account set balance = entry.balance_after from entry where account.id = $1
), consumed as (
  insert into consumption (transfer_id, user_id, type, description, quantity, feature_id)
  select id, user_id, $6, $7, $8, $9 from entry
)
select id, balance_after as "balanceAfter", request_hash as "requestHash" from entry`

// Several charges of one user, all or none: too little money for all of them gives no row, a used key is an error.
const CHARGE_ALL = `
with locked as (
  select id, balance from account where id = $1 and kind = 'user' and balance >= $2::bigint for update
), entry as (
  insert into transfer (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash)
  select w.id, locked.id, 'charge', locked.id, '${SYSTEM_ACCOUNTS.revenue}', w.lamports, locked.balance - w.spent,
    w.key, w.hash
  from locked, unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])
    as w (id, lamports, spent, key, hash)
  returning id, user_id, balance_after
), balanced as (
  update account set balance = locked.balance - $2::bigint from locked where account.id = locked.id
), consumed as (
  insert into consumption (transfer_id, user_id, type, description, quantity, feature_id)
  select entry.id, user_id, w.type, w.description, w.quantity, w.feature_id
  from entry join unnest($3::uuid[], $8::text[], $9::text[], $10::int[], $11::text[])
    as w (id, type, description, quantity, feature_id) on w.id = entry.id
)
select id, balance_after as "balanceAfter" from entry`

const REFUND = `
with locked as (
  select account.id, account.balance, charge.lamports
  from transfer charge join account on account.id = charge.user_id
  where charge.id = $1 and charge.kind = 'charge'
  for update of account
), entry as (
  insert into transfer
    (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, refund_of, memo)
  select $2::uuid, id, 'refund', '${SYSTEM_ACCOUNTS.revenue}', id, lamports, balance + lamports, $3, $3, $1, $4
  from locked
  on conflict do nothing
  returning id, user_id, balance_after
), balanced as (
  update account set balance = entry.balance_after from entry where account.id = entry.user_id
), consumed as (
  update consumption set status = 'REFUNDED' from entry where consumption.transfer_id = $1
)
select id from entry`

const CREDIT = `
with locked as (
  select id, balance from account where id = $1 and kind = 'user' for update
), entry as (
  insert into transfer
    (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, memo)
  select $3::uuid, id, $6, $7::uuid, id, $2::bigint, balance + $2::bigint, $4, $5, $8
  from locked
  on conflict (user_id, idempotency_key) do nothing
  returning id, balance_after, request_hash
), balanced as (
  update account set balance = entry.balance_after from entry where account.id = $1
)
select id, balance_after as "balanceAfter", request_hash as "requestHash" from entry`

export async function insertAccount(q: Queryable, userId: string): Promise<void> {
  await q.query(`insert into account (id, kind) values ($1, 'user') on conflict (id) do nothing`, [
    userId,
  ])
}

/** `undefined` when nothing was written: too little money, or the key is used. */
export async function insertCharge(
  q: Queryable,
  entry: Entry & { consumption: ConsumptionDetails },
): Promise<StoredTransfer | undefined> {
  const { type, description, quantity, featureId } = entry.consumption
  const rows = await q.query<StoredTransfer>(CHARGE, [
    ...valuesOf(entry),
    type,
    description ?? null,
    quantity ?? 1,
    featureId ?? null,
  ])
  return rows[0]
}

/**
 * Writes all charges of one user in one statement and gives the balance that each left, in their order; `undefined` when
 * nothing was written for want of money. Throws when a key is used (unique_violation) or any one is refused.
 */
export async function insertCharges(
  q: Queryable,
  userId: string,
  entries: readonly (Entry & { consumption: ConsumptionDetails })[],
): Promise<StoredTransfer[] | undefined> {
  let total = 0n
  const spent = entries.map((entry) => (total += entry.lamports))
  const rows = await q.query<{ id: string; balanceAfter: bigint }>(CHARGE_ALL, [
    userId,
    total,
    entries.map((entry) => entry.transferId),
    entries.map((entry) => entry.lamports),
    spent,
    entries.map((entry) => entry.key),
    entries.map((entry) => entry.hash),
    entries.map((entry) => entry.consumption.type),
    entries.map((entry) => entry.consumption.description ?? null),
    entries.map((entry) => entry.consumption.quantity ?? 1),
    entries.map((entry) => entry.consumption.featureId ?? null),
  ])
  if (rows.length === 0) return undefined
  const balances = new Map(rows.map((row) => [row.id, row.balanceAfter]))
  return entries.map(({ transferId, hash }) => {
    const balanceAfter = balances.get(transferId)
    if (balanceAfter === undefined) throw new Error(`charge ${transferId} was not written`)
    return { id: transferId, balanceAfter, requestHash: hash }
  })
}

/** `undefined` when nothing was written: no such charge, or it has been refunded. */
export async function insertRefund(
  q: Queryable,
  refund: { chargeId: string; refundId: string; key: string; reason: string },
): Promise<string | undefined> {
  const { chargeId, refundId, key, reason } = refund
  const rows = await q.query<{ id: string }>(REFUND, [chargeId, refundId, key, reason])
  return rows[0]?.id
}

/** `undefined` when nothing was written: no such account, or the key is used. */
export async function insertCredit(
  q: Queryable,
  entry: Entry & { kind: CreditKind; memo: string | undefined },
): Promise<StoredTransfer | undefined> {
  const rows = await q.query<StoredTransfer>(CREDIT, [
    ...valuesOf(entry),
    entry.kind,
    CREDITED_FROM[entry.kind],
    entry.memo ?? null,
  ])
  return rows[0]
}

const valuesOf = (entry: Entry) => [
  entry.userId,
  entry.lamports,
  entry.transferId,
  entry.key,
  entry.hash,
]

export async function findByKey(
  q: Queryable,
  userId: string,
  key: string,
): Promise<StoredTransfer | undefined> {
  const rows = await q.query<StoredTransfer>(
    `select id, balance_after as "balanceAfter", request_hash as "requestHash"
     from transfer where user_id = $1 and idempotency_key = $2`,
    [userId, key],
  )
  return rows[0]
}

export async function findRefundOf(q: Queryable, chargeId: string): Promise<string | undefined> {
  const rows = await q.query<{ id: string }>('select id from transfer where refund_of = $1', [
    chargeId,
  ])
  return rows[0]?.id
}

export async function readBalance(q: Queryable, userId: string): Promise<bigint | undefined> {
  const rows = await q.query<{ balance: bigint }>(
    `select balance from account where id = $1 and kind = 'user'`,
    [userId],
  )
  return rows[0]?.balance
}

/** REFUNDED is written by the refund alone and is final. */
export async function updateConsumptionStatus(
  q: Queryable,
  transferId: string,
  status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  await q.query(
    `update consumption set status = $2 where transfer_id = $1 and status not in ('REFUNDED', $2)`,
    [transferId, status],
  )
}

export async function selectConsumption(
  q: Queryable,
  page: { userId: string; type: ConsumptionType | undefined; offset: number; limit: number },
): Promise<{ rows: ConsumptionRow[]; total: number }> {
  const filter = `c.user_id = $1 and ($2::text is null or c.type = $2)`
  const params = [page.userId, page.type ?? null]
  const rows = await q.query<ConsumptionRow>(
    `select c.transfer_id as "transferId", c.type, c.description, c.quantity, c.feature_id as "featureId",
       c.status, t.lamports, c.created_at as "createdAt"
     from consumption c join transfer t on t.id = c.transfer_id
     where ${filter} order by c.created_at desc, c.transfer_id desc offset $3 limit $4`,
    [...params, page.offset, page.limit],
  )
  const counted = await q.query<{ total: bigint }>(
    `select count(*) as total from consumption c where ${filter}`,
    params,
  )
  return { rows, total: Number(counted[0]?.total ?? 0n) }
}
