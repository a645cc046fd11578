import { decodeAddress } from '#solana/base58.ts'
import { isSigningKey } from '#solana/curve.ts'

export type WalletKey = { address: string; bytes: Uint8Array }

/**
 * Returns the key of an address, or null if it can't identify one owner: not base58 of 32 bytes, a program-derived
 * address, or a point that accepts signatures without a secret.
 */
export function parseWalletKey(address: string): WalletKey | null {
  const bytes = decodeAddress(address)
  return bytes !== null && isSigningKey(bytes) ? { address, bytes } : null
}

/** Returns the 64 bytes of a signature in standard, padded Base64; null for any other form. */
export function parseSignature(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
