import type { AccountInfo } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import { parseMintMetadata, type TokenMetadata } from '#solana/token-metadata.ts'
import { parseMint } from '#solana/token-state.ts'

export type MintFacts = {
  address: string
  decimals: number
  /** Raw token units. */
  supplyRaw: bigint
  tokenProgram: string
  /** Null when the supply is fixed. */
  mintAuthority: string | null
  freezeAuthority: string | null
  /** Metadata in the mint itself, as in Token-2022; else null. */
  metadata: TokenMetadata | null
}

/** Returns null for an account that is not a mint. */
export function readMint(address: string, account: AccountInfo): MintFacts | null {
  const mint = parseMint(account)
  if (mint === null) return null
  const { decimals, supply, mintAuthority, freezeAuthority } = mint
  return {
    address,
    decimals,
    supplyRaw: supply,
    tokenProgram: account.owner,
    mintAuthority,
    freezeAuthority,
    metadata: parseMintMetadata(account.data, address),
  }
}
