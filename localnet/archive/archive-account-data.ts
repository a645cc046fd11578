import { WSOL_MINT } from '#solana/programs.ts'
import { mintCodec, tokenAccountCodec } from '#solana/token-state.ts'

/** The supply is zero if a recording that misses a mint makes it negative. */
export const encodeMint = ({
  supply,
  ...mint
}: {
  supply: bigint
  decimals: number
  mintAuthority: string | null
  freezeAuthority: string | null
}): Uint8Array =>
  Uint8Array.from(
    mintCodec.encode({ ...mint, supply: supply > 0n ? supply : 0n, isInitialized: true }),
  )

export const encodeTokenAccount = ({
  mint,
  owner,
  amount,
  lamports,
}: {
  mint: string
  owner: string
  amount: bigint
  lamports: bigint
}): Uint8Array =>
  Uint8Array.from(
    tokenAccountCodec.encode({
      mint,
      owner,
      amount,
      delegate: null,
      state: 'initialized',
      nativeReserve: mint === WSOL_MINT && lamports >= amount ? lamports - amount : null,
      delegatedAmount: 0n,
      closeAuthority: null,
    }),
  )
