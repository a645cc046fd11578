import { decodeAddress } from '#solana/base58.ts'
import { isSigningKey } from '#solana/curve.ts'

export type WalletKey = { address: string; bytes: Uint8Array }

/**
 * The key that an address names, or null when it does not stand for one person's secret: not base58 of 32 bytes, a
 * program-derived address, or a point for which signatures can be made without a secret.
 */
export function parseWalletKey(address: string): WalletKey | null {
  const bytes = decodeAddress(address)
  return bytes !== null && isSigningKey(bytes) ? { address, bytes } : null
}

/** The 64 bytes of a signature in standard, padded Base64; null for any other spelling. */
export function parseSignature(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
