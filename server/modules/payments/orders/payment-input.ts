import { AppError } from '#server/errors.ts'
import { isUuid } from '#server/lib/ids.ts'
import { decodeBase58, isAddress } from '#solana/base58.ts'
import { SYSTEM_PROGRAM } from '#solana/programs.ts'
import type { Currency } from './payment-order.ts'

export type PaymentLimits = {
  readonly minPaymentLamports: bigint
  readonly maxPaymentLamports: bigint
}

/** 64 bytes are at most 88 characters of base58; don't decode longer text. */
const MAX_SIGNATURE_CHARS = 88

/** Returns whole lamports within the limits. Accepts only a JSON number that is an exact integer. */
export function parseAmountLamports(value: unknown, limits: PaymentLimits): bigint {
  const { minPaymentLamports, maxPaymentLamports } = limits
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
  if (!isWhole || BigInt(value) < minPaymentLamports || BigInt(value) > maxPaymentLamports) {
    throw refused(
      'INVALID_AMOUNT',
      'amount_lamports',
      `must be a whole number of lamports from ${minPaymentLamports} to ${maxPaymentLamports}`,
    )
  }
  return BigInt(value)
}

/** Returns a base58 address of 32 bytes. Refuses the system program's (32 zero bytes), which has no owner. */
export function parseWalletAddress(value: unknown, field: string): string {
  if (typeof value !== 'string' || !isAddress(value) || value === SYSTEM_PROGRAM) {
    throw refused('INVALID_ADDRESS', field, 'must be a Solana wallet address')
  }
  return value
}

/** Throws `INVALID_ADDRESS` for a malformed address and for the receiver itself. */
export function parsePayer(value: unknown, receiver: string): string {
  const payer = parseWalletAddress(value, 'payer_wallet')
  if (payer !== receiver) return payer
  throw refused('INVALID_ADDRESS', 'payer_wallet', 'must be another wallet than the receiver')
}

/** Throws `INVALID_SIGNATURE` unless it is 64 bytes in base58. */
export function parseSignature(value: unknown, field: string): string {
  const isSignature =
    typeof value === 'string' &&
    value.length <= MAX_SIGNATURE_CHARS &&
    decodeBase58(value)?.length === 64
  if (!isSignature) throw refused('INVALID_SIGNATURE', field, 'must be a transaction signature')
  return value
}

/** Returns the id in its stored form. Throws `PAYMENT_NOT_FOUND` for text that is not an id. */
export function parseOrderId(value: unknown, field: string): string {
  if (typeof value !== 'string') throw refused('VALIDATION_FAILED', field, 'must be text')
  if (!isUuid(value)) throw paymentNotFound()
  return value.toLowerCase()
}

/** Throws `NETWORK_MISMATCH` for another network. Undefined is the server's. */
export function checkNetwork(value: unknown, network: string): void {
  if (value === undefined || value === network) return
  throw refused('NETWORK_MISMATCH', 'network', `must be ${network}, the network of this server`)
}

/** Returns SOL by default. Throws `VALIDATION_FAILED` for a currency that this server does not accept. */
export function parseCurrency(value: unknown, hasToken: boolean): Currency {
  if (value === undefined || value === 'SOL') return 'SOL'
  if (value === 'TOKEN' && hasToken) return 'TOKEN'
  throw refused('VALIDATION_FAILED', 'currency', hasToken ? 'must be SOL or TOKEN' : 'must be SOL')
}

export const paymentNotFound = (): AppError => new AppError('PAYMENT_NOT_FOUND', 'No such payment')

const refused = (
  code:
    | 'INVALID_AMOUNT'
    | 'INVALID_ADDRESS'
    | 'INVALID_SIGNATURE'
    | 'VALIDATION_FAILED'
    | 'NETWORK_MISMATCH',
  field: string,
  reason: string,
): AppError => new AppError(code, `${field} ${reason}`, { fields: { [field]: reason } })
