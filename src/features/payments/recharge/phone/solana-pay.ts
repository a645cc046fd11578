import { formatLamports, solToLamports } from '#contract/money.ts'
import type { PaymentRequest } from '#contract/payments.ts'

/** Returns the transfer request of an order in SOL (https://docs.solanapay.com/spec#specification-transfer-request). */
export const buildSolanaPayUrl = (
  { receiver, reference, order_number: orderNumber }: PaymentRequest,
  { amountSol, label }: { amountSol: number; label: string },
): string | null => {
  if (!reference) return null
  const query = [
    `amount=${formatLamports(solToLamports(amountSol))}`,
    `reference=${reference}`,
    // Wallets parse the query as a URI, where a plus is not a space.
    `label=${encodeURIComponent(label)}`,
    ...(orderNumber ? [`message=${encodeURIComponent(`Order ${orderNumber}`)}`] : []),
  ]
  return `solana:${receiver}?${query.join('&')}`
}
