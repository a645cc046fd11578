import type { ResponseOf } from '#contract/endpoint/endpoint.ts'
import {
  REJECTION_KEYS,
  type createPayment,
  type PaymentRequest,
  type RejectionKey,
  type VerificationResult,
} from '#contract/payments.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { isCancelled } from '#src/platform/auth/wallet-sign-in.ts'
import { UncertainSendError } from '#src/platform/wallet/paying/send-errors.ts'
import {
  ATTEMPT_INTERVAL_MS,
  MAX_ATTEMPTS,
  type Credit,
  type PaymentEvent,
  type PaymentFlow,
} from './payment-flow.ts'

export type PaymentPorts = {
  createPayment(): Promise<ResponseOf<typeof createPayment>>
  /** Builds the transfer, separate from signing so that each step is visible. */
  buildTransaction(request: PaymentRequest): Promise<unknown>
  /** Asks the wallet to sign, and sends. Returns the signature. */
  signAndSend(transaction: unknown): Promise<string>
  /** True as soon as the chain has confirmed or refused the transaction, false after `withinMs`. Never rejects. */
  confirmedWithin(signature: string, withinMs: number): Promise<boolean>
  verify(request: {
    paymentId: string
    orderId: string
    signature: string
  }): Promise<VerificationResult>
  /** The signature of a payment that the server found by itself; null if there is none. */
  findPaid(orderId: string): Promise<string | null>
  sleep(ms: number): Promise<void>
  /** Resolves when the user has had time to see the last step. */
  shown(): Promise<void>
  /** Reports an error of one attempt. The attempt is retried. */
  report(error: unknown): void
}

/** The first verification waits this long for the chain's confirmation. */
const FIRST_LOOK_MS = 2_000

const NO_REQUEST = 'Failed to create payment request'
const NOT_VERIFIED = 'Payment verification failed'

/** The part of an order that a retry needs again. */
export type KnownOrder = {
  readonly paymentId: string
  readonly orderId: string
  /** The number shown in the histories; absent if the server did not send it. */
  readonly orderNumber?: string | undefined
}

type Run = {
  readonly ports: PaymentPorts
  readonly dispatch: (event: PaymentEvent) => void
  readonly signal: AbortSignal
}

/**
 * Runs one attempt at a payment and dispatches every step. First checks for a transaction of an earlier attempt, and does
 * not request another one while it may still pay. Never throws; ends with `verified` or `failed`, or silently when
 * aborted.
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
  const { signal } = events
  const dispatch = (event: PaymentEvent) => {
    if (!signal.aborted) events.dispatch(event)
  }
  const run: Run = { ports, dispatch, signal }
  dispatch({ type: 'confirmed' })
  let isAsking = false
  try {
    await ports.shown()
    if (signal.aborted) return
    if (before.order !== null && (await isSettledBefore(run, before.order, before.flow))) return
    if (signal.aborted) return
    dispatch({ type: 'requesting' })
    const answer = await ports.createPayment()
    if (!answer.success) throw new Error(answer.message || NO_REQUEST)
    if (!answer.data) throw new Error(NO_REQUEST)
    const { payment_id: paymentId, order_id: orderId, order_number: orderNumber } = answer.data
    const order = { paymentId, orderId, orderNumber: orderNumber ?? undefined }
    events.onOrder(order)
    dispatch({ type: 'ordered', orderId: order.orderId })
    const transaction = await ports.buildTransaction(answer.data)
    await ports.shown()
    if (signal.aborted) return
    dispatch({ type: 'awaiting-wallet' })
    isAsking = true
    const signature = await signAndSend(ports, transaction)
    isAsking = false
    dispatch({ type: 'sent', signature })
    await verifyToEnd(run, order, signature)
  } catch (error) {
    const reason = getErrorMessage(error)
    // Only the wallet asks the user. A server may use the same words for something else.
    const isDeclined = isAsking && isCancelled(error)
    dispatch({ type: 'failed', reason, kind: 'error', sent: 'unknown', isDeclined })
  }
}

const NOTHING_FOUND =
  'No payment has arrived so far. If your wallet still asks for this one, reject it there before you pay again.'

/**
 * Resumes a payment that was under way when its page was closed: verifies the sent transaction, or waits for the server to
 * find one if only the request to the wallet is known. Never asks the wallet, never throws; ends as `runPayment` does.
 */
export const resumePayment = async (
  ports: PaymentPorts,
  { order, signature }: { order: KnownOrder; signature: string | null },
  events: { dispatch: (event: PaymentEvent) => void; signal: AbortSignal },
): Promise<void> => {
  const { signal } = events
  const dispatch = (event: PaymentEvent) => {
    if (!signal.aborted) events.dispatch(event)
  }
  const run: Run = { ports, dispatch, signal }
  dispatch({ type: 'resumed', orderId: order.orderId, signature })
  if (signature === null) return findUntilGivenUp(run, order)
  await verifyToEnd(run, order, signature)
}

