import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'

/** DER wrapping of a raw Ed25519 public key. Source: RFC 8410 §4. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** The field and the constant d of edwards25519. Source: RFC 8032 §5.1. */
const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const SQRT_MINUS_ONE =
  19681161376707505956807079304988542015446066515923890162744021073123829784752n

export type WalletKey = { address: string; bytes: Uint8Array }

/**
 * The key that an address names, or null when nobody can sign for it: not the one base58 spelling of 32 bytes, not a
 * point of the curve (a program-derived address), or one of the eight points of small order, for which signatures can
 * be made without a secret (32 zero bytes, the system program, is one).
 */
export function parseWalletKey(address: string): WalletKey | null {
  if (address.length < 32 || address.length > 44) return null
  const bytes = bs58.decodeUnsafe(address)
  if (bytes?.length !== 32 || bs58.encode(bytes) !== address) return null
  const point = decompress(bytes)
  if (point === null) return null
  const eightfold = double(double(double(point)))
  return eightfold.x === 0n && eightfold.y === 1n ? null : { address, bytes }
}

/** The 64 bytes of a signature in standard, padded Base64; null for any other spelling. */
export function parseSignature(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/** Whether `key` signed exactly this text, as UTF-8. */
export function isSignedBy(key: WalletKey, text: string, signature: Uint8Array): boolean {
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, key.bytes]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(text, 'utf8'), publicKey, signature)
}

type Point = { x: bigint; y: bigint }

/** RFC 8032 §5.1.3; null when the bytes are no point in canonical form. */
function decompress(bytes: Uint8Array): Point | null {
  const encoded = BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)
  const y = encoded & (2n ** 255n - 1n)
  const isOdd = encoded >> 255n === 1n
  if (y >= P) return null
  const numerator = modulo(y * y - 1n)
  const denominator = modulo(D * y * y + 1n)
  const square = modulo(numerator * invert(denominator))
  let x = power(square, (P + 3n) / 8n)
  if (modulo(x * x) !== square) x = modulo(x * SQRT_MINUS_ONE)
  if (modulo(x * x) !== square || (x === 0n && isOdd)) return null
  return { x: (x & 1n) === (isOdd ? 1n : 0n) ? x : P - x, y }
}

/** The unified addition law of RFC 8032 §5.1.4 for a point and itself. */
function double({ x, y }: Point): Point {
  const product = modulo(D * x * x * y * y)
  return {
    x: modulo(2n * x * y * invert(1n + product)),
    y: modulo((y * y + x * x) * invert(1n - product)),
  }
}

const modulo = (value: bigint): bigint => ((value % P) + P) % P
const invert = (value: bigint): bigint => power(modulo(value), P - 2n)

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
