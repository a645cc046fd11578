import { lamportDelta, type Funder, type TransactionFacts } from '#engine/index.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { mapAtMost } from '#server/lib/map-at-most.ts'
import type { NodeLink } from './node-link.ts'
import { fetchTransactions } from './transaction-fetcher.ts'

/** A wallet with more history than one page is old, so it is not a throwaway wallet. */
const PAGE = 1_000
/** The first SOL comes in the first few transactions or never. */
const FIRST_TRANSACTIONS = 10
const WIDTH = 8

type Reader = {
  rpc: Pick<SolanaRpc, 'getSignaturesForAddress'>
  link: NodeLink
  signal: AbortSignal
}

/**
 * Finds the sender of each wallet's first SOL. Only plain SOL transfers count, so token trades change nothing.
 * `isComplete` is false when the node stopped answering.
 */
export async function findFunders(
  reader: Reader,
  wallets: readonly string[],
  onProgress: (done: number) => void,
): Promise<{ funders: Map<string, Funder>; isComplete: boolean }> {
  const funders = new Map<string, Funder>()
  let isComplete = true
  let done = 0
  await mapAtMost(WIDTH, wallets, async (wallet) => {
    if (!isComplete) return
    try {
      const funder = await findFunder(reader, wallet)
      if (funder) funders.set(wallet, funder)
    } catch (error) {
      if (!(error instanceof RpcUnavailable)) throw error
      isComplete = false
    }
    onProgress(++done)
  })
  return { funders, isComplete }
}

async function findFunder(reader: Reader, wallet: string): Promise<Funder | null> {
  const history = await reader.link.ask('getSignaturesForAddress', (options) =>
    reader.rpc.getSignaturesForAddress(wallet, { ...options, limit: PAGE }),
  )
  if (history.length >= PAGE) return null
  const first = history.slice(-FIRST_TRANSACTIONS).map(({ signature }) => signature)
  const transactions = await fetchTransactions(reader, first)
  for (const tx of [...transactions.values()].toReversed()) {
    const funder = funderIn(tx, wallet)
    if (funder) return funder
  }
  return null
}

/** Returns the signer that sent SOL to the wallet in a transaction that moved no tokens. */
export function funderIn(tx: TransactionFacts, wallet: string): Funder | null {
  if (tx.isFailed || tx.balances.length > 0) return null
  const { keys, signature, slot, timeS } = tx
  const at = keys.indexOf(wallet)
  if (at < 0 || lamportDelta(tx, at) <= 0) return null
  for (let index = 0; index < tx.signerCount; index++) {
    const address = keys[index]
    if (index === at || address === undefined || lamportDelta(tx, index) >= 0) continue
    return { address, signature, slot, timeS }
  }
  return null
}
