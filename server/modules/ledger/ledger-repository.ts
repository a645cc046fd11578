import type { ConsumptionStatus, ConsumptionType } from '#contract/payments.ts'
import type { Queryable } from '#server/db/database.ts'
import { findPageStart, buildPageIdsSql } from '#server/db/list-places.ts'
import { createPage, type Page } from '#server/db/page.ts'
import { CREDITED_FROM, SYSTEM_ACCOUNTS, type CreditKind } from './ledger-accounts.ts'

/** A transfer that was written now or found by its key. `balanceAfter`: the user's balance after it, in lamports. */
export type StoredTransfer = { id: string; balanceAfter: bigint; requestHash: string }

type Entry = { transferId: string; userId: string; lamports: bigint; key: string; hash: string }

/** `quantity`: 1 by default. `featureId`: the run or turn that was bought. */
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

// Each statement below locks the account row first and computes the new balance from the locked version, so
// concurrent ones queue on the row. If a key is already used, the insert and all that depends on it do nothing.

const CHARGE = `
with locked as (
  select id, balance from account
  where id = $1 and kind = 'user' and closed_at is null and balance >= $2::bigint for update
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

/** Opens the account of a user. Idempotent. */
export async function insertAccount(q: Queryable, userId: string): Promise<void> {
  await q.query(`insert into account (id, kind) values ($1, 'user') on conflict (id) do nothing`, [
    userId,
  ])
}

/** Returns undefined if nothing was written: insufficient balance or used key. */
export async function insertCharge(
  q: Queryable,
  entry: Entry & { consumption: ConsumptionDetails },
): Promise<StoredTransfer | undefined> {
  const { type, description, quantity, featureId } = entry.consumption
  const rows = await q.query<StoredTransfer>(CHARGE, [
    ...toValues(entry),
    type,
    description ?? null,
    quantity ?? 1,
    featureId ?? null,
  ])
  return rows[0]
}

/** Returns the id of the refund, or undefined if nothing was written: no such charge, or it was refunded before. */
export async function insertRefund(
  q: Queryable,
  refund: { chargeId: string; refundId: string; key: string; reason: string },
): Promise<string | undefined> {
  const { chargeId, refundId, key, reason } = refund
  const rows = await q.query<{ id: string }>(REFUND, [chargeId, refundId, key, reason])
  return rows[0]?.id
}

/** Returns undefined if nothing was written: no such account, or the key is used. */
export async function insertCredit(
  q: Queryable,
  entry: Entry & { kind: CreditKind; memo: string | undefined },
): Promise<StoredTransfer | undefined> {
  const rows = await q.query<StoredTransfer>(CREDIT, [
    ...toValues(entry),
    entry.kind,
    CREDITED_FROM[entry.kind],
    entry.memo ?? null,
  ])
  return rows[0]
}

const toValues = (entry: Entry) => [
  entry.userId,
  entry.lamports,
  entry.transferId,
  entry.key,
  entry.hash,
]

/** Returns the transfer of the user with this idempotency key, whatever its kind. */
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

/** Returns null without a transfer with this key. */
export async function findCredit(
  q: Queryable,
  userId: string,
  key: string,
): Promise<{ lamports: bigint; createdAt: Date } | null> {
  const rows = await q.query<{ lamports: bigint; createdAt: Date }>(
    `select lamports, created_at as "createdAt"
     from transfer where user_id = $1 and idempotency_key = $2`,
    [userId, key],
  )
  return rows[0] ?? null
}

export async function findRefund(q: Queryable, chargeId: string): Promise<string | undefined> {
  const rows = await q.query<{ id: string }>('select id from transfer where refund_of = $1', [
    chargeId,
  ])
  return rows[0]?.id
}

/** Returns lamports. Undefined: the user has no account. */
export async function readBalance(q: Queryable, userId: string): Promise<bigint | undefined> {
  const rows = await q.query<{ balance: bigint }>(
    `select balance from account where id = $1 and kind = 'user'`,
    [userId],
  )
  return rows[0]?.balance
}

/** Returns a page of what the user bought, newest first. Undefined type: all types. */
export async function selectConsumption(
  q: Queryable,
  page: { userId: string; type: ConsumptionType | undefined; offset: number; limit: number },
): Promise<Page<ConsumptionRow>> {
  const { userId, type } = page
  const list = {
    name: type === undefined ? 'consumption' : `consumption ${type}`,
    userId,
    from: `consumption where user_id = $1${type === undefined ? '' : ' and type = $2'}`,
    values: type === undefined ? [userId] : [userId, type],
    id: 'transfer_id',
  }
  const { key, skip, total } = await findPageStart(q, list, page.offset)
  const rows = await q.query<ConsumptionRow>(
    `select c.transfer_id as "transferId", c.type, c.description, c.quantity, c.feature_id as "featureId",
       c.status, t.lamports, c.created_at as "createdAt"
     from consumption c join transfer t on t.id = c.transfer_id
     where c.transfer_id in (${buildPageIdsSql(list)})
     order by c.created_at desc, c.transfer_id desc`,
    [...list.values, key.at, key.id, skip, page.limit + 1],
  )
  return createPage(q, rows, page, { ...list, total })
}
