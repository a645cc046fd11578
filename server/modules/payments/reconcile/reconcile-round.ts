import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database } from '#server/db/database.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { createDepositIntake } from '#server/modules/payments/deposits/deposit-intake.ts'
import { createSettlement } from '#server/modules/payments/deposits/settle-deposit.ts'
import type { PaymentToken } from '#server/modules/payments/orders/create-payment.ts'
import { expireOrders } from '#server/modules/payments/orders/orders-repository.ts'
import {
  toTreasuryAddress,
  type TreasuryAddress,
} from '#server/modules/payments/orders/payment-order.ts'
import { checkFinality } from './finality-check.ts'
import { createReferenceScan } from './reference-scan.ts'
import { recheckReversed } from './reversed-recheck.ts'
import { findHighestSlot, findWatchedTreasuries } from './scan-repository.ts'
import { createTreasuryScan, type ScanResult } from './treasury-scan.ts'

/** Orders for another treasury come from an earlier configuration. */
const TREASURIES_EVERY_MS = MINUTE_MS

export type ReconcileReport = {
  /** True if every treasury address and due reference was read to its end. */
  isComplete: boolean
  credited: number
  unmatched: number
  settled: number
  /** Credited payments that the chain does not know now. */
  missing: number
  /** Payments whose credit was reversed in this round. */
  reversed: number
  expired: number
  /** Steps and items that failed. The next round repeats them. */
  failed: number
}

export type RoundParts = {
  db: Database
  rpc: SolanaRpc
  ledger: Pick<Ledger, 'credit' | 'reverse' | 'collectDebts'>
  receiver: string
  network: string
  token: PaymentToken | null
  /** Deposits below this that name no unpaid order are summed instead of listed. */
  dustBelowLamports: bigint
  now: () => number
  onFailure: FailureHandler
}

type Round = (signal?: AbortSignal) => Promise<ReconcileReport>

/**
 * Creates the round of the reconciler: it reads the treasury addresses and the references of unpaid orders, checks
 * finality, collects debts, and expires orders if it read everything.
 */
export function createRound(parts: RoundParts): Round {
  const { db, rpc, ledger, network, now, onFailure } = parts
  const settlement = createSettlement(parts)
  const intake = createDepositIntake({ db, rpc, settlement, network, onFailure })
  const scanTreasury = createTreasuryScan({ ...parts, intake, settlement })
  const scanReferences = createReferenceScan({ ...parts, intake })
  const listTreasuries = createTreasuryList(parts)

  /** A node that is behind or has its own history proves nothing by what it lacks. */
  async function isNodeCurrent(): Promise<boolean> {
    const known = await findHighestSlot(db, network)
    return (await rpc.getSlot()) >= known
  }

  return async (signal) => {
    const startedAt = new Date(now())
    const report = createEmptyReport()
    /** A failed step must not stop the others. */
    const attempt = async <T>(name: string, step: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await step()
      } catch (error) {
        if (error instanceof DatabaseUnavailable || signal?.aborted === true) throw error
        report.failed += 1
        onFailure(error, { step: name })
        return undefined
      }
    }
    const treasuries = await attempt('list treasuries', listTreasuries)
    if (treasuries === undefined) report.isComplete = false
    const scans: [string, () => Promise<ScanResult>][] = [
      ...(treasuries ?? []).map((treasury): [string, () => Promise<ScanResult>] => [
        `scan ${treasury.scannedAddress}`,
        () => scanTreasury(treasury, signal),
      ]),
      ['scan references', () => scanReferences(signal)],
      ['recheck reversed payments', () => recheckReversed({ ...parts, intake }, signal)],
    ]
    for (const [name, scan] of scans) {
      const result = await attempt(name, scan)
      report.isComplete &&= result?.isComplete ?? false
      report.credited += result?.credited ?? 0
      report.unmatched += result?.unmatched ?? 0
      report.failed += result?.failed ?? 0
    }
    const isCurrent = await attempt('compare slots', isNodeCurrent)
    report.isComplete &&= isCurrent ?? false
    const finality = await attempt('check finality', () => checkFinality(parts, signal))
    report.settled = finality?.settled ?? 0
    report.missing = finality?.missing ?? 0
    report.reversed = finality?.reversed ?? 0
    report.failed += finality?.failed ?? 0
    await attempt('collect debts', () => ledger.collectDebts(onFailure))
    if (report.isComplete) {
      report.expired = (await attempt('expire orders', () => expireOrders(db, startedAt))) ?? 0
    }
    return report
  }
}

const createEmptyReport = (): ReconcileReport => ({
  isComplete: true,
  credited: 0,
  unmatched: 0,
  settled: 0,
  missing: 0,
  reversed: 0,
  expired: 0,
  failed: 0,
})

/** Returns a function that lists the configured treasury addresses and those of watched orders. */
function createTreasuryList({ db, receiver, network, token, now }: RoundParts) {
  let earlier: { readAt: number; treasuries: TreasuryAddress[] } = { readAt: 0, treasuries: [] }
  return async (): Promise<TreasuryAddress[]> => {
    const current: TreasuryAddress[] = [
      { receiver, asset: { kind: 'SOL' }, scannedAddress: receiver },
    ]
    if (token !== null) {
      const { mint, program, destination } = token
      const asset = { kind: 'TOKEN', mint, program } as const
      current.push({ receiver, asset, scannedAddress: destination })
    }
    if (now() - earlier.readAt > TREASURIES_EVERY_MS) {
      const orders = await findWatchedTreasuries(db, network)
      earlier = { readAt: now(), treasuries: orders.map(toTreasuryAddress) }
    }
    const byAddress = new Map(
      [...earlier.treasuries, ...current].map((each) => [each.scannedAddress, each]),
    )
    return [...byAddress.values()]
  }
}
