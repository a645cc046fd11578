import type { ConsumptionStatus, ConsumptionType } from '#contract/payments.ts'
import type { Queryable } from '#server/db/database.ts'
import { pageOf, type Page } from '#server/db/page.ts'
import { CREDITED_FROM, SYSTEM_ACCOUNTS, type CreditKind } from './ledger-accounts.ts'

/** A transfer that was written now or found by its key. `balanceAfter` is the user's balance after it. */
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

// Each statement below locks the account row first and computes the new balance from the locked version, so
// concurrent ones queue on the row. If a key is already used, the insert and all that depends on it do nothing.

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

// Charges of several users, all or none per user. None if the balance doesn't cover them all or a key is used. A key
// used concurrently fails the whole statement. Rows are locked in one order, which prevents deadlocks.
const chargeAll = (lock: 'for update of account' | 'for update of account skip locked') => `
with wanted as (
  select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::int[], $10::text[])
    as w (id, user_id, lamports, spent, key, hash, type, description, quantity, feature_id)
), locked as (
  select account.id, account.balance, due.total
  from account join unnest($11::uuid[], $12::bigint[]) as due (user_id, total) on due.user_id = account.id
  where account.kind = 'user' and account.balance >= due.total and not exists (
    select from wanted w join transfer used on used.user_id = w.user_id and used.idempotency_key = w.key
    where w.user_id = account.id
  )
  order by account.id
  ${lock}
), entry as (
  insert into transfer (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash)
  select w.id, locked.id, 'charge', locked.id, '${SYSTEM_ACCOUNTS.revenue}', w.lamports, locked.balance - w.spent,
    w.key, w.hash
  from locked join wanted w on w.user_id = locked.id
  returning id, user_id, balance_after
), balanced as (
  update account set balance = locked.balance - locked.total from locked where account.id = locked.id
), consumed as (
  insert into consumption (transfer_id, user_id, type, description, quantity, feature_id)
  select entry.id, entry.user_id, w.type, w.description, w.quantity, w.feature_id
  from entry join wanted w on w.id = entry.id
)
select id, balance_after as "balanceAfter" from entry`

const CHARGE_ALL = chargeAll('for update of account')
const CHARGE_FREE = chargeAll('for update of account skip locked')

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

/** Returns undefined if nothing was written: insufficient balance or used key. */
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
 * Writes the charges of several users in one statement and returns the stored rows in their order. Undefined for all
 * charges of a user with an insufficient balance, a used key or, unless `isPatient`, a locked account. Throws and
 * writes nothing if the database rejects any charge.
 */
export async function insertCharges(
  q: Queryable,
  entries: readonly (Entry & { consumption: ConsumptionDetails })[],
  { isPatient }: { isPatient: boolean },
): Promise<(StoredTransfer | undefined)[]> {
  const totals = new Map<string, bigint>()
  const spent = entries.map(({ userId, lamports }) => {
    const total = (totals.get(userId) ?? 0n) + lamports
    totals.set(userId, total)
    return total
  })
  const text = isPatient ? CHARGE_ALL : CHARGE_FREE
  const rows = await q.query<{ id: string; balanceAfter: bigint }>(text, [
    entries.map((entry) => entry.transferId),
    entries.map((entry) => entry.userId),
    entries.map((entry) => entry.lamports),
    spent,
    entries.map((entry) => entry.key),
    entries.map((entry) => entry.hash),
    entries.map((entry) => entry.consumption.type),
    entries.map((entry) => entry.consumption.description ?? null),
    entries.map((entry) => entry.consumption.quantity ?? 1),
    entries.map((entry) => entry.consumption.featureId ?? null),
    [...totals.keys()],
    [...totals.values()],
  ])
  const balances = new Map(rows.map((row) => [row.id, row.balanceAfter]))
  return entries.map(({ transferId, hash }) => {
    const balanceAfter = balances.get(transferId)
    return balanceAfter === undefined
      ? undefined
      : { id: transferId, balanceAfter, requestHash: hash }
  })
}

/** Returns undefined if nothing was written: no such charge, or it was refunded before. */
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

/** Sets the status of a record. Only a refund sets REFUNDED, which is final. */
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
): Promise<Page<ConsumptionRow>> {
  const filter = `c.user_id = $1 and ($2::text is null or c.type = $2)`
  const params = [page.userId, page.type ?? null]
  const rows = await q.query<ConsumptionRow>(
    // Limits the page before the join, which would otherwise read the transfers of all users for a deep page.
    `select c.transfer_id as "transferId", c.type, c.description, c.quantity, c.feature_id as "featureId",
       c.status, t.lamports, c.created_at as "createdAt"
     from (
       select * from consumption c where ${filter}
       order by c.created_at desc, c.transfer_id desc offset $3 limit $4
     ) c join transfer t on t.id = c.transfer_id
     order by c.created_at desc, c.transfer_id desc`,
    [...params, page.offset, page.limit + 1],
  )
  return pageOf(q, rows, page, { from: `consumption c where ${filter}`, values: params })
}
