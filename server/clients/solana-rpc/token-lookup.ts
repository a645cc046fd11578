import {
  deriveMetadataAddress,
  parseMetadata,
  parseMintMetadata,
  type TokenMetadata,
} from '#solana/token-metadata.ts'
import { parseMint, parseTokenAccount, type Mint } from '#solana/token-state.ts'
import type { AccountInfo } from './solana-rpc-schemas.ts'
import type { SolanaRpc } from './solana-rpc.ts'

type Options = { signal?: AbortSignal }

/** The account at an address. `mint` is null unless it is a token. */
export type TokenLookup = {
  /** Null if there is no account at the address. */
  account: AccountInfo | null
  /** Null if the account is not a mint. */
  mint: Mint | null
  metadata: TokenMetadata | null
}

/** Reads tokens with their names, in the given order. */
export async function readTokens(
  rpc: Pick<SolanaRpc, 'getMultipleAccounts'>,
  addresses: readonly string[],
  options: Options = {},
): Promise<TokenLookup[]> {
  if (addresses.length === 0) return []
  const wanted = addresses.flatMap((address) => [address, deriveMetadataAddress(address)])
  const accounts = await rpc.getMultipleAccounts(wanted, options)
  return addresses.map((address, index) => {
    const account = accounts[2 * index] ?? null
    const named = accounts[2 * index + 1] ?? null
    return {
      account,
      mint: account === null ? null : parseMint(account),
      metadata:
        (account === null ? null : parseMintMetadata(account.data, address)) ??
        parseMetadata(named, address),
    }
  })
}

/** `amount` in raw token units. `owner` is null if the account could not be read. */
export type Holder = { account: string; owner: string | null; amount: bigint }

/** Reads the largest accounts of a token with their owners, largest first. Nodes list at most 20. */
export async function readHolders(
  rpc: Pick<SolanaRpc, 'getMultipleAccounts' | 'getTokenLargestAccounts'>,
  mint: string,
  limit: number,
  options: Options = {},
): Promise<Holder[]> {
  const largest = (await rpc.getTokenLargestAccounts(mint, options)).slice(0, limit)
  const addresses = largest.map(({ address }) => address)
  const accounts = largest.length === 0 ? [] : await rpc.getMultipleAccounts(addresses, options)
  return largest.map(({ address, amount }, index) => {
    const account = accounts[index] ?? null
    const owner = account === null ? null : (parseTokenAccount(account)?.owner ?? null)
    return { account: address, owner, amount: BigInt(amount) }
  })
}
