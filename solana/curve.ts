import { LRUCache } from 'lru-cache'
import { decodeAddress } from './base58.ts'

/** The field and the constant d of edwards25519. Source: RFC 8032 §5.1. */
const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const SIGN_BIT = 1n << 255n

/** An analysis asks for the same addresses again and again, and one answer takes about 0.1 ms. */
const onCurve = new LRUCache<string, boolean>({
  max: 200_000,
  memoMethod: (address) => {
    const bytes = decodeAddress(address)
    return bytes !== null && hasPoint(yOf(bytes))
  },
})

/**
 * True if an address is a point of the curve, so that a private key for it can exist; program-derived addresses never
 * are. Like the chain, it takes y modulo p and ignores the sign of a zero x. Source: RFC 8032 §5.1.3.
 */
export const isOnCurve = (address: string): boolean => onCurve.memo(address)

/**
 * Whether only a secret makes signatures for these 32 bytes: a point in its one canonical form, and none of the eight of
 * small order, for which anybody can (32 zero bytes, the system program, is one). Stricter than the chain.
 */
export function isSigningKey(bytes: Uint8Array): boolean {
  const y = yOf(bytes)
  // A zero x, whose sign could be spelt in two ways, has small order.
  return y < P && hasPoint(y) && doubledY(doubledY(doubledY(y))) !== 1n
}

const yOf = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`) & (SIGN_BIT - 1n)

/** Whether x² = (y² − 1) / (dy² + 1) has a root: by Euler's criterion on the product, which needs no inverse. */
function hasPoint(y: bigint): boolean {
  const numerator = modulo(y * y - 1n)
  return numerator === 0n || power(modulo(numerator * (D * y * y + 1n)), (P - 1n) / 2n) === 1n
}

/** y of a point added to itself, by the law of RFC 8032 §5.1.4 with x² put in terms of y²; 1 is the neutral element. */
function doubledY(y: bigint): bigint {
  const square = modulo(y * y)
  const fourth = D * square * square
  return modulo((fourth + 2n * square - 1n) * power(modulo(1n + 2n * D * square - fourth), P - 2n))
}

const modulo = (value: bigint): bigint => ((value % P) + P) % P

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
