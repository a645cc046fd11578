import {
  findLamportChange,
  findLamportDelta,
  type Funder,
  type TransactionFacts,
} from '#engine/index.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { mapAtMost } from '#server/lib/async/map-at-most.ts'
import type { TokenRecord } from '#server/modules/analysis/store/token-store.ts'
import type { NodeLink } from './node-link.ts'
import { fetchTransactions } from './transaction-fetcher.ts'

/** A wallet with more history than one page is old, so it is not a throwaway wallet. */
const PAGE = 1_000
/** Maximum number of wallets that one report looks up. */
const MAX_LOOK_UPS = 500
/** The first SOL comes in the first few transactions or never. */
const FIRST_TRANSACTIONS = 10
const WIDTH = 8

type Reader = {
  rpc: Pick<SolanaRpc, 'getSignaturesForAddress'>
  link: NodeLink
  signal: AbortSignal
  record: Pick<TokenRecord, 'readFunders' | 'addFunders'>
  /** Facts that are already known, so that the node is not asked for them. */
  known: {
    has(signature: string): boolean
    get(signature: string): Promise<TransactionFacts | undefined>
    /** Fee payers of transactions that moved tokens. These fund no wallet, so their facts are not needed. */
    payers: ReadonlyMap<string, string>
  }
}

type Progress = { isOutOfTime: boolean; onProgress: (done: number, total: number) => void }

/**
 * Finds the sender of each wallet's first SOL. Only plain SOL transfers count. Reads stored funders first and stores
 * new ones. `reasons` lists why wallets were skipped.
 */
export async function findFunders(
  reader: Reader,
  wanted: readonly string[],
  { isOutOfTime, onProgress }: Progress,
): Promise<{ funders: Map<string, Funder>; reasons: string[] }> {
  const wallets = wanted.slice(0, isOutOfTime ? 0 : MAX_LOOK_UPS)
  const reasons: string[] = []
  if (wallets.length < wanted.length) {
    reasons.push(`First funders were looked up for ${wallets.length} wallets only`)
  }
  const found = await reader.record.readFunders(wallets)
  const fresh = new Map<string, Funder | null>()
  const unknown = wallets.filter((wallet) => !found.has(wallet))
  let isComplete = true
  let done = found.size
  await mapAtMost(WIDTH, unknown, async (wallet) => {
    if (!isComplete) return
    try {
      const { funder, isFinal } = await findFunder(reader, wallet)
      found.set(wallet, funder)
      if (isFinal) fresh.set(wallet, funder)
    } catch (error) {
      if (!(error instanceof RpcUnavailable)) throw error
      isComplete = false
    }
    onProgress(++done, wallets.length)
  })
  await reader.record.addFunders(fresh)
  const funders = new Map<string, Funder>()
  for (const wallet of wallets) {
    const funder = found.get(wallet)
    if (funder) funders.set(wallet, funder)
  }
  if (!isComplete) reasons.push('The node stopped answering while funders were looked up')
  return { funders, reasons }
}

/** Looks up who funded a wallet. `isFinal` is false while the answer may still change. */
async function findFunder(
  { rpc, link, signal, known }: Reader,
  wallet: string,
): Promise<{ funder: Funder | null; isFinal: boolean }> {
  const history = await link.ask('getSignaturesForAddress', (options) =>
    rpc.getSignaturesForAddress(wallet, { ...options, limit: PAGE }),
  )
  if (history.length >= PAGE) return { funder: null, isFinal: true }
  const oldest = history.slice(-FIRST_TRANSACTIONS)
  const first = oldest.map(({ signature }) => signature)
  const given = await fetchTransactions(
    { link, signal },
    first.filter((signature) => !known.has(signature)),
  )
  const isRead = oldest.every(
    ({ signature, confirmationStatus }) =>
      confirmationStatus === 'finalized' && (known.has(signature) || given.has(signature)),
  )
  const read = await Promise.all(
    first
      .filter((signature) => !known.payers.has(signature))
      .map(async (signature) => given.get(signature) ?? known.get(signature)),
  )
  for (const tx of read.toReversed()) {
    const funder = tx ? readFunder(tx, wallet) : null
    if (funder) return { funder, isFinal: isRead }
  }
  // A fee payer already had SOL, so later transactions hold no first funder either.
  const hasPaid =
    first.some((signature) => known.payers.get(signature) === wallet) ||
    read.some((tx) => tx?.keys[0] === wallet)
  return { funder: null, isFinal: isRead && (hasPaid || oldest.length === FIRST_TRANSACTIONS) }
}

/** Returns the signer that gave the wallet most of its SOL in a transaction without tokens; less is a mere payment. */
export function readFunder(tx: TransactionFacts, wallet: string): Funder | null {
  if (tx.isFailed || tx.balances.length > 0) return null
  const { keys, signature, slot, timeS } = tx
  const at = keys.indexOf(wallet)
  if (at < 0) return null
  const { before, delta } = findLamportChange(tx, at)
  if (delta <= 0 || delta < before) return null
  for (let index = 0; index < tx.signerCount; index++) {
    const address = keys[index]
    if (index === at || address === undefined || findLamportDelta(tx, index) >= 0) continue
    return { address, signature, slot, timeS }
  }
  return null
}
