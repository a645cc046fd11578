import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { cancelPayment } from '#contract/payments.ts'
import { systemClock } from '#src/lib/clock.ts'
import { sessionTextStorage } from '#src/lib/storage/tab-storage.ts'
import { createUserStorage } from '#src/lib/storage/user-storage.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { computeTokenPrice, formatToken } from '#src/features/payments/recharge/form/amount.ts'
import { getFailureText, type PaymentFlow } from './payment-flow.ts'
import type { PhonePaid } from '#src/features/payments/recharge/phone/phone-payment.tsx'
import { createPorts } from './payment-ports.ts'
import type { PaymentTerms } from '#src/features/payments/recharge/form/payment-terms.ts'
import { readPendingPayment, savePendingPayment } from './payment-under-way.ts'
import type { PaymentWallet } from './payment-wallet.ts'
import {
  dispatchPayment,
  paymentsStore,
  rememberOrder,
  resetPayments,
  returnToForm,
  setAmount,
  showResult,
  showPendingPayment,
  takeRecall,
  type PaymentResult,
  type PaymentsState,
} from '#src/features/payments/payments-store.ts'
import { resumePayment, runPayment, type KnownOrder } from './run-payment.ts'

/** The finished confirmation card stays this long before the result replaces it. */
const SUCCESS_SHOWN_MS = 800
/** Delay before the balances are refreshed after a success. */
const BALANCE_REFRESH_MS = 1_000
/** By then the server has found any payment by itself. */
const FOUND_BY_SERVER_MS = 12_000
const LISTS = ['balance', 'token-balance', 'balance-history', 'balance-changes', 'recharge-history']

/** Not state of a component, because changing the tab or page must not end a payment. */
let running: AbortController | null = null

const stop = (): void => {
  running?.abort()
  running = null
}

const begin = (): AbortSignal => {
  stop()
  running = new AbortController()
  return running.signal
}

paymentsStore.subscribe((state, before) => {
  if (state.flow !== before.flow) savePendingPayment(state, systemClock.now())
})

// The next user must not see this payment. After an expired session, the same user gets the amount back.
authStore.subscribe((now, before) => {
  if (now.status === 'unauthenticated') {
    const { amountSol } = paymentsStore.getState()
    if (before.user !== null && now.hasLoggedOut !== true) saveAmount(before.user.id, amountSol)
    stop()
    resetPayments()
  } else if (before.user === null) restoreAmount()
})

const AMOUNT_KEY = 'recharge-amount'

const saveAmount = (userId: string | number, amountSol: number): void => {
  if (amountSol > 0) {
    createUserStorage(sessionTextStorage, String(userId)).set(AMOUNT_KEY, String(amountSol))
  }
}

/** Puts back, once, the amount of the signed-in user's expired session. */
const restoreAmount = (): void => {
  const { user } = authStore.getState()
  if (user === null) return
  const storage = createUserStorage(sessionTextStorage, String(user.id))
  const amountSol = Number(storage.get(AMOUNT_KEY))
  storage.remove(AMOUNT_KEY)
  if (amountSol > 0) setAmount(amountSol)
}

restoreAmount()

/** Returns the token amount to pay, with its symbol; null for SOL. */
const formatTokenPayment = ({ amountSol, currency }: PaymentsState, { token }: PaymentTerms) =>
  currency === 'TOKEN' && token !== null
    ? formatToken(computeTokenPrice(amountSol, token), token)
    : null

/** Returns the order number shown in the histories, else the order's id. */
const getShownOrderId = ({ flow, order }: PaymentsState): string | null => {
  const orderId = flow.phase === 'idle' ? null : flow.orderId
  return order?.orderId === orderId ? (order?.orderNumber ?? orderId) : orderId
}

/** Returns true if the wallet may have been asked: a transaction signed later still pays. */
const mayStillPay = (flow: PaymentFlow): boolean =>
  flow.phase === 'processing' &&
  (flow.step === 'awaiting-wallet' || flow.step === 'looking' || flow.signature !== null)

const cancelOrder = ({ paymentId }: KnownOrder): Promise<unknown> =>
  api
    .call(cancelPayment, { body: { payment_id: paymentId } })
    .catch((error: unknown) => console.warn('The order was not cancelled', error))

