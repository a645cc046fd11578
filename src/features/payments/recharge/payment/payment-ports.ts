import { solToLamports } from '#contract/money.ts'
import {
  createPayment,
  rechargeHistory,
  verifyPayment,
  type RechargeRecord,
} from '#contract/payments.ts'
import { SchemaError } from '#src/lib/api/api-error.ts'
import { systemClock } from '#src/lib/clock.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { computeTokenPrice } from '#src/features/payments/recharge/form/amount.ts'
import type {
  PaymentTerms,
  TokenTerms,
} from '#src/features/payments/recharge/form/payment-terms.ts'
import { WALLET_MISSING, type PaymentWallet } from './payment-wallet.ts'
import type { PaymentPorts } from './run-payment.ts'

/** A step that is over at once still stays this long. */
const STEP_SHOWN_MS = 80
/** Number of latest records in which to find an order. */
const RECENT_ORDERS = 20

/** Returns the order if the server has credited it, by any wallet's payment; null otherwise. */
export const findPaidOrder = async (
  orderId: string,
  signal?: AbortSignal,
): Promise<RechargeRecord | null> => {
  const data = await api.callForData(rechargeHistory, {
    query: { offset: 0, limit: RECENT_ORDERS },
    ...(signal === undefined ? {} : { signal }),
  })
  const order = data.find((record) => String(record.order_id) === orderId)
  return order?.status === 'PAID' ? order : null
}

export const createPorts = (
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
      const body = {
        amount_lamports: Number(lamports),
        payer_wallet: wallet.address,
        ...onNetwork,
        ...(token === null ? {} : { currency: 'TOKEN' }),
      }
      return api.call(createPayment, { body }).catch((error: unknown) => {
        if (error instanceof SchemaError) return { success: false }
        throw error
      })
    },
    buildTransaction: (request) => {
      if (token === null) return wallet.buildTransfer(request, lamports)
      const price = computeTokenPrice(amountSol, token)
      if (request.token?.mint !== token.mint || BigInt(request.token.raw_amount) !== price) {
        throw new Error('The price has changed meanwhile. Please start again.')
      }
      return wallet.buildTokenTransfer(request, token)
    },
    signAndSend: (transaction) => wallet.signAndSend(transaction),
    confirmedWithin: (signature, withinMs) => wallet.confirmedWithin(signature, withinMs),
    verify: ({ paymentId, orderId, signature }) =>
      api.call(verifyPayment, {
        body: {
          payment_id: paymentId,
          transaction_signature: signature,
          order_id: orderId,
          ...onNetwork,
        },
      }),
    findPaid: async (orderId) => (await findPaidOrder(orderId))?.transaction_signature ?? null,
    sleep: (ms) => systemClock.sleep(ms),
    shown: () => systemClock.sleep(STEP_SHOWN_MS),
    report: (error) => console.warn('A step of the payment failed', error),
  }
}
