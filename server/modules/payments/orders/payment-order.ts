import type { RechargeStatus } from '#contract/payments.ts'
import type { Asset } from '#server/modules/payments/deposits/read-deposit.ts'
import { SYSTEM_PROGRAM } from '#solana/programs.ts'
import type { ExpectedPayment } from '#server/modules/payments/deposits/verify-transfer.ts'

export type Currency = 'SOL' | 'TOKEN'

/** Stored as the payer of an order that any wallet may pay. It is no wallet: the system program never signs. */
export const ANY_PAYER = SYSTEM_PROGRAM

/** `rawAmount`: raw token units that must arrive. `destination`: the treasury's token account. */
export type OrderToken = {
  readonly mint: string
  readonly program: string
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
  /** True if the payer is proven to be the user's own wallet. */
  readonly isPayerLinked: boolean
  readonly currency: Currency
  /** Credit for an exact payment, in either currency. */
  readonly amountLamports: bigint
  /** Null for an order in SOL. */
  readonly token: OrderToken | null
  /** Address that the payment names as an extra key. Unique per order. */
  readonly reference: string
  readonly status: RechargeStatus
  /** Slot at which the order was created. An older transaction cannot pay it. */
  readonly createdSlot: number
  /** Block height after which the issued transaction can no longer land. */
  readonly lastValidBlockHeight: number
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Null unless PAID. May differ from `amountLamports`. */
  readonly creditedLamports: bigint | null
  /** The transaction that paid the order; null unless PAID. */
  readonly signature: string | null
  /** True if it was paid after its end. */
  readonly isLate: boolean
  /** When the payment became final; null before. */
  readonly settledAt: Date | null
  /** The credited payment vanished from the chain; null again once the order is paid. */
  readonly reversedAt: Date | null
  readonly reversedSignature: string | null
}

/** `hasIssuedBlockhash`: the transaction uses a blockhash that this order issued. */
export type PayerOrder = PaymentOrder & { readonly hasIssuedBlockhash: boolean }

/** Where the treasury receives an asset, and its currency in the books. */
export type TreasuryAsset = { readonly receiver: string; readonly asset: Asset }

/** `scannedAddress`: the address whose history lists every payment in this asset. */
export type TreasuryAddress = TreasuryAsset & { readonly scannedAddress: string }

export const toTreasuryAsset = ({ receiver, token }: PaymentOrder): TreasuryAsset => ({
  receiver,
  asset:
    token === null ? { kind: 'SOL' } : { kind: 'TOKEN', mint: token.mint, program: token.program },
})

/** Returns the address whose history lists the payments of this order. */
export const toTreasuryAddress = (order: PaymentOrder): TreasuryAddress => ({
  ...toTreasuryAsset(order),
  scannedAddress: order.token === null ? order.receiver : order.token.destination,
})

/** Returns the transfer that pays the order. `isPayerLinked` replaces what the order says. */
export const toExpectedPayment = (
  order: PaymentOrder,
  { isPayerLinked = order.isPayerLinked }: { isPayerLinked?: boolean } = {},
): ExpectedPayment => ({
  payerWallet: order.payerWallet === ANY_PAYER ? null : order.payerWallet,
  currency: order.currency,
  amount: order.token === null ? order.amountLamports : order.token.rawAmount,
  reference: order.reference,
  requiresReference: !isPayerLinked,
  createdSlot: order.createdSlot,
  createdAtMs: order.createdAt.getTime(),
})

/** Returns the credit in lamports: SOL as received, tokens at the order's rate, rounded down. */
export const computeCredit = (
  { token, amountLamports }: Pick<PaymentOrder, 'token' | 'amountLamports'>,
  received: bigint,
): bigint => (token === null ? received : (received * amountLamports) / token.rawAmount)
