import { addressBytes } from '#server/solana/base58.ts'

const MAX_PROGRAMS = 1000

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
