import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { runIsolated } from '#server/jobs/run-isolated.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { DepositIntake } from '#server/modules/payments/deposits/deposit-intake.ts'
import { hasSucceeded } from '#server/modules/payments/deposits/fetch-transaction.ts'
import { findOrderById } from '#server/modules/payments/orders/orders-repository.ts'
import { toTreasuryAddress } from '#server/modules/payments/orders/payment-order.ts'
import { findReversed } from '#server/modules/payments/deposits/receipts-repository.ts'
import type { ScanResult } from './treasury-scan.ts'
import { DAY_MS } from '#server/lib/durations.ts'

const MAX_STATUSES = 256
const WATCHED_FOR_MS = 7 * DAY_MS

type Dependencies = {
  db: Database
  rpc: Pick<SolanaRpc, 'getSignatureStatuses'>
  intake: DepositIntake
  network: string
  now: () => number
  onFailure: FailureHandler
}

/** Looks up reversed payments by signature, because a reappeared one may be behind the scan's cursor. */
export async function recheckReversed(
  { db, rpc, intake, network, now, onFailure }: Dependencies,
  signal?: AbortSignal,
): Promise<ScanResult> {
  const result: ScanResult = { isComplete: true, credited: 0, unmatched: 0, failed: 0 }
  const since = new Date(now() - WATCHED_FOR_MS)
  const reversed = await findReversed(db, { network, since, limit: MAX_STATUSES })
  if (reversed.length === 0) return result
  const statuses = await rpc.getSignatureStatuses(
    reversed.map(({ signature }) => signature),
    { searchTransactionHistory: true, signal },
  )
  for (const [index, { signature, paymentId }] of reversed.entries()) {
    const status = statuses[index]
    if (!status || !hasSucceeded(status)) continue
    const recheck = async () => {
      const order = await findOrderById(db, paymentId)
      if (order === undefined) return
      const taken = await intake.take(toTreasuryAddress(order), [signature], signal)
      result.credited += taken.credited
      result.unmatched += taken.unmatched
      result.failed += taken.failed.size
      result.isComplete &&= taken.unread.size === 0
    }
    await runIsolated(
      recheck,
      (error) => {
        result.failed += 1
        onFailure(error, { paymentId, signature })
      },
      signal,
    )
  }
  return result
}
