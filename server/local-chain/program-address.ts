import { createHash } from 'node:crypto'
import { addressBytes, encodeBase58 } from './base58.ts'
import { isOnCurve } from './ed25519-point.ts'
import { ASSOCIATED_TOKEN_PROGRAM } from './programs.ts'

/**
 * The address a program derives from seeds: the first hash, counting the bump down from 255, that no key can sign for.
 * Source: https://solana.com/docs/core/pda
 */
export function programAddress(seeds: readonly Uint8Array[], program: string): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(seed)
    hash
      .update(Buffer.from([bump]))
      .update(addressBytes(program))
      .update('ProgramDerivedAddress')
    const address = encodeBase58(hash.digest())
    if (!isOnCurve(address)) return address
  }
  throw new Error(`No address of ${program} derives from these seeds`)
}

/** The token account that wallets use for an owner and a mint. */
export const associatedTokenAddress = (owner: string, mint: string, tokenProgram: string): string =>
  programAddress([owner, tokenProgram, mint].map(addressBytes), ASSOCIATED_TOKEN_PROGRAM)
