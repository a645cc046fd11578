import bs58 from 'bs58'

/** The field and constant of edwards25519 (RFC 8032, section 5.1). */
const PRIME = (1n << 255n) - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const EULER_EXPONENT = (PRIME - 1n) / 2n

const known = new Map<string, boolean>()
/** Bounds the memory of a process that reads many tokens. */
const KNOWN_LIMIT = 200_000

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % PRIME
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % PRIME
    square = (square * square) % PRIME
  }
  return result
}

/**
 * True when the address is a point of ed25519, so that somebody can hold its private key. Program-derived addresses are
 * never on the curve. x² = (y²-1)/(dy²+1) has a root exactly when the product of both terms is a square (Euler).
 */
export function isOnCurve(address: string): boolean {
  const cached = known.get(address)
  if (cached !== undefined) return cached
  const bytes = bs58.decode(address)
  let y = 0n
  for (let i = 31; i >= 0; i--) {
    y = (y << 8n) | BigInt(i === 31 ? (bytes[i] ?? 0) & 127 : (bytes[i] ?? 0))
  }
  const ySquared = (y * y) % PRIME
  const product = ((ySquared + PRIME - 1n) * ((D * ySquared + 1n) % PRIME)) % PRIME
  const answer = product === 0n || power(product, EULER_EXPONENT) === 1n
  if (known.size >= KNOWN_LIMIT) known.clear()
  known.set(address, answer)
  return answer
}
