import type { ListKey } from '#server/db/batches.ts'
import type { Queryable } from '#server/db/database.ts'
import { computeCredit, type Currency } from '#server/modules/payments/orders/payment-order.ts'
import { findOrderById } from '#server/modules/payments/orders/orders-repository.ts'
import { OPEN_STATES, type ReceiptKey, type ReceiptState } from './receipts-repository.ts'
import { NIL_UUID } from '#server/lib/ids.ts'

/** `received` in lamports or raw token units. 0 for an unreadable transaction. */
export type OpenDeposit = {
  /** Where the list goes on after it. */
  key: ListKey
  problem: 'unmatched' | 'vanished' | 'reversed'
  signature: string
  currency: Currency
  receiver: string
  tokenMint: string | null
  payer: string | null
  received: bigint
  slot: number
  blockTime: Date | null
  recordedAt: Date
  /** Why it matched no order or was reversed, for the operator. */
  reason: string | null
  /** The order that it paid or seems to be for. */
  orderNumber: string | null
  /** The user of that order. */
  userId: string | null
  /** The ledger entry that credited it, even if reversed. */
  transferId: string | null
}

type OpenDepositRow = Omit<OpenDeposit, 'key' | 'received' | 'slot'> & {
  keyAt: string
  keyId: string
  received: string
  slot: bigint
}

/** Returns open deposits, oldest first. Credited ones only if the chain has not known them since `missingBefore`. */
export async function listOpenDeposits(
  q: Queryable,
  network: string,
  page: { after: ListKey | null; limit: number; missingBefore: Date },
): Promise<OpenDeposit[]> {
  const rows = await q.query<OpenDepositRow>(
    `select case r.state when 'UNMATCHED' then 'unmatched' when 'REVERSED' then 'reversed' else 'vanished' end as problem,
       r.signature, r.currency, r.transfer_id as "transferId",
       r.receiver, r.token_mint as "tokenMint", r.payer, r.received, r.slot, r.block_time as "blockTime",
       r.recorded_at as "recordedAt", r.recorded_at::text as "keyAt", r.id as "keyId", r.reason, o.order_number as "orderNumber", o.user_id as "userId"
     from payment_receipt r left join payment_order o on o.id = r.payment_id
     where r.network = $1 and (r.state = 'UNMATCHED' or (r.state = 'REVERSED' and r.resolved_at is null)
       or (r.state = 'CREDITED' and r.settled_at is null and r.missing_since < $2))
       and (r.recorded_at, r.id) > ($3::timestamptz, $4::uuid)
     order by r.recorded_at, r.id limit $5`,
    [
      network,
      page.missingBefore,
      page.after?.at ?? '-infinity',
      page.after?.id ?? NIL_UUID,
      page.limit,
    ],
  )
  return rows.map(({ keyAt, keyId, ...row }) => ({
    ...row,
    key: { at: keyAt, id: keyId },
    received: BigInt(row.received),
    slot: Number(row.slot),
  }))
}

export type LockedDeposit = ReceiptKey & {
  readonly id: string
  readonly state: ReceiptState
  readonly receiver: string
  readonly payer: string | null
  readonly slot: bigint
  /** How often its credit was reversed. */
  readonly reversals: number
  readonly paymentId: string | null
  readonly transferId: string | null
  readonly isMissing: boolean
  /** Null if the lamports can't be derived. */
  readonly worthLamports: bigint | null
}

type LockedRow = Omit<LockedDeposit, 'worthLamports'> & { received: string }

/** Returns the receipt, locked until the end of the transaction. */
export async function lockDeposit(
  q: Queryable,
  { network, signature, currency }: ReceiptKey,
): Promise<LockedDeposit | undefined> {
  const rows = await q.query<LockedRow>(
    `select id, network, signature, currency, state, receiver, payer, slot, received, reversals,
       payment_id as "paymentId", transfer_id as "transferId",
       settled_at is null and missing_since is not null as "isMissing"
     from payment_receipt where network = $1 and signature = $2 and currency = $3 for update`,
    [network, signature, currency],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { received: _received, ...deposit } = row
  return { ...deposit, worthLamports: await computeWorth(q, row) }
}

/** Returns lamports: SOL as received, a token at the rate of the order that it seems to be for. Null without such an order. */
async function computeWorth(q: Queryable, row: LockedRow): Promise<bigint | null> {
  const received = BigInt(row.received)
  if (row.currency === 'SOL') return received
  const order = row.paymentId === null ? undefined : await findOrderById(q, row.paymentId)
  return order === undefined || order.token === null ? null : computeCredit(order, received)
}

/** Writes the credit as a paid order in lamports, which the user's history shows, and marks the deposit credited. */
export async function insertManualOrder(
  q: Queryable,
  deposit: LockedDeposit,
  order: {
    paymentId: string
    orderId: string
    orderNumber: string
    userId: string
    reference: string
    lamports: bigint
    note: string
    at: Date
  },
): Promise<void> {
  await q.query(
    `insert into payment_order (id, order_id, order_number, user_id, network, receiver, payer_wallet, payer_linked,
       currency, amount_lamports, reference, status, created_slot, last_valid_block_height, created_at, expires_at,
       credited_lamports, transaction_signature, paid_at)
     values ($1, $2, $3, $4, $5, $6, $7, false, 'SOL', $8, $9, 'PAID', $10, 0, $11, $11, $8, $12, $11)`,
    [
      order.paymentId,
      order.orderId,
      order.orderNumber,
      order.userId,
      deposit.network,
      deposit.receiver,
      deposit.payer ?? '',
      order.lamports,
      order.reference,
      deposit.slot,
      order.at,
      deposit.signature,
    ],
  )
  await q.query(
    `update payment_receipt set state = 'CREDITED', payment_id = $2, credited_lamports = $3, resolved_at = $4,
       resolution_note = $5, missing_since = null
     where id = $1 and state in (${OPEN_STATES})`,
    [deposit.id, order.paymentId, order.lamports, order.at, order.note],
  )
}

export async function markRefunded(
  q: Queryable,
  id: string,
  refund: { refundSignature: string; note: string; at: Date },
): Promise<void> {
  await q.query(
    `update payment_receipt set state = 'REFUNDED', refund_signature = $2, resolution_note = $3, resolved_at = $4
     where id = $1 and state = 'UNMATCHED'`,
    [id, refund.refundSignature, refund.note, refund.at],
  )
}

/** Marks the deposit as done without further action. */
export async function markResolved(
  q: Queryable,
  id: string,
  { note, at }: { note: string; at: Date },
): Promise<void> {
  await q.query('update payment_receipt set resolved_at = $2, resolution_note = $3 where id = $1', [
    id,
    at,
    note,
  ])
}
