import { createStore } from 'zustand/vanilla'
import {
  idle,
  next,
  type Credit,
  type PaymentEvent,
  type PaymentFlow,
} from '#src/features/payments/recharge/payment/payment-flow.ts'
import type { Currency } from '#src/features/payments/recharge/form/payment-terms.ts'
import type { PendingPayment } from '#src/features/payments/recharge/payment/payment-under-way.ts'
import type { KnownOrder } from '#src/features/payments/recharge/payment/run-payment.ts'

export type PaymentResult = {
  readonly amountSol: number
  /** The paid amount with its symbol, if it was not SOL. */
  readonly paidText: string | null
  readonly orderId: string | null
  readonly signature: string | null
  /** Amount added to the balance; null while unknown. */
  readonly credit: Credit | null
  /** null on success. */
  readonly failure: string | null
}

export type PaymentsState = {
  readonly stage: 'form' | 'paying' | 'result'
  /** SOL, as typed and parsed; NaN while the field is empty. */
  readonly amountSol: number
  readonly currency: Currency
  /** Address of the wallet that the payment was started with. */
  readonly payer: string | null
  readonly flow: PaymentFlow
  /** null before the server has created it. */
  readonly order: KnownOrder | null
  /** The payment was under way when its page was closed. */
  readonly isResumed: boolean
  /** True after the search for a payment that an earlier visit left unfinished. */
  readonly isRecalled: boolean
  readonly result: PaymentResult | null
}

const DEFAULT_AMOUNT_SOL = 0.5

const initial: PaymentsState = {
  stage: 'form',
  amountSol: DEFAULT_AMOUNT_SOL,
  currency: 'SOL',
  payer: null,
  flow: idle,
  order: null,
  isResumed: false,
  isRecalled: false,
  result: null,
}

const NOTHING_PAID = { flow: idle, order: null, isResumed: false, result: null } as const

/** The recharge page's payment: form, payment in progress, result. */
export const paymentsStore = createStore<PaymentsState>(() => initial)

export const setAmount = (amountSol: number): void => paymentsStore.setState({ amountSol })

export const setCurrency = (currency: Currency): void => paymentsStore.setState({ currency })

/** Returns true once per page load, and only while the form is shown. */
export const takeRecall = (): boolean => {
  const { isRecalled, stage } = paymentsStore.getState()
  paymentsStore.setState({ isRecalled: true })
  return !isRecalled && stage === 'form'
}

export const startRecharge = (payer: string): void =>
  paymentsStore.setState({ ...NOTHING_PAID, stage: 'paying', payer })

/** Shows a payment that was under way before the page was loaded. */
export const showPendingPayment = ({ order, payer, amountSol, currency }: PendingPayment): void =>
  paymentsStore.setState({
    ...NOTHING_PAID,
    stage: 'paying',
    payer,
    order,
    amountSol,
    currency,
    isResumed: true,
  })

export const dispatchPayment = (event: PaymentEvent): void =>
  paymentsStore.setState((state) => ({ flow: next(state.flow, event) }))

export const rememberOrder = (order: KnownOrder): void => paymentsStore.setState({ order })

/**
 * Shows how the payment ended.
 * @param payer the connected wallet, when the payment was not made with the one it was started with
 */
export const showResult = (result: PaymentResult, payer = paymentsStore.getState().payer): void =>
  paymentsStore.setState({ stage: 'result', result, payer })

/** Ends the payment on the page: back, cancel, "Create New Order", a disconnected or another wallet. */
export const returnToForm = (): void =>
  paymentsStore.setState({ ...NOTHING_PAID, stage: 'form', payer: null })

export const resetPayments = (): void => paymentsStore.setState(initial)
