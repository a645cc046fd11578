import { ed25519 } from '@noble/curves/ed25519.js'
import { LRUCache } from 'lru-cache'
import { decodeAddress } from './base58.ts'

/** An analysis checks the same addresses repeatedly, and one check takes about 0.1 ms. */
const onCurve = new LRUCache<string, boolean>({
  max: 200_000,
  memoMethod: (address) => {
    const bytes = decodeAddress(address)
    return bytes !== null && decodePoint(bytes, CHAIN_RULES) !== null
  },
})

/** Like the chain, ZIP 215 takes y modulo p and ignores the sign of a zero x. RFC 8032 refuses both. */
const CHAIN_RULES = true
const RFC_8032_RULES = false

/** Returns true for a point of the curve, which can have a private key. Program-derived addresses never are. */
export const isOnCurve = (address: string): boolean => onCurve.memo(address)

/**
 * Returns true if signatures for these 32 bytes need a secret key: a canonical point that is not one of the eight of
 * small order, for which anyone can sign (the system program's 32 zero bytes are one). Stricter than the chain.
 */
export function isSigningKey(bytes: Uint8Array): boolean {
  const point = decodePoint(bytes, RFC_8032_RULES)
  return point !== null && !point.isSmallOrder()
}

function decodePoint(bytes: Uint8Array, zip215: boolean) {
  try {
    return ed25519.Point.fromBytes(Uint8Array.from(bytes), zip215)
  } catch {
    // The library throws on every 32 bytes that are no point.
    return null
  }
}
