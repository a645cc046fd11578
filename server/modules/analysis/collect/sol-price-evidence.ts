import { USDC_MINT, type Evidence } from '#engine/index.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { mapAtMost } from '#server/lib/async/map-at-most.ts'
import type { NodeLink } from './node-link.ts'
import { fetchTransactions } from './transaction-fetcher.ts'

const PAGE = 1_000
const WIDTH = 4
const MAX_TRANSACTIONS = 200
/** About a day before and after the window. */
const NEAR_SLOTS = 216_000

type Rpc = Pick<SolanaRpc, 'getTokenLargestAccounts' | 'getSignaturesForAddress'>

/** Returns transactions of the largest USDC accounts, whose swaps show the price of SOL, nearest to the slots first. */
export async function collectSolPrices(
  { rpc, link, signal }: { rpc: Rpc; link: NodeLink; signal: AbortSignal },
  { from, to }: { from: number; to: number },
): Promise<Evidence[]> {
  const near = new Map<string, number>()
  try {
    const largest = await link.ask('getTokenLargestAccounts', (options) =>
      rpc.getTokenLargestAccounts(USDC_MINT, options),
    )
    await mapAtMost(WIDTH, largest, async ({ address }) => {
      const page = await link.ask('getSignaturesForAddress', (options) =>
        rpc.getSignaturesForAddress(address, { ...options, limit: PAGE }),
      )
      for (const { signature, slot, err } of page) {
        const distance = Math.max(0, from - slot, slot - to)
        const isFailed = err !== null && err !== undefined
        if (distance <= NEAR_SLOTS && !isFailed) near.set(signature, distance)
      }
    })
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return []
  }
  const nearest = [...near]
    .toSorted(([a, distanceA], [b, distanceB]) => distanceA - distanceB || (a < b ? -1 : 1))
    .slice(0, MAX_TRANSACTIONS)
    .map(([signature]) => signature)
  const found = await fetchTransactions({ link, signal }, nearest)
  return [...found.values()].map((tx) => ({ tx, index: tx.index }))
}
