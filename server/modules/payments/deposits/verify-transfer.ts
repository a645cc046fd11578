import { formatLamports } from '#contract/money.ts'
import type { RejectionKey } from '#contract/payments.ts'
import type { Deposit, DepositReading } from './read-deposit.ts'

/** The transfer that pays an order. Amount in lamports or raw token units. */
export type ExpectedPayment = {
  /** Null: any wallet may pay, and every transfer must carry the reference. */
  readonly payerWallet: string | null
  readonly currency: 'SOL' | 'TOKEN'
  readonly amount: bigint
  readonly reference: string
  /** The payer isn't proven to be the caller; only the reference ties the transaction to the order. */
  readonly requiresReference: boolean
  readonly createdSlot: number
  readonly createdAtMs: number
}

/** `received` in lamports or raw token units. `reason` and `message` are for people. */
export type Verdict =
  | { readonly kind: 'verified'; readonly received: bigint; readonly deposit: Deposit }
  | { readonly kind: 'pending'; readonly reason: string }
  | {
      readonly kind: 'rejected'
      readonly key: RejectionKey
      readonly message: string
      readonly deposit: Deposit
    }

/** The slot excludes older transactions, unless the node is behind. Clocks of servers may be five minutes off. */
const CLOCK_TOLERANCE_MS = 360_000

/**
 * Decides whether a transaction pays an order: it succeeded, is no older than the order, all transfers into the
 * receiver come from the order's payer, any extra keys on them include the order's reference, and the receiver gained
 * at least the amount. Unreadable transactions are pending, which says nothing about the payment.
 */
export function verifyTransfer(reading: DepositReading, expected: ExpectedPayment): Verdict {
  if (reading.kind === 'unreadable') return { kind: 'pending', reason: reading.reason }
  const refusal = findRefusal(reading, expected)
  return refusal === undefined
    ? { kind: 'verified', received: reading.received, deposit: reading }
    : { kind: 'rejected', ...refusal, deposit: reading }
}

function findRefusal(
  deposit: Deposit,
  expected: ExpectedPayment,
): { key: RejectionKey; message: string } | undefined {
  const { transfers } = deposit
  if (deposit.executionError !== null) {
    return {
      key: 'execution',
      message: `The transaction failed on the chain: ${describeExecutionError(deposit.executionError)}`,
    }
  }
  if (transfers.length === 0) {
    return {
      key: 'receiver',
      message: 'The transaction pays nothing to the receiver of this order',
    }
  }
  const { payerWallet } = expected
  if (payerWallet === null) {
    if (transfers.some(({ extraKeys }) => !extraKeys.includes(expected.reference))) {
      return { key: 'reference', message: 'The transaction must carry the reference of this order' }
    }
  } else if (transfers.some(({ payer }) => payer !== payerWallet)) {
    return { key: 'payer', message: 'The transaction was not paid by the wallet of this order' }
  }
  const references = new Set(transfers.flatMap(({ extraKeys }) => extraKeys))
  if (!references.has(expected.reference)) {
    if (references.size > 0) {
      return { key: 'reference', message: 'The transaction carries the reference of another order' }
    }
    if (expected.requiresReference) {
      return {
        key: 'reference',
        message:
          'The transaction must carry the reference of this order, because its wallet is not linked to the account',
      }
    }
  }
  if (isOlder(deposit, expected)) {
    return { key: 'time', message: 'The transaction is older than the order' }
  }
  if (deposit.received < expected.amount) {
    return {
      key: 'amount',
      message: `The transaction pays ${amountText(deposit.received, expected)}, the order is for ${amountText(expected.amount, expected)}`,
    }
  }
  return undefined
}

const isOlder = (deposit: Deposit, expected: ExpectedPayment): boolean =>
  deposit.slot < expected.createdSlot ||
  (deposit.blockTimeMs !== null && deposit.blockTimeMs < expected.createdAtMs - CLOCK_TOLERANCE_MS)

const describeExecutionError = (error: unknown): string =>
  typeof error === 'string'
    ? error
    : JSON.stringify(error, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )

const amountText = (amount: bigint, { currency }: ExpectedPayment): string =>
  currency === 'SOL' ? `${formatLamports(amount)} SOL` : `${amount} raw token units`
