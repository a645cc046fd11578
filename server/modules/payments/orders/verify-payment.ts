import type { RejectionKey, VerificationResult } from '#contract/payments.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { fetchTransaction } from '#server/modules/payments/deposits/fetch-transaction.ts'
import { findOrder, markPayerLinked } from './orders-repository.ts'
import { checkNetwork, parseOrderId, parseSignature, paymentNotFound } from './payment-input.ts'
import {
  toExpectedPayment,
  toTreasuryAddress,
  toTreasuryAsset,
  type PaymentOrder,
} from './payment-order.ts'
import { readDeposit, type Deposit } from '#server/modules/payments/deposits/read-deposit.ts'
import { findReceipt, isOpen } from '#server/modules/payments/deposits/receipts-repository.ts'
import type { Settlement } from '#server/modules/payments/deposits/settle-deposit.ts'
import { verifyTransfer } from '#server/modules/payments/deposits/verify-transfer.ts'

/** Blocks past the last valid one before a transaction counts as dead, because nodes may lag behind each other. */
const DEAD_MARGIN_BLOCKS = 32
const HEIGHT_TIMEOUT_MS = 1_000

export type VerifyPaymentInput = {
  readonly user: { readonly id: string; readonly walletAddresses: readonly string[] }
  /** Binds the call's Idempotency-Key to its input. The response isn't stored, because it changes with the chain. */
  readonly bindKey: () => Promise<unknown>
  readonly body: {
    readonly payment_id?: unknown
    readonly order_id?: unknown
    readonly transaction_signature?: unknown
    readonly network?: unknown
  }
}

type Dependencies = {
  db: Database
  rpc: Pick<SolanaRpc, 'getTransaction' | 'getBlockHeight'>
  settlement: Settlement
  ledger: Pick<Ledger, 'getBalance'>
  network: string
}

/**
 * Checks whether a transaction pays an order and credits it if so. Pending is not an error: the node doesn't know the
 * transaction yet or is unavailable. Throws `AppError` for bad input and for ids of other users.
 */
export function createPaymentVerifier({ db, rpc, settlement, ledger, network }: Dependencies) {
  async function verify({ user, bindKey, body }: VerifyPaymentInput): Promise<VerificationResult> {
    const signature = parseSignature(body.transaction_signature, 'transaction_signature')
    checkNetwork(body.network, network)
    const paymentId = parseOrderId(body.payment_id, 'payment_id')
    const orderId = parseOrderId(body.order_id, 'order_id')
    const order = await findOrder(db, { userId: user.id, paymentId, orderId })
    if (order === undefined) throw paymentNotFound()
    await bindKey()
    const known = await answerFromReceipt(order, signature)
    if (known !== undefined) return known

    const fetched = await fetchTransaction(rpc, signature)
    if (fetched.kind === 'pending') {
      return pending(order, fetched.reason === 'not_found' && (await isDead(rpc, order)))
    }
    const isPayerLinked = order.isPayerLinked || user.walletAddresses.includes(order.payerWallet)
    if (isPayerLinked && !order.isPayerLinked) await markPayerLinked(db, order.paymentId)
    const reading = readDeposit(signature, fetched.transaction, toTreasuryAsset(order))
    const verdict = verifyTransfer(reading, toExpectedPayment(order, { isPayerLinked }))
    switch (verdict.kind) {
      case 'pending':
        return pending(order, false)
      case 'rejected':
        await settlement.settle(verdict.deposit, toTreasuryAddress(order))
        return rejected(order, verdict.key, verdict.message)
      case 'verified':
        return credit(order, verdict.deposit)
    }
  }

  async function answerFromReceipt(
    order: PaymentOrder,
    signature: string,
  ): Promise<VerificationResult | undefined> {
    const receipt = await findReceipt(db, { network, signature, currency: order.currency })
    if (receipt === undefined || isOpen(receipt)) return undefined
    if (receipt.state === 'REFUNDED') {
      return rejected(order, 'signature', 'This payment was refunded')
    }
    return receipt.paymentId === order.paymentId
      ? verified(await reread(order), await ledger.getBalance(order.userId))
      : signatureUsed(order)
  }

  async function credit(order: PaymentOrder, deposit: Deposit): Promise<VerificationResult> {
    const outcome = await settlement.credit(order, deposit, toTreasuryAsset(order))
    switch (outcome.kind) {
      case 'credited':
        return verified(await reread(order), await ledger.getBalance(order.userId))
      case 'signature_used':
        return (await answerFromReceipt(order, deposit.signature)) ?? signatureUsed(order)
      case 'account_deleted':
        await settlement.settle(deposit, toTreasuryAddress(order))
        throw paymentNotFound()
      case 'order_paid':
        await settlement.settle(deposit, toTreasuryAddress(order))
        return rejected(
          await reread(order),
          'order',
          'This order is already paid. Your additional payment is held as a deposit.',
        )
    }
  }

  const reread = async (order: PaymentOrder): Promise<PaymentOrder> =>
    (await findOrder(db, order)) ?? order

  return verify
}

/** Returns true if no transaction with a blockhash of this order can land; a durable nonce still could. */
async function isDead(
  rpc: Pick<SolanaRpc, 'getBlockHeight'>,
  { lastValidBlockHeight }: PaymentOrder,
): Promise<boolean> {
  try {
    const options = { commitment: 'finalized', timeoutMs: HEIGHT_TIMEOUT_MS, retries: 0 } as const
    const height = await rpc.getBlockHeight(options)
    return height > lastValidBlockHeight + DEAD_MARGIN_BLOCKS
  } catch (error) {
    if (error instanceof RpcUnavailable || error instanceof RpcError) return false
    throw error
  }
}

const verified = (order: PaymentOrder, balance: bigint): VerificationResult => ({
  success: true,
  message: 'Payment verified',
  data: {
    ...toState(order),
    verified: true,
    transaction_signature: order.signature,
    credited_lamports: (order.creditedLamports ?? 0n).toString(),
    balance_lamports: balance.toString(),
    late: order.isLate,
    settled: order.settledAt !== null,
  },
})

const pending = (order: PaymentOrder, canPayAgain: boolean): VerificationResult => ({
  success: true,
  message: canPayAgain
    ? `The transaction did not reach ${order.network} in time: check your wallet's network. It is safe to pay again`
    : 'The transaction is not confirmed yet',
  data: { ...toState(order), verified: false, can_pay_again: canPayAgain },
})

const rejected = (order: PaymentOrder, key: RejectionKey, message: string): VerificationResult => ({
  success: false,
  message,
  errors: { [key]: message },
  data: { ...toState(order), verified: false },
})

const signatureUsed = (order: PaymentOrder): VerificationResult =>
  rejected(order, 'signature', 'This transaction has paid another order')

const toState = ({ paymentId, orderId, status }: PaymentOrder) => ({
  payment_id: paymentId,
  order_id: orderId,
  status,
})
