import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { Queryable } from '#server/db/database.ts'
import {
  buildStatusCondition,
  getStatusAfter,
} from '#server/modules/payments/orders/order-transitions.ts'
import type { Currency } from '#server/modules/payments/orders/payment-order.ts'

export type ReceiptState = 'CREDITED' | 'UNMATCHED' | 'REFUNDED' | 'REVERSED'

/** One payment to the treasury. A transaction counts once per currency. */
export type ReceiptKey = {
  readonly network: string
  readonly signature: string
  readonly currency: Currency
}

export type Receipt = {
  readonly state: ReceiptState
  /** Null unless it paid or seems to be for an order. */
  readonly paymentId: string | null
  /** The credit while CREDITED, or the former credit of a REVERSED payment. */
  readonly creditedLamports: bigint | null
}

/** Payments in these states may be credited. */
export const OPEN_STATES = `'UNMATCHED', 'REVERSED'`
/** Returns true if an order can still be credited with the payment. */
export const isOpen = ({ state }: Receipt): boolean => state === 'UNMATCHED' || state === 'REVERSED'

/** Facts of a payment that never change. `received` in lamports or raw token units. */
export type ReceiptFacts = ReceiptKey & {
  readonly receiver: string
  readonly tokenMint: string | null
  readonly payer: string | null
  readonly received: bigint
  readonly slot: number
  readonly blockTime: Date | null
}

/** `creditedLamports`: the credit, also for a payment in tokens. */
export type Crediting = {
  readonly paymentId: string
  readonly creditedLamports: bigint
  readonly at: Date
}

export async function findReceipt(
  q: Queryable,
  { network, signature, currency }: ReceiptKey,
): Promise<Receipt | undefined> {
  const rows = await q.query<Receipt>(
    `select state, payment_id as "paymentId", credited_lamports as "creditedLamports" from payment_receipt
     where network = $1 and signature = $2 and currency = $3`,
    [network, signature, currency],
  )
  return rows[0]
}

/** Returns the signatures that have a receipt and need not be read again. A reversed payment that reappears does. */
export async function findKnownSignatures(
  q: Queryable,
  network: string,
  currency: Currency,
  signatures: readonly string[],
): Promise<Set<string>> {
  const rows = await q.query<{ signature: string }>(
    `select signature from payment_receipt where network = $1 and currency = $2 and signature = any($3) and state <> 'REVERSED'`,
    [network, currency, signatures],
  )
  return new Set(rows.map(({ signature }) => signature))
}

/** A receipt that we may credit; `creditKey` is the ledger's key for it, a new one after each reversal. */
export type ClaimedReceipt = { readonly id: string; readonly creditKey: string }

/**
 * Writes a receipt as credited, or updates an unmatched or reversed one. Undefined if the payment was used or
 * refunded. Every credit passes this statement; its unique key and state decide.
 */
export async function claimReceipt(
  q: Queryable,
  id: string,
  facts: ReceiptFacts,
  crediting: Crediting,
): Promise<ClaimedReceipt | undefined> {
  const rows = await q.query<{ id: string; reversals: number }>(
    `insert into payment_receipt (id, network, signature, currency, receiver, token_mint, payer, received, slot,
       block_time, recorded_at, state, payment_id, credited_lamports)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'CREDITED', $12, $13)
     on conflict (network, signature, currency) do update set
       state = 'CREDITED', payment_id = excluded.payment_id, credited_lamports = excluded.credited_lamports,
       received = excluded.received, payer = excluded.payer, slot = excluded.slot,
       block_time = excluded.block_time, missing_since = null, reversed_at = null, resolved_at = null
     where payment_receipt.state in (${OPEN_STATES})
     returning id, reversals`,
    [id, ...factValues(facts), crediting.at, crediting.paymentId, crediting.creditedLamports],
  )
  const [row] = rows
  return row === undefined
    ? undefined
    : { id: row.id, creditKey: formatCreditKey(facts, row.reversals) }
}

/** Returns the ledger's idempotency key. It changes with each reversal, so that the payment can be credited again. */
export const formatCreditKey = (
  { network, currency, signature }: ReceiptKey,
  reversals: number,
): string => `${network}:${currency}:${signature}${reversals === 0 ? '' : `:${reversals}`}`

export async function linkTransfer(q: Queryable, id: string, transferId: string): Promise<void> {
  await q.query('update payment_receipt set transfer_id = $2 where id = $1', [id, transferId])
}

/** Moves an unpaid order to PAID. Returns false if it is paid already. */
export async function payOrder(
  q: Queryable,
  { paymentId, creditedLamports, at }: Crediting,
  payment: { signature: string; isLate: boolean },
): Promise<boolean> {
  const rows = await q.query(
    `update payment_order set status = ${getStatusAfter('pay')}, credited_lamports = $2, transaction_signature = $3,
       paid_at = $4, is_late = $5, watch_at = null, reversed_at = null, reversed_signature = null
     where id = $1 and ${buildStatusCondition('pay')} returning id`,
    [paymentId, creditedLamports, payment.signature, at, payment.isLate],
  )
  return rows.length > 0
}