const verifyToEnd = async (run: Run, order: KnownOrder, signature: string): Promise<void> => {
  const reason = await verifyUntilKnown(run, order, signature)
  if (reason !== null) run.dispatch({ type: 'failed', reason, kind: 'rejected', sent: 'gone' })
}

const findUntilGivenUp = async (run: Run, order: KnownOrder): Promise<void> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await run.ports.sleep(ATTEMPT_INTERVAL_MS)
    if (run.signal.aborted || (await isFound(run, order))) return
  }
  run.dispatch({ type: 'failed', reason: NOTHING_FOUND, kind: 'error', sent: 'unknown' })
}

/** Checks for a payment by an earlier attempt. Returns false when another transaction may be requested. */
const isSettledBefore = async (
  run: Run,
  order: KnownOrder,
  flow: PaymentFlow,
): Promise<boolean> => {
  const { dispatch } = run
  const sent = flow.phase === 'failed' ? flow.signature : null
  if (sent !== null) {
    dispatch({ type: 'sent', signature: sent })
    if ((await verifyUntilKnown(run, order, sent)) === null) return true
    dispatch({ type: 'gone' })
    return false
  }
  return isFound(run, order)
}

/** Returns true if the server found the payment by itself, and dispatches it. */
const isFound = async ({ ports, dispatch }: Run, order: KnownOrder): Promise<boolean> => {
  const paidBy = await ports.findPaid(order.orderId).catch((error: unknown) => {
    ports.report(error)
    return null
  })
  if (paidBy === null) return false
  dispatch({ type: 'sent', signature: paidBy })
  dispatch({ type: 'verified' })
  return true
}

/** Treats a signed transaction whose sending got no answer as sent, because it may arrive. */
const signAndSend = async (ports: PaymentPorts, transaction: unknown): Promise<string> => {
  try {
    return await ports.signAndSend(transaction)
  } catch (error) {
    if (!(error instanceof UncertainSendError)) throw error
    ports.report(error)
    return error.signature
  }
}

/** Verifies until the end is known. Dispatches it and returns null, or returns why the transaction can no longer land. */
const verifyUntilKnown = async (
  { ports, dispatch, signal }: Run,
  order: KnownOrder,
  signature: string,
): Promise<string | null> => {
  let lastMessage = NOT_VERIFIED
  await ports.shown()
  let isConfirmed = await ports.confirmedWithin(signature, FIRST_LOOK_MS)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1 && isConfirmed) await ports.sleep(ATTEMPT_INTERVAL_MS)
    else if (attempt > 1) isConfirmed = await ports.confirmedWithin(signature, ATTEMPT_INTERVAL_MS)
    if (signal.aborted) return null
    dispatch({ type: 'attempt', attempt })
    try {
      const result = await ports.verify({ ...order, signature })
      if (result.data?.verified === true) {
        dispatch({ type: 'verified', credit: toCredit(result) })
        return null
      }
      const rejection = toRejection(result)
      if (rejection?.key === 'execution' || result.data?.can_pay_again === true) {
        return rejection?.reason ?? (result.message || NOT_VERIFIED)
      }
      if (rejection !== null) {
        const { reason } = rejection
        dispatch({ type: 'failed', reason, kind: 'rejected', sent: 'refused' })
        return null
      }
      if (!result.success) lastMessage = result.message || NOT_VERIFIED
    } catch (error) {
      ports.report(error)
    }
  }
  dispatch({ type: 'failed', reason: lastMessage, kind: 'rejected', sent: 'unknown' })
  return null
}

const LAMPORTS = /^\d{1,19}$/

/** Returns the credit that the server reports; null without one. */
const toCredit = ({ data }: VerificationResult): Credit | null => {
  const credited = data?.credited_lamports
  const balance = data?.balance_lamports
  if (!credited || !LAMPORTS.test(credited)) return null
  return {
    lamports: BigInt(credited),
    balanceLamports: balance && LAMPORTS.test(balance) ? BigInt(balance) : null,
  }
}

/** Returns why the transaction does not pay the order; null while undecided. A server may send every key, unset. */
const toRejection = ({
  errors,
  message,
}: VerificationResult): { key: RejectionKey; reason: string } | null => {
  const key = REJECTION_KEYS.find((name) => errors?.[name])
  if (key === undefined) return null
  const error = errors?.[key]
  return { key, reason: message || (typeof error === 'string' ? error : NOT_VERIFIED) }
}
