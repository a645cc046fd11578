const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const NO_DIGIT = 255
const DIGITS = new Uint8Array(256).fill(NO_DIGIT)
for (let digit = 0; digit < ALPHABET.length; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit

/** Letters decoded at once, and their base: a limb times the base is exact in a double. */
const LETTERS = 4
const BASE = 58 ** LETTERS
const LIMB = 2 ** 24
/** System and token instructions that the analysis reads are shorter. */
const MAX_LETTERS = 400
const limbs = new Float64Array(MAX_LETTERS)

/**
 * Returns the bytes of base58 letters; null for other letters or more than 400. Instruction data is short and there are
 * millions of it: this takes a tenth of the time of a decoder that carries byte by byte.
 */
export function decodeBase58At(bytes: Buffer, from: number, to: number): Uint8Array | null {
  if (to - from > MAX_LETTERS) return null
  let zeros = 0
  while (from + zeros < to && bytes[from + zeros] === 49) zeros++
  let used = 0
  for (let at = from + zeros; at < to;) {
    const end = Math.min(at + LETTERS, to)
    const base = end - at === LETTERS ? BASE : 58 ** (end - at)
    let carry = 0
    for (; at < end; at++) {
      const digit = DIGITS[bytes[at] ?? 0] ?? NO_DIGIT
      if (digit === NO_DIGIT) return null
      carry = carry * 58 + digit
    }
    for (let nth = 0; nth < used; nth++) {
      const value = (limbs[nth] ?? 0) * base + carry
      carry = Math.floor(value / LIMB)
      limbs[nth] = value - carry * LIMB
    }
    while (carry > 0) {
      limbs[used++] = carry % LIMB
      carry = Math.floor(carry / LIMB)
    }
  }
  const top = limbs[used - 1] ?? 0
  const topBytes = used === 0 ? 0 : top >= 65_536 ? 3 : top >= 256 ? 2 : 1
  const found = new Uint8Array(zeros + Math.max(0, used - 1) * 3 + topBytes)
  let at = found.length
  for (let nth = 0; nth < used; nth++) {
    const limb = limbs[nth] ?? 0
    const count = nth === used - 1 ? topBytes : 3
    for (let byte = 0; byte < count; byte++) found[--at] = (limb >>> (8 * byte)) & 255
  }
  return found
}
