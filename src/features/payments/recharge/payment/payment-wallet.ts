import type { PaymentRequest } from '#contract/payments.ts'
import type { TokenTerms } from '#src/features/payments/recharge/form/payment-terms.ts'

export type PaymentWallet = {
  /** Base58; null while no wallet is connected. */
  readonly address: string | null
  readonly isConnecting: boolean
  /** Why the last attempt to connect failed, in words. */
  readonly connectError: string | null
  /** True when a wallet that can pay is available. */
  isAvailable(): boolean
  connect(): Promise<void>
  disconnect(): Promise<void>
  /** The 64 bytes of the signature over `message` as it is. */
  signMessage(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  /** A transfer of `lamports` to the request's receiver, carrying its reference. */
  buildTransfer(request: PaymentRequest, lamports: bigint): Promise<unknown>
  /** A transfer of the request's token from the wallet's fullest account. */
  buildTokenTransfer(request: PaymentRequest, token: TokenTerms): Promise<unknown>
  /** Returns the wallet's balance of a mint, in raw units. */
  tokenBalance(mint: string): Promise<bigint>
  /** Asks the wallet to sign and send. Returns the signature. */
  signAndSend(transaction: unknown): Promise<string>
  /** True as soon as the chain has confirmed or refused the transaction, false after `withinMs`. Never rejects. */
  confirmedWithin(signature: string, withinMs: number): Promise<boolean>
}

/** Shown when no wallet is available. */
export const WALLET_MISSING = 'Phantom wallet not detected, please install Phantom wallet extension'
