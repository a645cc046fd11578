import { beforeEach, describe, expect, it } from 'vitest'
import {
  readPendingPayment,
  savePendingPayment,
} from '#src/features/payments/recharge/payment/payment-under-way.ts'
import {
  dispatchPayment,
  paymentsStore,
  rememberOrder,
  resetPayments,
  startRecharge,
} from '#src/features/payments/payments-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'

const KEY = 'soldesk.user.ada.payment-under-way'
const NOW = 1_800_000_000_000
const DAY_MS = 24 * 60 * 60 * 1000

const signIn = (id: string) =>
  authStore.setState({ status: 'authenticated', user: { id, username: id } })

const payment = {
  order: { paymentId: 'p1', orderId: 'o1', orderNumber: 'N1' },
  signature: 's1',
  payer: 'w1',
  amountSol: 0.5,
  currency: 'SOL',
  askedAtMs: NOW,
}

const askWallet = () => {
  startRecharge('w1')
  rememberOrder(payment.order)
  dispatchPayment({ type: 'confirmed' })
  dispatchPayment({ type: 'ordered', orderId: 'o1' })
  savePendingPayment(paymentsStore.getState(), NOW - 1)
  dispatchPayment({ type: 'awaiting-wallet' })
  savePendingPayment(paymentsStore.getState(), NOW)
}

beforeEach(() => {
  resetPayments()
  signIn('ada')
})

describe('a payment under way', () => {
  it('is read in the format of earlier versions, and for a day', () => {
    window.localStorage.setItem(KEY, JSON.stringify(payment))
    expect(readPendingPayment(NOW)).toEqual(payment)
    expect(readPendingPayment(NOW + DAY_MS - 1)).toEqual(payment)
    expect(readPendingPayment(NOW + DAY_MS)).toBeNull()
  })

  it.each(['{', '7', '{"signature":"s1"}', '{"state":{"payment":{}},"version":1}'])(
    'is none when the entry cannot be read: %s',
    (text) => {
      window.localStorage.setItem(KEY, text)
      expect(readPendingPayment(NOW)).toBeNull()
    },
  )

  it('is saved from the question to the wallet on, and forgotten when it is verified', () => {
    askWallet()
    expect(readPendingPayment(NOW)).toEqual({ ...payment, signature: null })
    dispatchPayment({ type: 'sent', signature: 's1' })
    savePendingPayment(paymentsStore.getState(), NOW + 5)
    expect(readPendingPayment(NOW)).toEqual(payment)
    resetPayments()
    savePendingPayment(paymentsStore.getState(), NOW + 6)
    expect(readPendingPayment(NOW)).toEqual(payment)
    askWallet()
    dispatchPayment({ type: 'sent', signature: 's1' })
    dispatchPayment({ type: 'verified' })
    savePendingPayment(paymentsStore.getState(), NOW + 7)
    expect(readPendingPayment(NOW)).toBeNull()
  })

  it('belongs to its user alone', () => {
    window.localStorage.setItem(KEY, JSON.stringify(payment))
    signIn('bob')
    expect(readPendingPayment(NOW)).toBeNull()
    signIn('ada')
    expect(readPendingPayment(NOW)).toEqual(payment)
  })
})
