import type { RechargeStatus } from '#contract/payments.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { cancelOrder, findOrder } from './orders-repository.ts'
import { parseOrderId, paymentNotFound } from './payment-input.ts'

export type CancelPaymentInput = {
  readonly userId: string
  /** Binds the call's Idempotency-Key to its input. */
  readonly bindKey: () => Promise<unknown>
  readonly paymentId: unknown
}

/** Cancels a pending order; idempotent. Late money is still credited. Throws CONFLICT if paid or expired. */
export async function cancelPayment(
  db: Database,
  input: CancelPaymentInput,
): Promise<{ paymentId: string; status: RechargeStatus }> {
  const paymentId = parseOrderId(input.paymentId, 'payment_id')
  const ids = { userId: input.userId, paymentId }
  if ((await findOrder(db, ids)) === undefined) throw paymentNotFound()
  await input.bindKey()
  await cancelOrder(db, ids)
  const order = await findOrder(db, ids)
  if (order?.status !== 'CANCELLED') {
    const reason = order?.status === 'PAID' ? 'is paid already' : 'has expired'
    throw new AppError('CONFLICT', `This order ${reason}`)
  }
  return { paymentId, status: order.status }
}
