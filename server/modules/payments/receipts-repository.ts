import type { Queryable } from '#server/db/database.ts'
import { isBefore } from './order-transitions.ts'
import type { Currency } from './payment-order.ts'

export type ReceiptState = 'CREDITED' | 'UNMATCHED' | 'REFUNDED'

/** One payment that reached the treasury: a transaction counts once per currency. */
export type ReceiptKey = {
  readonly network: string
  readonly signature: string
  readonly currency: Currency
}

export type Receipt = { readonly state: ReceiptState; readonly paymentId: string | null }

/** What is kept of a payment whatever becomes of it. `received` in lamports or raw token units. */
export type ReceiptFacts = ReceiptKey & {
  readonly receiver: string
  readonly tokenMint: string | null
  readonly payer: string | null
  readonly received: bigint
  readonly slot: number
  readonly blockTime: Date | null
}

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
    `select state, payment_id as "paymentId" from payment_receipt
     where network = $1 and signature = $2 and currency = $3`,
    [network, signature, currency],
  )
  return rows[0]
}

/** Which of these signatures have a receipt already. */
export async function findKnownSignatures(
  q: Queryable,
  network: string,
  currency: Currency,
  signatures: readonly string[],
): Promise<Set<string>> {
  const rows = await q.query<{ signature: string }>(
    `select signature from payment_receipt where network = $1 and currency = $2 and signature = any($3)`,
    [network, currency, signatures],
  )
  return new Set(rows.map(({ signature }) => signature))
}

/**
 * Writes a receipt as credited, or turns an unmatched one into it. False when the payment has been used or given back:
 * the unique key and the state decide, so this is the one gate through which a payment is credited.
 */
export async function claimReceipt(
  q: Queryable,
  id: string,
  facts: ReceiptFacts,
  crediting: Crediting,
): Promise<boolean> {
  const rows = await q.query(
    `insert into payment_receipt (id, network, signature, currency, receiver, token_mint, payer, received, slot,
       block_time, recorded_at, state, payment_id, credited_lamports)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'CREDITED', $12, $13)
     on conflict (network, signature, currency) do update set
       state = 'CREDITED', payment_id = excluded.payment_id, credited_lamports = excluded.credited_lamports,
       received = excluded.received, payer = excluded.payer
     where payment_receipt.state = 'UNMATCHED'
     returning id`,
    [id, ...factValues(facts), crediting.at, crediting.paymentId, crediting.creditedLamports],
  )
  return rows.length > 0
}

/** Moves an order that is not paid yet to PAID and says whether it did. */
export async function payOrder(
  q: Queryable,
  { paymentId, creditedLamports, at }: Crediting,
  payment: { signature: string; isLate: boolean },
): Promise<boolean> {
  const rows = await q.query(
    `update payment_order set status = 'PAID', credited_lamports = $2, transaction_signature = $3, paid_at = $4,
       is_late = $5, watch_at = null
     where id = $1 and ${isBefore('PAID')} returning id`,
    [paymentId, creditedLamports, payment.signature, at, payment.isLate],
  )
  return rows.length > 0
}

/**
 * Keeps a payment that pays no order for the operator, unless it has a receipt or lies before the first slot that
 * concerns the product at this address. True when it was written now.
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
     from payment_scan where network = $2 and address = $14 and start_slot <= $9::bigint
     on conflict (network, signature, currency) do nothing
     returning id`,
    [
      id,
      ...factValues(facts),
      unmatched.at,
      unmatched.paymentId,
      unmatched.reason,
      unmatched.scannedAddress,
    ],
  )
  return rows.length > 0
}

export type UnsettledReceipt = {
  id: string
  signature: string
  slot: bigint
  paymentId: string
  missingSince: Date | null
}

export async function findUnsettled(
  q: Queryable,
  network: string,
  limit: number,
): Promise<UnsettledReceipt[]> {
  return q.query<UnsettledReceipt>(
    `select id, signature, slot, payment_id as "paymentId", missing_since as "missingSince" from payment_receipt
     where state = 'CREDITED' and settled_at is null and network = $1
     order by missing_since nulls first, recorded_at limit $2`,
    [network, limit],
  )
}

/** The transaction is final: no fork can take it away any more. */
export async function markSettled(q: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await q.query(
    `with settled as (
       update payment_receipt set settled_at = $2, missing_since = null
       where id = any($1) and settled_at is null returning payment_id)
     update payment_order set settled_at = $2 from settled where payment_order.id = settled.payment_id`,
    [ids, at],
  )
}

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
