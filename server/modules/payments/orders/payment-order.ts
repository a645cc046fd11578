import type { RechargeStatus } from '#contract/payments.ts'
import type { Asset } from '#server/modules/payments/deposits/read-deposit.ts'
import type { ExpectedPayment } from '#server/modules/payments/deposits/verify-transfer.ts'

export type Currency = 'SOL' | 'TOKEN'

export type OrderToken = {
  readonly mint: string
  readonly program: string
  /** The treasury's token account. */
  readonly destination: string
  readonly decimals: number
  readonly rawAmount: bigint
}

export type PaymentOrder = {
  readonly paymentId: string
  readonly orderId: string
  readonly orderNumber: string
  readonly userId: string
  readonly network: string
  readonly receiver: string
  readonly payerWallet: string
  readonly isPayerLinked: boolean
  readonly currency: Currency
  /** What an exact payment credits, in either currency. */
  readonly amountLamports: bigint
  readonly token: OrderToken | null
  readonly reference: string
  readonly status: RechargeStatus
  readonly createdSlot: number
  readonly lastValidBlockHeight: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly creditedLamports: bigint | null
  readonly signature: string | null
  readonly isLate: boolean
  readonly settledAt: Date | null
  /** The payment that had been credited vanished from the chain; null again once the order is paid. */
  readonly reversedAt: Date | null
  readonly reversedSignature: string | null
}

/** `hasIssuedBlockhash`: the blockhash of the transaction at hand was given out with this order. */
export type PayerOrder = PaymentOrder & { readonly hasIssuedBlockhash: boolean }

/** Where the treasury receives an asset, and under which currency it is booked. */
export type TreasuryAsset = { readonly receiver: string; readonly asset: Asset }

/** `scannedAddress`: the address whose history lists every payment in this asset. */
export type TreasuryAddress = TreasuryAsset & { readonly scannedAddress: string }

export const treasuryAssetOf = ({ receiver, token }: PaymentOrder): TreasuryAsset => ({
  receiver,
  asset:
    token === null ? { kind: 'SOL' } : { kind: 'TOKEN', mint: token.mint, program: token.program },
})

export const treasuryAddressOf = (order: PaymentOrder): TreasuryAddress => ({
  ...treasuryAssetOf(order),
  scannedAddress: order.token === null ? order.receiver : order.token.destination,
})

export const expectedPayment = (
  order: PaymentOrder,
  { isPayerLinked = order.isPayerLinked }: { isPayerLinked?: boolean } = {},
): ExpectedPayment => ({
  payerWallet: order.payerWallet,
  currency: order.currency,
  amount: order.token === null ? order.amountLamports : order.token.rawAmount,
  reference: order.reference,
  requiresReference: !isPayerLinked,
  createdSlot: order.createdSlot,
  createdAtMs: order.createdAt.getTime(),
})

/** Lamports to credit for what was received: as received in SOL, at the order's own rate and rounded down in tokens. */
export const lamportsFor = (
  { token, amountLamports }: Pick<PaymentOrder, 'token' | 'amountLamports'>,
  received: bigint,
): bigint => (token === null ? received : (received * amountLamports) / token.rawAmount)
