import type { SignatureStatus } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { runIsolated } from '#server/jobs/run-isolated.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import { hasSucceeded } from '#server/modules/payments/deposits/fetch-transaction.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  findSettledBefore,
  findUnsettled,
  markMissing,
  markSettled,
  type UnsettledReceipt,
} from '#server/modules/payments/deposits/receipts-repository.ts'
import { reversePayment } from './reverse-payment.ts'

const MAX_STATUSES = 256
/** Slots after which a missing transaction can't return: 150 blocks of its blockhash, and as many for lagging nodes. */
const MISSING_AFTER_SLOTS = 300
const MISSING_AFTER_MS = 30_000
const WITNESSES = 1_000

type Dependencies = {
  db: Database
  rpc: Pick<SolanaRpc, 'getSignatureStatuses' | 'getSignaturesForAddress' | 'getSlot'>
  ledger: Pick<Ledger, 'reverse'>
  network: string
  now: () => number
  onFailure: FailureHandler
}

type FinalityReport = { settled: number; missing: number; reversed: number; failed: number }

/**
 * Settles credited payments once their transaction is final, and reverses the credit of those that vanished. A
 * transaction that the chain doesn't know, or that failed on another fork, is first marked as missing. A node without
 * history looks the same, so it must know an older transaction of ours in the same response; without such a witness
 * the payment stays credited and goes to the operator's list.
 */
export async function checkFinality(
  dependencies: Dependencies,
  signal?: AbortSignal,
): Promise<FinalityReport> {
  const { db, rpc, network, now } = dependencies
  const receipts = await findUnsettled(db, network, MAX_STATUSES)
  if (receipts.length === 0) return { settled: 0, missing: 0, reversed: 0, failed: 0 }
  const statuses = await rpc.getSignatureStatuses(
    receipts.map(({ signature }) => signature),
    { searchTransactionHistory: true, signal },
  )
  const settled: string[] = []
  const missing: UnsettledReceipt[] = []
  const present: string[] = []
  for (const [index, receipt] of receipts.entries()) {
    const status = statuses[index]
    if (isMissing(status)) missing.push(receipt)
    else if (status?.confirmationStatus === 'finalized') settled.push(receipt.id)
    else present.push(receipt.id)
  }
  const at = new Date(now())
  if (settled.length > 0) await markSettled(db, settled, at)
  const missingIds = missing.map(({ id }) => id)
  if (missing.length > 0) await markMissing(db, missingIds, at)
  if (present.length > 0) await markMissing(db, present, null)
  const counts = await reverseMissing(dependencies, missing, signal)
  return { settled: settled.length, missing: missing.length, ...counts }
}

const isMissing = (status: SignatureStatus | null | undefined): boolean =>
  !status || !hasSucceeded(status)

async function reverseMissing(
  dependencies: Dependencies,
  missing: readonly UnsettledReceipt[],
  signal?: AbortSignal,
): Promise<{ reversed: number; failed: number }> {
  const { rpc, now, onFailure } = dependencies
  const counts = { reversed: 0, failed: 0 }
  const longMissing = missing.filter(
    ({ missingSince }) =>
      missingSince !== null && now() - missingSince.getTime() >= MISSING_AFTER_MS,
  )
  if (longMissing.length === 0) return counts
  const finalSlot = await rpc.getSlot({ commitment: 'finalized', signal })
  for (const receipt of longMissing) {
    if (finalSlot < Number(receipt.slot) + MISSING_AFTER_SLOTS) continue
    const isReversed = await runIsolated(
      () => reverseIfMissing(dependencies, receipt, signal),
      (error) => {
        counts.failed += 1
        onFailure(error, { receiptId: receipt.id, signature: receipt.signature })
      },
      signal,
    )
    if (isReversed === true) counts.reversed += 1
  }
  return counts
}

async function reverseIfMissing(
  { db, rpc, ledger, network, now }: Dependencies,
  receipt: UnsettledReceipt,
  signal?: AbortSignal,
): Promise<boolean> {
  const witness = await findWitness({ db, rpc, network }, receipt, signal)
  if (witness === undefined) return false
  const [status, known] = await rpc.getSignatureStatuses([receipt.signature, witness], {
    searchTransactionHistory: true,
    signal,
  })
  if (known?.confirmationStatus !== 'finalized' || !isMissing(status)) return false
  const reason = status ? 'it failed on the chain in the end' : 'it vanished from the chain'
  return (await reversePayment({ db, ledger, now }, receipt.id, reason)) !== null
}

/** Returns a transaction at or before the receipt's slot, which a node with that history must know. */
async function findWitness(
  { db, rpc, network }: Pick<Dependencies, 'db' | 'rpc' | 'network'>,
  receipt: UnsettledReceipt,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const settled = await findSettledBefore(db, network, receipt.slot)
  if (settled !== undefined) return settled
  const page = await rpc.getSignaturesForAddress(receipt.receiver, { limit: WITNESSES, signal })
  return page.find(
    ({ signature, slot }) => slot <= Number(receipt.slot) && signature !== receipt.signature,
  )?.signature
}
