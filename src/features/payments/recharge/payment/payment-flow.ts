/** One payment from the first click to its end, as a union of its valid states. */
export type PaymentFlow =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'processing'
      readonly step: PaymentStep
      readonly orderId: string | null
      /** Set once the wallet has sent the transaction, so that money may be on its way. */
      readonly signature: string | null
      /** 1 to 20 while verifying, else 0. */
      readonly attempt: number
    }
  | {
      readonly phase: 'failed'
      readonly reason: string
      /** `rejected` if the payment was verified and refused, `error` if a step failed. */
      readonly kind: 'rejected' | 'error'
      readonly orderId: string | null
      /** A sent transaction that may have moved money. A retry checks it before requesting another. */
      readonly signature: string | null
      /** True when the server has refused the sent transaction. */
      readonly isRefused: boolean
      /** True when the user declined in the wallet. */
      readonly isDeclined: boolean
    }
  | {
      readonly phase: 'success'
      readonly orderId: string | null
      readonly signature: string
      readonly credit?: Credit | null | undefined
    }

/** The amount that a payment added, and the new balance if the server reported it. */
export type Credit = { readonly lamports: bigint; readonly balanceLamports: bigint | null }

type PaymentStep =
  /** `looking`: the page was closed while the wallet was asked, so it may or may not have sent a transaction. */
  'looking' | 'preparing' | 'requesting' | 'building' | 'awaiting-wallet' | 'sent' | 'verifying'

export type PaymentEvent =
  | { readonly type: 'confirmed' }
  /** A payment that was under way when its page was closed is resumed. */
  | { readonly type: 'resumed'; readonly orderId: string; readonly signature: string | null }
  | { readonly type: 'requesting' }
  | { readonly type: 'ordered'; readonly orderId: string }
  | { readonly type: 'awaiting-wallet' }
  | { readonly type: 'sent'; readonly signature: string }
  | { readonly type: 'attempt'; readonly attempt: number }
  | { readonly type: 'verified'; readonly credit?: Credit | null }
  /** The sent transaction can no longer land, so the wallet may sign another. */
  | { readonly type: 'gone' }
  | {
      readonly type: 'failed'
      readonly reason: string
      readonly kind: 'rejected' | 'error'
      /**
       * The state of the sent transaction: `unknown`, `refused` by the server although it may have moved money, or `gone`
       * when it cannot move any, so that a retry may send another.
       */
      readonly sent: 'unknown' | 'refused' | 'gone'
      /** True when the user declined in the wallet. */
      readonly isDeclined?: boolean
    }
  | { readonly type: 'reset' }

/** Verification is attempted this many times, this far apart. */
export const MAX_ATTEMPTS = 20
export const ATTEMPT_INTERVAL_MS = 3_000

export const idle: PaymentFlow = { phase: 'idle' }

/** Returns the state after an event. An event that does not fit the state changes nothing. */
export const next = (flow: PaymentFlow, event: PaymentEvent): PaymentFlow => {
  if (event.type === 'reset') return idle
  if (event.type === 'confirmed') return start(flow)
  if (event.type === 'resumed') return flow.phase === 'idle' ? resume(event) : flow
  if (flow.phase !== 'processing') return flow
  switch (event.type) {
    case 'requesting':
      return { ...flow, step: 'requesting' }
    case 'ordered':
      return { ...flow, step: 'building', orderId: event.orderId }
    case 'awaiting-wallet':
      return { ...flow, step: 'awaiting-wallet' }
    case 'sent':
      return { ...flow, step: 'sent', signature: event.signature }
    case 'attempt':
      return flow.signature === null
        ? flow
        : { ...flow, step: 'verifying', attempt: Math.min(event.attempt, MAX_ATTEMPTS) }
    case 'verified':
      return flow.signature === null
        ? flow
        : {
            phase: 'success',
            orderId: flow.orderId,
            signature: flow.signature,
            credit: event.credit,
          }
    case 'gone':
      return { ...flow, step: 'preparing', signature: null, attempt: 0 }
    case 'failed':
      return {
        phase: 'failed',
        reason: event.reason,
        kind: event.kind,
        orderId: flow.orderId,
        signature: event.sent === 'gone' ? null : flow.signature,
        isRefused: event.sent === 'refused',
        isDeclined: event.isDeclined === true,
      }
  }
}

const start = (flow: PaymentFlow): PaymentFlow => {
  if (flow.phase === 'idle' || flow.phase === 'failed') {
    const before = flow.phase === 'failed' ? flow : { orderId: null, signature: null }
    return {
      phase: 'processing',
      step: 'preparing',
      orderId: before.orderId,
      signature: before.signature,
      attempt: 0,
    }
  }
  return flow
}

const resume = ({ orderId, signature }: PaymentEvent & { type: 'resumed' }): PaymentFlow => ({
  phase: 'processing',
  step: signature === null ? 'looking' : 'sent',
  orderId,
  signature,
  attempt: 0,
})

const STEP_PERCENT: Readonly<Record<PaymentStep, number>> = {
  preparing: 10,
  requesting: 20,
  building: 30,
  'awaiting-wallet': 40,
  looking: 40,
  sent: 60,
  verifying: 60,
}
/** Verification fills the bar from 60 to 90. */
const VERIFYING_SHARE = 30

/** 0 to 100. */
export const getProgressPercent = (flow: PaymentFlow): number => {
  if (flow.phase === 'success') return 100
  if (flow.phase !== 'processing') return 0
  if (flow.step !== 'verifying') return STEP_PERCENT[flow.step]
  return STEP_PERCENT.verifying + Math.round((flow.attempt / MAX_ATTEMPTS) * VERIFYING_SHARE)
}

const STEP_TEXT: Readonly<Record<PaymentStep, string>> = {
  preparing: 'Preparing payment...',
  requesting: 'Creating payment request...',
  building: 'Creating transaction...',
  'awaiting-wallet': 'Waiting for wallet confirmation...',
  looking: 'Looking for your payment...',
  sent: 'Transaction sent',
  verifying: 'Verifying payment...',
}

export const getStatusText = (flow: PaymentFlow): string => {
  if (flow.phase === 'success') return 'Confirmed on the chain'
  return flow.phase === 'processing' ? STEP_TEXT[flow.step] : ''
}

export const getMainButtonText = (flow: PaymentFlow): string => {
  switch (flow.phase) {
    case 'idle':
      return 'Confirm payment'
    case 'processing':
      return 'Processing...'
    case 'failed':
      return 'Retry payment'
    case 'success':
      return 'Completed'
  }
}

export const getFailureText = (flow: PaymentFlow & { phase: 'failed' }): string =>
  flow.kind === 'rejected'
    ? `Payment failed: ${flow.reason}`
    : `Payment process error: ${flow.reason}`
