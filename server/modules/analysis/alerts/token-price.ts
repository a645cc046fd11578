import { computeTokenPrice, readMarket } from '#engine/index.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { NodeLink } from '#server/modules/analysis/collect/node-link.ts'
import { canSkip, fetchTransactions } from '#server/modules/analysis/collect/transaction-fetcher.ts'
import { readAccountPrograms, VaultFinder } from '#server/modules/analysis/collect/vault-finder.ts'
import { isOnCurve } from '#solana/curve.ts'
import { parseTokenAccount } from '#solana/token-state.ts'

/** Number of largest accounts of program addresses whose transactions are listed, besides the mint's own. */
const MAX_VAULTS = 4
/** Newest transactions that are read: as many as decide which pools of a report are active. */
const MAX_TRANSACTIONS = 50

export type PriceParts = { rpc: SolanaRpc; price: SolPrice | null }

export type PoolPrice = {
  /** SOL per whole token; null without a trade that has a price. */
  price: number | null
  /** The newest transaction; null if it has to be read again. */
  newest: string | null
}

/**
 * Reads the price of a token as a report does, from the newest transactions of its mint and its largest vaults. Returns
 * undefined if `since` is still the newest of them. Takes about 60 calls of the node at most, and 7 if nothing is new. Throws `RpcError`
 * and `RpcUnavailable`.
 */
export async function readPoolPrice(
  { rpc, price }: PriceParts,
  { mint, since, signal }: { mint: string; since: string | null | undefined; signal: AbortSignal },
): Promise<PoolPrice | undefined> {
  const link = new NodeLink(rpc, signal, () => undefined)
  const listed = await listNewest({ rpc, link }, [mint, ...(await findVaults({ rpc, link }, mint))])
  const [newest] = listed
  if (newest !== undefined && newest.signature === since) return undefined
  const found = await fetchTransactions(
    { link, signal },
    listed.map(({ signature }) => signature),
  )
  const transactions = [...found.values()]
  const finder = new VaultFinder()
  for (const tx of transactions) finder.note(tx, mint)
  const { mark } = readMarket({
    mint,
    mintAuthority: null,
    // Newest first, as they are listed.
    evidence: transactions.map((tx, nth) => ({ tx, index: tx.index ?? -nth })),
    priceEvidence: [],
    accountPrograms: await readAccountPrograms({ rpc, link }, finder.owners()),
    solUsd: (await price?.({ signal })) ?? null,
  })
  const decimals = transactions
    .flatMap(({ balances }) => balances)
    .find((balance) => balance.mint === mint)?.decimals
  const missing = listed.filter(({ signature }) => !found.has(signature))
  return {
    price: mark === null || decimals === undefined ? null : computeTokenPrice(mark, decimals),
    newest: canSkip(missing) ? (newest?.signature ?? null) : null,
  }
}

type Reader = { rpc: SolanaRpc; link: NodeLink }

/** Returns the largest accounts of the mint that belong to program addresses. */
async function findVaults({ rpc, link }: Reader, mint: string): Promise<string[]> {
  try {
    const largest = await link.ask('getTokenLargestAccounts', (options) =>
      rpc.getTokenLargestAccounts(mint, options),
    )
    const addresses = largest.map(({ address }) => address)
    if (addresses.length === 0) return []
    const accounts = await link.ask('getMultipleAccounts', (options) =>
      rpc.getMultipleAccounts(addresses, options),
    )
    const isVault = (index: number): boolean => {
      const account = accounts[index]
      const owner = account ? parseTokenAccount(account)?.owner : undefined
      return owner !== undefined && !isOnCurve(owner)
    }
    return addresses.filter((_, index) => isVault(index)).slice(0, MAX_VAULTS)
  } catch (error) {
    // Nodes refuse this for mints with very many holders. Most swaps name the mint.
    if (!(error instanceof RpcError)) throw error
    return []
  }
}

/** Returns the newest successful transactions of the addresses, newest first. */
async function listNewest({ rpc, link }: Reader, addresses: readonly string[]) {
  const lists = await Promise.all(
    addresses.map((address) =>
      link.ask('getSignaturesForAddress', (options) =>
        rpc.getSignaturesForAddress(address, { ...options, limit: MAX_TRANSACTIONS }),
      ),
    ),
  )
  const bySignature = new Map(lists.flat().map((entry) => [entry.signature, entry]))
  return [...bySignature.values()]
    .filter(({ err }) => err == null)
    .toSorted((a, b) => b.slot - a.slot)
    .slice(0, MAX_TRANSACTIONS)
}
