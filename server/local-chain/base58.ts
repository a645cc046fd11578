import bs58 from 'bs58'

const MAX_PROGRAMS = 1000

export const encodeBase58 = (bytes: Uint8Array): string => bs58.encode(bytes)

/** The bytes of a base58 text, or null when it is not base58. */
export function decodeBase58(text: string): Uint8Array | null {
  return bs58.decodeUnsafe(text) ?? null
}

/** The bytes of an address known to be well formed; throws on anything else. */
export function addressBytes(address: string): Uint8Array {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) throw new Error(`${address} is not a 32-byte base58 address`)
  return bytes
}

const programs = new Map<string, Uint8Array>()

/** As `addressBytes`, remembered: for the few programs that own all accounts. */
export function programBytes(address: string): Uint8Array {
  const known = programs.get(address)
  if (known !== undefined) return known
  const bytes = addressBytes(address)
  if (programs.size >= MAX_PROGRAMS) programs.clear()
  programs.set(address, bytes)
  return bytes
}
