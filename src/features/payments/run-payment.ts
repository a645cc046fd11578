import type { PaymentRequest, VerificationResult } from '#contract/payments.ts'
import {
  ATTEMPT_INTERVAL_MS,
  MAX_ATTEMPTS,
  type PaymentEvent,
  type PaymentFlow,
} from './payment-flow.ts'

export type PaymentPorts = {
  createPayment(): Promise<{
    success: boolean
    message?: string | undefined
    data?: PaymentRequest | null | undefined
  }>
  /** Builds the transfer; separate from signing so that each step is seen. */
  buildTransaction(request: PaymentRequest): Promise<unknown>
  /** Asks the wallet, sends, and gives the signature. */
  signAndSend(transaction: unknown): Promise<string>
  verify(request: {
    paymentId: string
    orderId: string
    signature: string
  }): Promise<VerificationResult>
  sleep(ms: number): Promise<void>
  /** Lasts until a person has had the chance to see the step told last; a step that follows at once would hide it. */
  shown(): Promise<void>
  /** For thrown errors of single attempts, which are retried. */
  report(error: unknown): void
}

const NOT_VERIFIED = 'Payment verification failed'

/** The part of an order that a retry needs again. */
export type KnownOrder = { readonly paymentId: string; readonly orderId: string }

/**
 * Drives one try of a payment and tells every step to `dispatch`. A transaction sent by an earlier try is looked for
 * first and no second one is asked for while it may still pay. Never throws; ends with `verified` or `failed`, unless
 * aborted, when it says nothing more.
 */
export const runPayment = async (
  ports: PaymentPorts,
  before: { flow: PaymentFlow; order: KnownOrder | null },
  events: {
    dispatch: (event: PaymentEvent) => void
    onOrder: (order: KnownOrder) => void
    signal: AbortSignal
  },
): Promise<void> => {
  const tell = (event: PaymentEvent) => {
    if (!events.signal.aborted) events.dispatch(event)
  }
  tell({ type: 'confirmed' })
  try {
    await ports.shown()
    if (events.signal.aborted) return
    const sent = before.flow.phase === 'failed' ? before.flow.signature : null
    if (sent !== null && before.order !== null) {
      tell({ type: 'sent', signature: sent })
      return await verifyUntilKnown(ports, before.order, sent, tell, events.signal)
    }
    tell({ type: 'requesting' })
    const answer = await ports.createPayment()
    if (!answer.success || !answer.data) {
      throw new Error(answer.message ?? 'Failed to create payment request')
    }
    const order = { paymentId: answer.data.payment_id, orderId: answer.data.order_id }
    events.onOrder(order)
    tell({ type: 'ordered', orderId: order.orderId })
    const transaction = await ports.buildTransaction(answer.data)
    await ports.shown()
    if (events.signal.aborted) return
    tell({ type: 'awaiting-wallet' })
    const signature = await ports.signAndSend(transaction)
    tell({ type: 'sent', signature })
    await verifyUntilKnown(ports, order, signature, tell, events.signal)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    tell({ type: 'failed', reason, kind: 'error', isSpent: false })
  }
}

const verifyUntilKnown = async (
  ports: PaymentPorts,
  order: KnownOrder,
  signature: string,
  tell: (event: PaymentEvent) => void,
  signal: AbortSignal,
): Promise<void> => {
  let lastMessage = NOT_VERIFIED
  await ports.shown()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await ports.sleep(ATTEMPT_INTERVAL_MS)
    if (signal.aborted) return
    tell({ type: 'attempt', attempt })
    try {
      const result = await ports.verify({ ...order, signature })
      if (result.data?.verified === true) return tell({ type: 'verified' })
      const rejection = rejectionOf(result)
      if (rejection !== null) {
        return tell({ type: 'failed', reason: rejection, kind: 'rejected', isSpent: true })
      }
      if (!result.success) lastMessage = result.message ?? NOT_VERIFIED
    } catch (error) {
      ports.report(error)
    }
  }
  tell({ type: 'failed', reason: lastMessage, kind: 'rejected', isSpent: false })
}

/** The reason when the result says that this transaction does not pay the order, else null. */
const rejectionOf = (result: VerificationResult): string | null => {
  const errors = result.errors
  if (errors === null || errors === undefined) return null
  const hasReason = errors['execution'] !== undefined || errors['amount'] !== undefined
  if (!hasReason && Object.keys(errors).length === 0) return null
  const first = errors['execution'] ?? errors['amount'] ?? Object.values(errors)[0]
  return result.message ?? (typeof first === 'string' ? first : NOT_VERIFIED)
}
