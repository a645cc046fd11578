import { createHash } from 'node:crypto'
import { decodeValidAddress, encodeBase58 } from './base58.ts'
import { isOnCurve } from './curve.ts'
import { ASSOCIATED_TOKEN_PROGRAM } from './programs.ts'

/**
 * Returns the address that a program derives from seeds: the first hash, counting the bump down from 255, for which no
 * private key can exist.
 * Source: https://solana.com/docs/core/pda
 */
export function deriveProgramAddress(seeds: readonly Uint8Array[], program: string): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(seed)
    hash
      .update(Uint8Array.of(bump))
      .update(decodeValidAddress(program))
      .update('ProgramDerivedAddress')
    const address = encodeBase58(hash.digest())
    if (!isOnCurve(address)) return address
  }
  throw new Error(`No address of ${program} derives from these seeds`)
}

/** Returns the token account that belongs to an owner by convention; `program` is the token program of the mint. */
export const deriveAssociatedTokenAddress = ({
  owner,
  mint,
  program,
}: {
  owner: string
  mint: string
  program: string
}): string =>
  deriveProgramAddress([owner, program, mint].map(decodeValidAddress), ASSOCIATED_TOKEN_PROGRAM)