/**
 * Stores a payment without an order for the operator, unless it has a receipt, precedes the product's first slot at
 * this address, or the scan may have counted it as dust. Locks the scan's row, so that no deposit is both counted and
 * stored. Returns true if it was written now.
 */
export async function insertUnmatched(
  q: Queryable,
  id: string,
  facts: ReceiptFacts,
  unmatched: { scannedAddress: string; paymentId: string | null; reason: string; at: Date },
): Promise<boolean> {
  const rows = await q.query(
    `insert into payment_receipt (id, network, signature, currency, receiver, token_mint, payer, received, slot,
       block_time, recorded_at, state, payment_id, reason)
     select $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::numeric, $9::bigint,
       $10::timestamptz, $11::timestamptz, 'UNMATCHED', $12::uuid, $13::text
     from payment_scan s where s.network = $2 and s.address = $14 and s.start_slot <= $9::bigint
       and ($4 <> 'SOL' or $8::numeric >= $15::bigint or s.cursor_slot < $9::bigint
         or (s.cursor_slot = $9::bigint and not $3 = any(s.dust_at_cursor))
         or exists (select 1 from payment_receipt r
           where r.network = $2 and r.signature = $3 and r.currency = $4))
     for share of s
     on conflict (network, signature, currency) do update set
       state = 'UNMATCHED', payment_id = excluded.payment_id, reason = excluded.reason, credited_lamports = null,
       slot = excluded.slot, block_time = excluded.block_time, missing_since = null, resolved_at = null
     where payment_receipt.state = 'REVERSED'
     returning id`,
    [
      id,
      ...factValues(facts),
      unmatched.at,
      unmatched.paymentId,
      unmatched.reason,
      unmatched.scannedAddress,
      LAMPORTS_PER_POINT,
    ],
  )
  return rows.length > 0
}

/** `missingSince`: when the chain first did not know it; null while the chain knows it. */
export type UnsettledReceipt = {
  id: string
  signature: string
  receiver: string
  slot: bigint
  missingSince: Date | null
}

/** Returns credited payments that are not final, those that the chain knows first, then oldest first. */
export async function findUnsettled(
  q: Queryable,
  network: string,
  limit: number,
): Promise<UnsettledReceipt[]> {
  return q.query<UnsettledReceipt>(
    `select id, signature, receiver, slot, missing_since as "missingSince" from payment_receipt
     where state = 'CREDITED' and settled_at is null and network = $1
     order by missing_since nulls first, recorded_at limit $2`,
    [network, limit],
  )
}

/** Returns a final payment at or before this slot: the latest known one. Undefined without any. */
export async function findSettledBefore(
  q: Queryable,
  network: string,
  slot: bigint,
): Promise<string | undefined> {
  const rows = await q.query<{ signature: string }>(
    `select signature from (
       select cursor_signature as signature, cursor_slot as slot from payment_scan
       where network = $1 and cursor_slot <= $2 and cursor_signature is not null
       union all
       (select signature, slot from payment_receipt
        where network = $1 and slot <= $2 and settled_at is not null order by recorded_at desc limit 1)) s
     order by slot desc limit 1`,
    [network, slot],
  )
  return rows[0]?.signature
}

/** Marks payments and their orders as final: no fork can remove them. */
export async function markSettled(q: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await q.query(
    `with settled as (
       update payment_receipt set settled_at = $2, missing_since = null
       where id = any($1) and settled_at is null and state = 'CREDITED' returning payment_id)
     update payment_order set settled_at = $2 from settled where payment_order.id = settled.payment_id`,
    [ids, at],
  )
}

/** Sets when the chain first did not know the payments. Keeps an earlier time. Null: the chain knows them again. */
export async function markMissing(
  q: Queryable,
  ids: readonly string[],
  since: Date | null,
): Promise<void> {
  await q.query(
    `update payment_receipt set missing_since = $2
     where id = any($1) and (missing_since is null) <> ($2::timestamptz is null)`,
    [ids, since],
  )
}

/** Returns reversed payments that may still land, newest first. */
export async function findReversed(
  q: Queryable,
  { network, since, limit }: { network: string; since: Date; limit: number },
): Promise<{ signature: string; paymentId: string }[]> {
  return q.query(
    `select signature, payment_id as "paymentId" from payment_receipt
     where state = 'REVERSED' and network = $1 and reversed_at > $2 order by reversed_at desc limit $3`,
    [network, since, limit],
  )
}

/** Returns the orders whose credited payment the chain does not know now. */
export async function findMissingPayments(
  q: Queryable,
  paymentIds: readonly string[],
): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set()
  const rows = await q.query<{ paymentId: string }>(
    `select payment_id as "paymentId" from payment_receipt
     where payment_id = any($1) and state = 'CREDITED' and missing_since is not null`,
    [paymentIds],
  )
  return new Set(rows.map(({ paymentId }) => paymentId))
}

const factValues = (facts: ReceiptFacts) => [
  facts.network,
  facts.signature,
  facts.currency,
  facts.receiver,
  facts.tokenMint,
  facts.payer,
  facts.received,
  facts.slot,
  facts.blockTime,
]
