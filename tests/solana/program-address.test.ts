import { Keypair, PublicKey } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { deriveAssociatedTokenAddress, deriveProgramAddress } from '#solana/program-address.ts'
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'

describe('program addresses', () => {
  it('are those that web3.js finds', () => {
    for (let round = 0; round < 40; round += 1) {
      const owner = Keypair.generate().publicKey
      const mint = Keypair.generate().publicKey
      for (const program of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
        const seeds = [owner.toBytes(), new PublicKey(program).toBytes(), mint.toBytes()]
        const [expected] = PublicKey.findProgramAddressSync(
          seeds,
          new PublicKey(ASSOCIATED_TOKEN_PROGRAM),
        )
        expect(deriveProgramAddress(seeds, ASSOCIATED_TOKEN_PROGRAM)).toBe(expected.toBase58())
        expect(
          deriveAssociatedTokenAddress({ owner: owner.toBase58(), mint: mint.toBase58(), program }),
        ).toBe(expected.toBase58())
      }
    }
  })
})
