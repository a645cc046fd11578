import { decodeBase58 } from './base58.ts'

const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const SIGN_BIT = 1n << 255n

/**
 * Whether an address is a point of the ed25519 curve, so that some key may sign for it; program-derived addresses are
 * not. By Euler's criterion on x² = (y² − 1) / (d·y² + 1). Like the chain, it takes y modulo p and
 * heeds no sign of a zero x. Source: RFC 8032 §5.1.3.
 */
export function isOnCurve(address: string): boolean {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) return false
  let encoded = 0n
  for (const byte of bytes.toReversed()) encoded = (encoded << 8n) | BigInt(byte)
  const y = encoded & (SIGN_BIT - 1n)
  const numerator = modulo(y * y - 1n)
  if (numerator === 0n) return true
  // A quotient is a square exactly when the product is, and the product needs no inverse.
  return power(modulo(numerator * (D * y * y + 1n)), (P - 1n) / 2n) === 1n
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
