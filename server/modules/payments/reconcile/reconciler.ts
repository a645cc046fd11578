import { setTimeout as sleep } from 'node:timers/promises'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database } from '#server/db/database.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import type { PaymentToken } from '#server/modules/payments/orders/create-payment.ts'
import { createDepositIntake } from '#server/modules/payments/deposits/deposit-intake.ts'
import { checkFinality } from './finality-check.ts'
import { expireOrders } from '#server/modules/payments/orders/orders-repository.ts'
import {
  toTreasuryAddress,
  type TreasuryAddress,
} from '#server/modules/payments/orders/payment-order.ts'
import { createReferenceScan } from './reference-scan.ts'
import { recheckReversed } from './reversed-recheck.ts'
import { findHighestSlot, findWatchedTreasuries, hasFreshOrders } from './scan-repository.ts'
import { createSettlement } from '#server/modules/payments/deposits/settle-deposit.ts'
import { createTreasuryScan, type ScanResult } from './treasury-scan.ts'

/** Payments are credited within 10 s of their confirmation: this interval plus the time of a round. */
const FRESH_ROUND_MS = 3_000
const IDLE_ROUND_MS = 5_000
/** How often a process that is not the leader looks whether it can become it. */
const STANDBY_MS = 1_000
/** After so many incomplete rounds in a row, another process, whose node may answer, gets its turn. */
const INCOMPLETE_ROUNDS = 3
/** Longer than `STANDBY_MS`, so that a waiting process takes over first. */
const HANDOVER_MS = 3_000
/** Orders for another treasury come from an earlier configuration. */
const TREASURIES_EVERY_MS = 60_000

export type ReconcilerDependencies = {
  db: Database
  rpc: SolanaRpc
  ledger: Pick<Ledger, 'credit' | 'reverse' | 'collectDebts'>
  receiver: string
  network: string
  clock: () => number
  token?: PaymentToken | null
  /** Deposits below this that name no unpaid order are summed instead of listed. */
  dustBelowLamports: bigint
  onError?: FailureHandler
  onRound?: (report: ReconcileReport) => void
  /** Pause between rounds without open orders. Longer pauses ask the node less often. */
  idleRoundMs?: number
  /** False while another process reconciles. */
  isLeader?: () => Promise<boolean>
  /** Called when another process reconciles. */
  onStandby?: () => void
  /** Lets another process become the leader. */
  handOver?: () => Promise<void>
}

type ReconcileReport = {
  /** True if every treasury address and due reference was read to its end. */
  isComplete: boolean
  credited: number
  unmatched: number
  settled: number
  missing: number
  reversed: number
  expired: number
  failed: number
}

export type Reconciler = {
  start(): void
  stop(): Promise<void>
  runOnce(signal?: AbortSignal): Promise<ReconcileReport>
}

/**
 * Finds payments that no client reported, stores those without an order for the operator, settles or reverses
 * credited ones, and expires orders. Several instances may run. An order expires only in a round that read the whole
 * chain after its end, so none expires before the first complete round after a start or while the node is
 * unavailable.
 */
export function createReconciler({
  db,
  rpc,
  ledger,
  receiver,
  network,
  clock: now,
  token = null,
  dustBelowLamports,
  onError = () => undefined,
  onRound = () => undefined,
  idleRoundMs = IDLE_ROUND_MS,
  isLeader = async () => true,
  onStandby = () => undefined,
  handOver,
}: ReconcilerDependencies): Reconciler {
  const parts = { db, rpc, ledger, network, now, onFailure: onError }
  const settlement = createSettlement({ db, ledger, network, dustBelowLamports, now })
  const intake = createDepositIntake({ db, rpc, settlement, network, onFailure: onError })
  const scanTreasury = createTreasuryScan({ ...parts, intake, settlement })
  const scanReferences = createReferenceScan({ ...parts, intake })
  let earlier: { readAt: number; treasuries: TreasuryAddress[] } = { readAt: 0, treasuries: [] }
  let stopping: AbortController | undefined
  let running: Promise<void> = Promise.resolve()

  async function listTreasuries(): Promise<TreasuryAddress[]> {
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

  /** A node that is behind or has its own history proves nothing by what it lacks. */
  async function isNodeCurrent(): Promise<boolean> {
    const known = await findHighestSlot(db, network)
    return (await rpc.getSlot()) >= known
  }

  async function runOnce(signal?: AbortSignal): Promise<ReconcileReport> {
    const startedAt = new Date(now())
    const report: ReconcileReport = {
      isComplete: true,
      credited: 0,
      unmatched: 0,
      settled: 0,
      missing: 0,
      reversed: 0,
      expired: 0,
      failed: 0,
    }
    /** A failed step must not stop the others. */
    const attempt = async <T>(name: string, step: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await step()
      } catch (error) {
        if (error instanceof DatabaseUnavailable || signal?.aborted === true) throw error
        report.failed += 1
        onError(error, { step: name })
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
    await attempt('collect debts', () => ledger.collectDebts(onError))
    if (report.isComplete) {
      report.expired = (await attempt('expire orders', () => expireOrders(db, startedAt))) ?? 0
    }
    return report
  }

  const hasFresh = () => hasFreshOrders(db, network, new Date(now()))

  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  /** Waits for the next round; ends early when an order opens, because it may be paid without a browser. */
  async function rest(ms: number, signal: AbortSignal): Promise<void> {
    for (let left = ms; left > 0 && !signal.aborted; left -= FRESH_ROUND_MS) {
      await pause(Math.min(left, FRESH_ROUND_MS), signal)
      const isOver = left <= FRESH_ROUND_MS || signal.aborted
      if (!isOver && (await hasFresh().catch(() => false))) return
    }
  }

  async function loop(signal: AbortSignal): Promise<void> {
    let incomplete = 0
    while (!signal.aborted) {
      let waitMs = idleRoundMs
      try {
        if (!(await isLeader())) {
          incomplete = 0
          onStandby()
          await pause(STANDBY_MS, signal)
          continue
        }
        const report = await runOnce(signal)
        onRound(report)
        incomplete = report.isComplete ? 0 : incomplete + 1
        if (handOver !== undefined && incomplete >= INCOMPLETE_ROUNDS) {
          incomplete = 0
          await handOver()
          await pause(HANDOVER_MS, signal)
          continue
        }
        if (await hasFresh()) waitMs = FRESH_ROUND_MS
      } catch (error) {
        if (signal.aborted) return
        onError(error)
      }
      await rest(waitMs, signal)
    }
  }

  return {
    runOnce,
    start() {
      if (stopping !== undefined) return
      stopping = new AbortController()
      running = loop(stopping.signal)
    },
    async stop() {
      stopping?.abort()
      await running
      stopping = undefined
    },
  }
}
