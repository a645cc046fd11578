import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from '#server/jobs/lease.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import { createRound, type ReconcileReport, type RoundParts } from './reconcile-round.ts'
import { hasFreshOrders } from './scan-repository.ts'

/** Payments are credited within 10 s of their confirmation: this interval plus the time of a round. */
const FRESH_ROUND_MS = 3_000
/** How often a standby process tries to become the leader. */
const STANDBY_MS = 1_000
/** After so many incomplete rounds in a row, another process, whose node may answer, gets its turn. */
const INCOMPLETE_ROUNDS = 3
/** Longer than `STANDBY_MS`, so that a waiting process takes over first. */
const HANDOVER_MS = 3_000

export type ReconcilerDependencies = Omit<RoundParts, 'onFailure'> & {
  onError: FailureHandler
  onRound: (report: ReconcileReport) => void
  /** Called while another process reconciles. */
  onStandby: () => void
  /** Pause between rounds without open orders. Longer pauses mean fewer calls of the node. */
  idleRoundMs: number
  /** The process that holds it reconciles. */
  lease: Lease
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
  onError,
  onRound,
  onStandby,
  idleRoundMs,
  lease,
  ...round
}: ReconcilerDependencies): Reconciler {
  const { db, network, now } = round
  const runOnce = createRound({ ...round, onFailure: onError })
  let stopping: AbortController | undefined
  let running: Promise<void> = Promise.resolve()

  const hasFresh = () => hasFreshOrders(db, network, new Date(now()))

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
        if (!(await lease.hold())) {
          incomplete = 0
          onStandby()
          await pause(STANDBY_MS, signal)
          continue
        }
        const report = await runOnce(signal)
        onRound(report)
        incomplete = report.isComplete ? 0 : incomplete + 1
        if (incomplete >= INCOMPLETE_ROUNDS) {
          incomplete = 0
          await lease.release()
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

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
