import {
  toExpectedPayment,
  type PayerOrder,
  type PaymentOrder,
} from '#server/modules/payments/orders/payment-order.ts'
import type { Deposit } from './read-deposit.ts'
import { verifyTransfer } from './verify-transfer.ts'

/** Orders that a deposit can pay, best first; without one, the reason and the most likely order. */
export type DepositMatch = {
  readonly orders: readonly PaymentOrder[]
  readonly reason: string
  readonly seemsFor: string | null
}

/** Matches a deposit with references, which can pay only the orders that they name. */
export function matchByReference(deposit: Deposit, named: readonly PaymentOrder[]): DepositMatch {
  const oldestFirst = named.toSorted((a, b) => a.createdSlot - b.createdSlot)
  const open = oldestFirst.filter(({ status }) => status !== 'PAID')
  const verdicts = open.map((order) => ({
    order,
    verdict: verifyTransfer(deposit, toExpectedPayment(order)),
  }))
  const refused = verdicts.find(({ verdict }) => verdict.kind === 'rejected')
  return {
    orders: verdicts.filter(({ verdict }) => verdict.kind === 'verified').map(({ order }) => order),
    reason:
      refused?.verdict.kind === 'rejected'
        ? refused.verdict.message
        : 'The order that the transaction names is paid already',
    seemsFor: (refused?.order ?? oldestFirst[0])?.paymentId ?? null,
  }
}

/**
 * Matches a deposit without a reference to an order of its payer's account: one whose blockhash it uses, or one with
 * exactly this amount. Open orders also accept more; closed orders never take a surplus.
 */
export function matchByPayer(deposit: Deposit, orders: readonly PayerOrder[]): DepositMatch {
  const payable = orders.filter((order) => {
    const expected = toExpectedPayment(order)
    const isMeant =
      order.hasIssuedBlockhash || order.status === 'PENDING' || expected.amount === deposit.received
    return isMeant && verifyTransfer(deposit, expected).kind === 'verified'
  })
  const rank = (order: PayerOrder): number =>
    (toExpectedPayment(order).amount === deposit.received ? 4 : 0) +
    (order.hasIssuedBlockhash ? 2 : 0) +
    (order.status === 'PENDING' ? 1 : 0)
  const [likely] = orders
  return {
    orders: payable.toSorted((a, b) => rank(b) - rank(a) || b.createdSlot - a.createdSlot),
    reason: likely === undefined ? 'No order expects this payment' : shortfall(deposit, likely),
    seemsFor: likely?.paymentId ?? null,
  }
}

function shortfall(deposit: Deposit, order: PaymentOrder): string {
  const verdict = verifyTransfer(deposit, toExpectedPayment(order))
  return verdict.kind === 'rejected' ? verdict.message : 'No order expects this amount'
}
