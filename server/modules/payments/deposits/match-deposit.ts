import {
  expectedPayment,
  type PayerOrder,
  type PaymentOrder,
} from '#server/modules/payments/orders/payment-order.ts'
import type { Deposit } from './read-deposit.ts'
import { verifyTransfer } from './verify-transfer.ts'

/** Which orders a deposit pays, best first; when none, why not and which one it seems to be for. */
export type DepositMatch = {
  readonly orders: readonly PaymentOrder[]
  readonly reason: string
  readonly seemsFor: string | null
}

/** A deposit that names orders by their references can pay these only. */
export function matchByReference(deposit: Deposit, named: readonly PaymentOrder[]): DepositMatch {
  const oldestFirst = named.toSorted((a, b) => a.createdSlot - b.createdSlot)
  const open = oldestFirst.filter(({ status }) => status !== 'PAID')
  const verdicts = open.map((order) => ({
    order,
    verdict: verifyTransfer(deposit, expectedPayment(order)),
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
 * A deposit without a reference pays an order of its payer's account: one whose blockhash it carries, or for exactly
 * this amount; an open order also when more arrived. Orders that are over take no surplus by guess.
 */
export function matchByPayer(deposit: Deposit, orders: readonly PayerOrder[]): DepositMatch {
  const payable = orders.filter((order) => {
    const expected = expectedPayment(order)
    const isMeant =
      order.hasIssuedBlockhash || order.status === 'PENDING' || expected.amount === deposit.received
    return isMeant && verifyTransfer(deposit, expected).kind === 'verified'
  })
  const rank = (order: PayerOrder): number =>
    (expectedPayment(order).amount === deposit.received ? 4 : 0) +
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
  const verdict = verifyTransfer(deposit, expectedPayment(order))
  return verdict.kind === 'rejected' ? verdict.message : 'No order expects this amount'
}
