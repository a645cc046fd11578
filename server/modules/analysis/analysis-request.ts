import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import type { AddressFacts } from '#contract/analysis/analysis.ts'
import { MAX_FINDER_MINTS } from '#contract/analysis/finder.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { AppError } from '#server/errors.ts'
import { toShownName } from '#server/lib/text/visible-text.ts'
import { isAddress } from '#solana/base58.ts'
import { SYSTEM_PROGRAM } from '#solana/programs.ts'
import { deriveMetadataAddress, parseMetadata, type TokenMetadata } from '#solana/token-metadata.ts'

import { readMint, type MintFacts } from '#server/modules/analysis/collect/mint-account.ts'

/** The form waits for this. A slower node counts as unavailable, before anything is charged. */
const LOOK_UP = { timeoutMs: 6_000, retries: 2 }
const MIN_MINTS = 2

/** Returns the address without surrounding space. Throws `INVALID_ADDRESS`. */
export function readAddress(value: unknown, field = 'contract_address'): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!isAddress(text)) {
    throw new AppError('INVALID_ADDRESS', 'This is not a Solana address', {
      fields: { [field]: 'Must be a Solana address: 32 bytes in base58' },
    })
  }
  return text
}

/** Reads 2 to 10 addresses, and in how many of them a wallet must rank. Throws `INVALID_ADDRESS` or `VALIDATION_FAILED`. */
export function readFinderRequest(body: { contract_addresses?: unknown; min_hits?: unknown }): {
  addresses: string[]
  minHits: number
} {
  const given = body.contract_addresses
  if (!Array.isArray(given) || given.length < MIN_MINTS || given.length > MAX_FINDER_MINTS) {
    throw new AppError('VALIDATION_FAILED', `Name ${MIN_MINTS} to ${MAX_FINDER_MINTS} tokens`, {
      fields: {
        contract_addresses: `Must be a list of ${MIN_MINTS} to ${MAX_FINDER_MINTS} addresses`,
      },
    })
  }
  const addresses = given.map((address) => readAddress(address))
  if (new Set(addresses).size !== addresses.length) {
    throw new AppError('VALIDATION_FAILED', 'Each token can be named once only', {
      fields: { contract_addresses: 'Must not name an address twice' },
    })
  }
  const minHits = body.min_hits ?? MIN_MINTS
  const isCount = typeof minHits === 'number' && Number.isInteger(minHits)
  if (!isCount || minHits < 1 || minHits > addresses.length) {
    throw new AppError('VALIDATION_FAILED', 'min_hits must be from 1 to the number of tokens', {
      fields: { min_hits: `Must be a whole number from 1 to ${addresses.length}` },
    })
  }
  return { addresses, minHits }
}

/**
 * Looks up the address on the chain. Throws ADDRESS_UNKNOWN, NOT_A_MINT or CHAIN_UNAVAILABLE, so that a query that
 * cannot succeed is refused before it is paid.
 */
export async function lookUpMint(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  address: string,
  signal?: AbortSignal,
): Promise<MintFacts> {
  try {
    const account = await readAccount(rpc, address, signal)
    if (account === null) {
      throw new AppError('ADDRESS_UNKNOWN', 'The chain knows nothing at this address')
    }
    const mint = readMint(address, account)
    if (mint === null) {
      throw new AppError('NOT_A_MINT', 'This address is not a token: look for its contract address')
    }
    return mint
  } catch (error) {
    throw toChainError(error)
  }
}

/** Does the same for one of several addresses, which its errors name. */
export async function lookUpOneOfSeveral(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  address: string,
): Promise<MintFacts> {
  try {
    return await lookUpMint(rpc, address)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CHAIN_UNAVAILABLE') throw error
    throw new AppError(error.code, `${shortenAddress(address)}: ${error.message}`, { cause: error })
  }
}

const readAccount = (
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  address: string,
  signal: AbortSignal | undefined,
) => rpc.getAccountInfo(address, { ...LOOK_UP, signal })

const toChainError = (error: unknown): unknown =>
  error instanceof RpcUnavailable
    ? new AppError('CHAIN_UNAVAILABLE', 'the chain did not answer', { cause: error })
    : error

/** Returns what is at an address. Throws `INVALID_ADDRESS` or `CHAIN_UNAVAILABLE`. */
export async function lookUpAddress(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  given: string,
): Promise<Omit<AddressFacts, 'last_report'>> {
  const address = readAddress(given)
  try {
    const account = await readAccount(rpc, address, undefined)
    const mint = account && readMint(address, account)
    if (mint) {
      const { name, symbol } = await readTexts(rpc, mint, AbortSignal.timeout(LOOK_UP.timeoutMs))
      return { address, kind: 'token', name, symbol }
    }
    const kind =
      account === null ? 'unknown' : account.owner === SYSTEM_PROGRAM ? 'wallet' : 'other'
    return { address, kind, name: null, symbol: null }
  } catch (error) {
    throw toChainError(error)
  }
}

const MAX_NAME = 64
const MAX_SYMBOL = 20

/**
 * Returns the texts of a token beside its mint, without names that the node does not return. Names are one line of visible
 * characters, because notifications and link previews show them among the product's own words.
 */
export async function readTexts(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  { address, freezeAuthority, metadata }: MintFacts,
  signal: AbortSignal,
): Promise<{ name: string | null; symbol: string | null; freezeAuthority: string | null }> {
  const named = metadata ?? (await readMetadata(rpc, address, signal))
  return {
    name: toShownName(named?.name, MAX_NAME),
    symbol: toShownName(named?.symbol, MAX_SYMBOL),
    freezeAuthority,
  }
}

async function readMetadata(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  mint: string,
  signal: AbortSignal,
): Promise<TokenMetadata | null> {
  try {
    const account = await rpc.getAccountInfo(deriveMetadataAddress(mint), { ...LOOK_UP, signal })
    return parseMetadata(account, mint)
  } catch (error) {
    if (!(error instanceof RpcUnavailable) && !(error instanceof RpcError)) throw error
    return null
  }
}
