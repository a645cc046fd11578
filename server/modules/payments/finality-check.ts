import type { SolanaRpc } from '#server/clients/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { findUnsettled, markMissing, markSettled } from './receipts-repository.ts'

/** The most signatures that a node takes in one call. */
const MAX_STATUSES = 256

/**
 * Marks credited payments as settled once their transaction is final. One that the chain does not know (any more), or
 * that failed after all on another fork, is marked as missing for the operator; a node without history looks the same,
 * so no money is moved on that ground.
 */
export async function checkFinality(
  {
    db,
    rpc,
    network,
    now,
  }: {
    db: Database
    rpc: Pick<SolanaRpc, 'getSignatureStatuses'>
    network: string
    now: () => number
  },
  signal?: AbortSignal,
): Promise<{ settled: number; missing: number }> {
  const receipts = await findUnsettled(db, network, MAX_STATUSES)
  if (receipts.length === 0) return { settled: 0, missing: 0 }
  const statuses = await rpc.getSignatureStatuses(
    receipts.map(({ signature }) => signature),
    { searchTransactionHistory: true, signal },
  )
  const settled: string[] = []
  const missing: string[] = []
  const present: string[] = []
  for (const [index, { id }] of receipts.entries()) {
    const status = statuses[index]
    const hasFailed = status?.err !== null && status?.err !== undefined
    if (!status || hasFailed) missing.push(id)
    else if (status.confirmationStatus === 'finalized') settled.push(id)
    else present.push(id)
  }
  const at = new Date(now())
  if (settled.length > 0) await markSettled(db, settled, at)
  if (missing.length > 0) await markMissing(db, missing, at)
  if (present.length > 0) await markMissing(db, present, null)
  return { settled: settled.length, missing: missing.length }
}
