import type { Database, Queryable } from '#server/db/database.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  buildStatusCondition,
  getStatusAfter,
} from '#server/modules/payments/orders/order-transitions.ts'

/** In lamports. `owed` is the part that the balance did not cover. */
export type Reversed = { readonly taken: bigint; readonly owed: bigint }

type CreditedReceipt = {
  signature: string
  paymentId: string
  transferId: string | null
  orderNumber: string
}

/**
 * Reverses the credit of a payment that the chain doesn't know any longer: a compensating entry, a REVERSED receipt
 * and an unpaid order, in one transaction. Returns null if it isn't credited or is final, so concurrent calls are
 * safe.
 */
export async function reversePayment(
  { db, ledger, now }: { db: Database; ledger: Pick<Ledger, 'reverse'>; now: () => number },
  receiptId: string,
  reason: string,
): Promise<Reversed | null> {
  return db.transaction(async (tx) => {
    const receipt = await lockCredited(tx, receiptId)
    if (receipt === undefined || receipt.transferId === null) return null
    const at = new Date(now())
    const reversal = { transferId: receipt.transferId, reason: `${receipt.orderNumber}: ${reason}` }
    const reversed = await ledger.reverse(reversal, tx)
    if (!reversed.ok) throw new Error(`receipt ${receiptId} stands for no entry of the ledger`)
    await tx.query(
      `update payment_receipt set state = 'REVERSED', reversed_at = $2, reversals = reversals + 1,
         resolved_at = null, reason = $3
       where id = $1`,
      [receiptId, at, reason],
    )
    // If it lands again, the slot may differ and its order may already be paid.
    await tx.query('delete from payment_second_look where receipt_id = $1', [receiptId])
    // Watched again like an order that just expired, because a payment may still arrive.
    await tx.query(
      `update payment_order set status = ${getStatusAfter('reverse')}, credited_lamports = null,
         transaction_signature = null, paid_at = null, is_late = false, watch_at = $2, reversed_at = $2,
         reversed_signature = $3
       where id = $1 and ${buildStatusCondition('reverse')}`,
      [receipt.paymentId, at, receipt.signature],
    )
    return { taken: reversed.taken, owed: reversed.owed }
  })
}

/** Locks the order before its receipt, in the same sequence as a credit. */
async function lockCredited(
  tx: Queryable,
  receiptId: string,
): Promise<CreditedReceipt | undefined> {
  await tx.query(
    `select 1 from payment_order where id = (select payment_id from payment_receipt where id = $1) for update`,
    [receiptId],
  )
  const [row] = await tx.query<CreditedReceipt>(
    `select r.signature, r.payment_id as "paymentId", r.transfer_id as "transferId", o.order_number as "orderNumber"
     from payment_receipt r join payment_order o on o.id = r.payment_id
     where r.id = $1 and r.state = 'CREDITED' and r.settled_at is null for update of r`,
    [receiptId],
  )
  return row
}