const toFailedResult = (state: PaymentsState, paidText: string | null): PaymentResult | null =>
  state.flow.phase === 'failed'
    ? {
        amountSol: state.amountSol,
        paidText,
        orderId: getShownOrderId(state),
        signature: state.flow.signature,
        credit: null,
        failure: getFailureText(state.flow),
      }
    : null

const createPortsNow = (wallet: PaymentWallet, terms: PaymentTerms) => {
  const { amountSol, currency } = paymentsStore.getState()
  return createPorts(wallet, terms, { amountSol, token: currency === 'TOKEN' ? terms.token : null })
}

/** Refreshes the lists after a payment, and shows the result of a successful one. */
const conclude = async (terms: PaymentTerms, refreshLists: () => void, signal: AbortSignal) => {
  if (signal.aborted) return
  const { flow: ended, amountSol } = paymentsStore.getState()
  if (ended.phase !== 'success') return refreshLists()
  const orderId = getShownOrderId(paymentsStore.getState())
  const { signature, credit = null } = ended
  setTimeout(refreshLists, BALANCE_REFRESH_MS)
  await systemClock.sleep(SUCCESS_SHOWN_MS)
  if (signal.aborted) return
  const paid = formatTokenPayment(paymentsStore.getState(), terms)
  showResult({ amountSol, paidText: paid, orderId, signature, credit, failure: null })
}

/** Connects the payment of the recharge page to its store, the API and the wallet. */
export const usePayment = (wallet: PaymentWallet, terms: PaymentTerms) => {
  const state = useStore(paymentsStore)
  const queries = useQueryClient()

  const refreshLists = useCallback(() => {
    for (const list of LISTS) void queries.invalidateQueries({ queryKey: [list] })
  }, [queries])

  const confirm = async () => {
    const { flow, order } = paymentsStore.getState()
    if (flow.phase === 'processing' || flow.phase === 'success') return
    const signal = begin()
    const events = { dispatch: dispatchPayment, onOrder: rememberOrder, signal }
    await runPayment(createPortsNow(wallet, terms), { flow, order }, events)
    await conclude(terms, refreshLists, signal)
  }

  /** Resumes this wallet's payment that was under way when the page was closed. */
  const resume = useEffectEvent(async () => {
    if (!takeRecall()) return
    const underWay = readPendingPayment(systemClock.now())
    if (underWay === null || underWay.payer !== wallet.address) return
    const signal = begin()
    showPendingPayment(underWay)
    await resumePayment(createPortsNow(wallet, terms), underWay, {
      dispatch: dispatchPayment,
      signal,
    })
    await conclude(terms, refreshLists, signal)
  })
  const isReady = wallet.address !== null && terms.network !== null
  useEffect(() => {
    if (isReady) void resume()
  }, [isReady])

  const clear = useCallback(() => {
    if (mayStillPay(paymentsStore.getState().flow)) setTimeout(refreshLists, FOUND_BY_SERVER_MS)
    stop()
    returnToForm()
  }, [refreshLists])

  /** Leaves the payment. Cancels an order without a transaction. The server credits money that was sent. */
  const leave = useCallback(() => {
    const { flow, order } = paymentsStore.getState()
    clear()
    const isUnpaid = flow.phase === 'failed' && flow.signature === null
    if (order !== null && isUnpaid) void cancelOrder(order).finally(refreshLists)
  }, [clear, refreshLists])

  // Changing or disconnecting the wallet ends its payment.
  const { stage, payer } = state
  useEffect(() => {
    if (stage !== 'form' && payer !== wallet.address) clear()
  }, [stage, payer, wallet.address, clear])

  /** Ends on the result card, as every payment does. */
  const showPaidByPhone = ({ amountSol, orderNumber, signature }: PhonePaid) => {
    const result = { amountSol, orderId: orderNumber, signature, paidText: null, credit: null }
    showResult({ ...result, failure: null }, wallet.address)
    refreshLists()
  }

  const paidText = formatTokenPayment(state, terms)
  return {
    ...state,
    paidText,
    failure: toFailedResult(state, paidText),
    shownOrder: getShownOrderId(state),
    confirm,
    leave,
    showPaidByPhone,
  }
}

export type Payment = ReturnType<typeof usePayment>
