import { LRUCache } from 'lru-cache'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { DustDeposit } from './dust-repository.ts'
import { fetchTransactions, type FetchedTransaction } from './fetch-transaction.ts'
import type { TreasuryAddress } from '#server/modules/payments/orders/payment-order.ts'
import { runIsolated } from '#server/jobs/run-isolated.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import { readDeposit } from './read-deposit.ts'
import { findKnownSignatures } from './receipts-repository.ts'
import type { SettleOutcome, Settlement } from './settle-deposit.ts'

/** Signatures without a deposit or with dust, kept so that nonfinal ones aren't fetched every round. */
const MAX_REMEMBERED = 20_000

export type Intake = {
  credited: number
  unmatched: number
  /** Transactions that could not be read, with the reason. */
  readonly unread: Map<string, string>
  /** Those of `unread` that the node does not know. */
  readonly unknown: Set<string>
  /** Deposits that were read but not settled, with the reason; retry them. */
  readonly failed: Map<string, string>
  /** Deposits without a receipt, to be counted by the scan that passes them. */
  readonly dust: Map<string, DustDeposit>
}

type Parts = {
  db: Database
  rpc: Pick<SolanaRpc, 'batch'>
  settlement: Settlement
  network: string
  onFailure: FailureHandler
}

export type DepositIntake = ReturnType<typeof createDepositIntake>

/** Creates the intake, which reads a treasury's transactions and settles new deposits in the given order. */
export function createDepositIntake(parts: Parts) {
  const { db, network } = parts
  const finished = new LRUCache<string, { dust: DustDeposit | undefined }>({ max: MAX_REMEMBERED })

  async function findUnfinished(treasury: TreasuryAddress, signatures: readonly string[]) {
    const fresh = signatures.filter((signature) => !finished.has(toKey(treasury, signature)))
    if (fresh.length === 0) return fresh
    const known = await findKnownSignatures(db, network, treasury.asset.kind, fresh)
    return fresh.filter((signature) => !known.has(signature))
  }

  async function take(
    treasury: TreasuryAddress,
    signatures: readonly string[],
    signal?: AbortSignal,
  ): Promise<Intake> {
    const remembered = signatures.flatMap((signature): [string, DustDeposit][] => {
      const dust = finished.get(toKey(treasury, signature))?.dust
      return dust === undefined ? [] : [[signature, dust]]
    })
    const intake = await takeAgain(treasury, await findUnfinished(treasury, signatures), signal)
    for (const [signature, dust] of remembered) intake.dust.set(signature, dust)
    return intake
  }

  /** Like `take`, but includes processed transactions: an unmatched deposit may pay an order by now. */
  async function takeAgain(
    treasury: TreasuryAddress,
    signatures: readonly string[],
    signal?: AbortSignal,
  ): Promise<Intake> {
    const intake: Intake = {
      credited: 0,
      unmatched: 0,
      unread: new Map(),
      unknown: new Set(),
      failed: new Map(),
      dust: new Map(),
    }
    for await (const [signature, answer] of fetchTransactions(parts.rpc, signatures, { signal })) {
      const outcome = await settleAnswer(parts, { treasury, signature, answer, intake }, signal)
      if (outcome === 'credited' || outcome === 'unmatched') intake[outcome] += 1
      if (outcome === 'nothing' || outcome === 'dust') {
        finished.set(toKey(treasury, signature), { dust: intake.dust.get(signature) })
      }
    }
    return intake
  }

  return {
    take,
    takeAgain,
    /** Forgets the signature, so that the next call reads it again. */
    forget: (treasury: TreasuryAddress, signature: string): void => {
      finished.delete(toKey(treasury, signature))
    },
  }
}

/** Settles what the node answered for one signature. Adds to the intake what could not be read or settled. */
async function settleAnswer(
  { settlement, onFailure }: Parts,
  {
    treasury,
    signature,
    answer,
    intake,
  }: {
    treasury: TreasuryAddress
    signature: string
    answer: FetchedTransaction
    intake: Intake
  },
  signal?: AbortSignal,
): Promise<SettleOutcome | 'unreadable' | undefined> {
  if (answer.kind !== 'found') {
    intake.unread.set(signature, 'the node does not return it')
    if (answer.reason === 'not_found') intake.unknown.add(signature)
    return undefined
  }
  return runIsolated(
    async () => {
      const reading = readDeposit(signature, answer.transaction, treasury)
      if (reading.kind === 'unreadable') {
        intake.unread.set(signature, reading.reason)
        return reading.kind
      }
      const settled = await settlement.settle(reading, treasury)
      if (settled === 'dust') {
        const { slot, change: lamports, blockTimeMs } = reading
        intake.dust.set(signature, { slot, lamports, blockTimeMs })
      }
      return settled
    },
    (error) => {
      intake.failed.set(signature, String(error))
      onFailure(error, { signature, receiver: treasury.receiver })
    },
    signal,
  )
}

const toKey = ({ asset, receiver }: TreasuryAddress, signature: string): string =>
  `${asset.kind}:${receiver}:${signature}`
