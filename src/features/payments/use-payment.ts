import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { solToLamports } from '#contract/money.ts'
import { cancelPayment, createPayment, rechargeHistory, verifyPayment } from '#contract/payments.ts'
import { systemClock } from '#src/lib/clock.ts'
import { authStore } from '#src/platform/auth/auth-state.ts'
import { api } from '#src/platform/auth/auth.ts'
import { tokenPrice, tokenText } from './amount.ts'
import { failureText, type PaymentFlow } from './payment-flow.ts'
import type { PaymentTerms, TokenTerms } from './payment-terms.ts'
import { WALLET_MISSING, type PaymentWallet } from './payment-wallet.ts'
import {
  dispatchPayment,
  paymentsStore,
  rememberOrder,
  resetPayments,
  returnToForm,
  showResult,
  type PaymentResult,
  type PaymentsState,
} from './payments-store.ts'
import { runPayment, type PaymentPorts } from './run-payment.ts'

/** A step that is over at once still stays this long. */
const STEP_SHOWN_MS = 80
/** The finished confirmation card stays this long before the result takes its place. */
const SUCCESS_SHOWN_MS = 1_000
/** The chain's and the account's new balance are asked for this long after a success. */
const BALANCE_REFRESH_MS = 1_000
/** By then the server has found by itself what was sent before the page looked away. */
const FOUND_BY_SERVER_MS = 12_000
const LISTS = ['balance', 'token-balance', 'balance-history', 'recharge-history']

/** The run outlives what shows it: another tab of the page, or another page, does not end a payment. */
let running: AbortController | null = null

const stop = (): void => {
  running?.abort()
  running = null
}

// The next person to sign in finds nothing of this one's payment.
authStore.subscribe(({ status }) => {
  if (status !== 'unauthenticated') return
  stop()
  resetPayments()
})

/** The page of the history in which an order of this payment is looked for. */
const RECENT_ORDERS = 20

const portsFor = (
  wallet: PaymentWallet,
  { network }: PaymentTerms,
  { amountSol, token }: { amountSol: number; token: TokenTerms | null },
): PaymentPorts => {
  const lamports = solToLamports(amountSol)
  const onNetwork = network === null ? {} : { network }
  return {
    createPayment: () => {
      if (!wallet.isAvailable()) throw new Error(WALLET_MISSING)
      if (wallet.address === null) throw new Error('Wallet not connected')
      return api.call(createPayment, {
        body: {
          amount_lamports: Number(lamports),
          payer_wallet: wallet.address,
          ...onNetwork,
          ...(token === null ? {} : { currency: 'TOKEN' }),
        },
        reportedBy: 'caller',
      })
    },
    buildTransaction: (request) => {
      if (token === null) return wallet.buildTransfer(request, lamports)
      const price = tokenPrice(amountSol, token)
      if (request.token?.mint !== token.mint || BigInt(request.token.raw_amount) !== price) {
        throw new Error('The price has changed meanwhile. Please start again.')
      }
      return wallet.buildTokenTransfer(request, token)
    },
    signAndSend: (transaction) => wallet.signAndSend(transaction),
    verify: ({ paymentId, orderId, signature }) =>
      api.call(verifyPayment, {
        body: {
          payment_id: paymentId,
          transaction_signature: signature,
          order_id: orderId,
          ...onNetwork,
        },
        reportedBy: 'caller',
      }),
    findPaid: async (orderId) => {
      const { data } = await api.call(rechargeHistory, {
        query: { offset: 0, limit: RECENT_ORDERS },
        reportedBy: 'caller',
      })
      const order = data.find((record) => String(record.order_id) === orderId)
      return order?.status === 'PAID' ? (order.transaction_signature ?? null) : null
    },
    sleep: (ms) => systemClock.sleep(ms),
    shown: () => systemClock.sleep(STEP_SHOWN_MS),
    report: (error) => console.warn('A step of the payment failed', error),
  }
}

/** What is paid instead of SOL, with its symbol; null for SOL. */
const paidTextOf = ({ amountSol, currency }: PaymentsState, { token }: PaymentTerms) =>
  currency === 'TOKEN' && token !== null ? tokenText(tokenPrice(amountSol, token), token) : null

/** The wallet may have been asked already: what it signs still pays, although the page no longer looks. */
const mayStillPay = (flow: PaymentFlow): boolean =>
  flow.phase === 'processing' && (flow.step === 'awaiting-wallet' || flow.signature !== null)

/** The payment of the recharge page, bound to its store, the API and the wallet. */
export const usePayment = (wallet: PaymentWallet, terms: PaymentTerms) => {
  const state = useStore(paymentsStore)
  const queries = useQueryClient()

  const refreshLists = useCallback(() => {
    for (const list of LISTS) void queries.invalidateQueries({ queryKey: [list] })
  }, [queries])

  const confirm = async () => {
    const { amountSol, currency, flow, order } = paymentsStore.getState()
    if (flow.phase === 'processing' || flow.phase === 'success') return
    stop()
    const controller = new AbortController()
    running = controller
    const token = currency === 'TOKEN' ? terms.token : null
    await runPayment(
      portsFor(wallet, terms, { amountSol, token }),
      { flow, order },
      { dispatch: dispatchPayment, onOrder: rememberOrder, signal: controller.signal },
    )
    if (controller.signal.aborted) return
    const ended = paymentsStore.getState().flow
    if (ended.phase !== 'success') return refreshLists()
    const { orderId, signature } = ended
    setTimeout(refreshLists, BALANCE_REFRESH_MS)
    await systemClock.sleep(SUCCESS_SHOWN_MS)
    if (controller.signal.aborted) return
    showResult({
      amountSol,
      paidText: paidTextOf(paymentsStore.getState(), terms),
      orderId,
      signature,
      failure: null,
    })
  }

  const clear = useCallback(() => {
    if (mayStillPay(paymentsStore.getState().flow)) setTimeout(refreshLists, FOUND_BY_SERVER_MS)
    stop()
    returnToForm()
  }, [refreshLists])

  /** Leaves the payment. An order that nothing was sent for is cancelled; sent money is credited by the server. */
  const leave = useCallback(() => {
    const { flow, order } = paymentsStore.getState()
    const isUnpaid = flow.phase === 'failed' && flow.signature === null
    clear()
    if (order === null || !isUnpaid) return
    void api
      .call(cancelPayment, { body: { payment_id: order.paymentId }, reportedBy: 'caller' })
      .catch((error: unknown) => console.warn('The order was not cancelled', error))
      .finally(refreshLists)
  }, [clear, refreshLists])

  // Another wallet, or none, ends what was being paid with the one before.
  const { stage, payer } = state
  useEffect(() => {
    if (stage !== 'form' && payer !== wallet.address) clear()
  }, [stage, payer, wallet.address, clear])

  const paidText = paidTextOf(state, terms)
  const failure: PaymentResult | null =
    state.flow.phase === 'failed'
      ? {
          amountSol: state.amountSol,
          paidText,
          orderId: state.flow.orderId,
          signature: state.flow.signature,
          failure: failureText(state.flow),
        }
      : null
  return { ...state, paidText, failure, confirm, leave }
}

export type Payment = ReturnType<typeof usePayment>
