import bs58 from 'bs58'

/** 32 bytes take at most 44 base58 characters. Longer texts are not decoded: it would take the square of their length. */
export const MAX_ADDRESS_CHARS = 44

export const encodeBase58 = (bytes: Uint8Array): string => bs58.encode(bytes)

/** Returns the bytes of a base58 text; null if it is not base58. Slow for long texts: limit their length first. */
export function decodeBase58(text: string): Uint8Array | null {
  return bs58.decodeUnsafe(text) ?? null
}

/** Returns the 32 bytes of an address, or null for any other text. Base58 has one spelling for them. */
export function decodeAddress(text: string): Uint8Array | null {
  const bytes = text.length > MAX_ADDRESS_CHARS ? null : decodeBase58(text)
  return bytes?.length === 32 ? bytes : null
}

export const isAddress = (text: string): boolean => decodeAddress(text) !== null

/** Returns the 32 bytes of an address that is known to be valid. Throws `Error` for any other text. */
export function decodeValidAddress(address: string): Uint8Array {
  const bytes = decodeAddress(address)
  if (bytes === null) throw new Error(`${address} is not a 32-byte base58 address`)
  return bytes
}
