import type { AnalysisProgress } from '#contract/analysis.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { DeadJobHook, JobHandler } from '#server/jobs/running-job.ts'
import { watchCancellation } from '#server/jobs/watch-cancellation.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'

import { lookUpMint } from './analysis-request.ts'
import { collect } from '#server/modules/analysis/collect/collect.ts'
import { analyse, findWallets } from '#engine/index.ts'
import {
  abandonReport,
  appendEvent,
  findReport,
  finishReport,
  isRunning,
  saveProgress,
  startReport,
  type ReportCounts,
  type ReportRow,
} from './report-repository.ts'

export const ANALYSIS_JOB = 'analysis'

export type AnalysisJobServices = {
  db: Database
  ledger: Pick<Ledger, 'refund' | 'markConsumption'>
  rpc: SolanaRpc
  limits: AnalysisLimits
  /** The price of SOL where the chain tells none; null: there is no source. */
  price: SolPrice | null
}

export type AnalysisLimits = {
  /** Transactions read for one token. */
  maxTransactions: number
  /** Time for reading from the chain; the report is then made of what was read. */
  maxMinutes: number
}

/** Progress is written at most this often. */
const PROGRESS_MS = 250
/** How soon a cancelled analysis notices. */
const CANCEL_POLL_MS = 500
const MINUTE_MS = 60_000
/** An analysis that has not ended so long after the reading is given up and refunded. */
const GRACE_MS = 5 * MINUTE_MS

/** An outcome that ends the report as failed, with a text for its owner. */
class AnalysisFailed extends Error {
  override name = 'AnalysisFailed'
}

/** The handler that works reports off, and the hook that gives the POINT back when every try has failed. */
export function analysisJobHandlers(services: AnalysisJobServices): {
  handlers: Record<string, JobHandler>
  onDead: Record<string, DeadJobHook>
} {
  return {
    handlers: {
      [ANALYSIS_JOB]: (payload, { signal }) => work(services, reportIdOf(payload), signal),
    },
    onDead: {
      [ANALYSIS_JOB]: (payload) =>
        fail(services, reportIdOf(payload), 'The analysis stopped unexpectedly'),
    },
  }
}

function reportIdOf(payload: unknown): string {
  const id = (payload as { reportId?: unknown } | null)?.reportId
  if (typeof id !== 'string') throw new Error('an analysis job without a report')
  return id
}

async function work(
  services: AnalysisJobServices,
  reportId: string,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = services
  const report = await findReport(db, reportId)
  if (!report || !(await startReport(db, reportId))) return

  const cancelled = new AbortController()
  const deadline = AbortSignal.timeout(services.limits.maxMinutes * MINUTE_MS + GRACE_MS)
  const signal = AbortSignal.any([stopping, cancelled.signal, deadline])
  const watch = watchCancellation(() => isRunning(db, reportId), {
    pollMs: CANCEL_POLL_MS,
    cancelled,
    signal,
  })
  const progress = progressWriter(db, reportId)
  try {
    const { body, counts } = await run(services, report, signal, progress.tell)
    await progress.flush()
    await finish(services, report, { body, counts })
  } catch (error) {
    // The worker stops: another takes the report over. Or its owner has cancelled it, and it is settled.
    if (stopping.aborted) throw error
    if (cancelled.signal.aborted) return
    await progress.flush()
    const reason = failureOf(error, deadline.aborted)
    if (reason === null) throw error
    await fail(services, reportId, reason)
  } finally {
    cancelled.abort()
    await watch
  }
}

/** The text for the report's owner; null for what nobody expected, which the queue tries again. */
function failureOf(error: unknown, isLate: boolean): string | null {
  if (isLate) return 'The analysis took too long'
  if (error instanceof AnalysisFailed) return error.message
  if (error instanceof RpcUnavailable) return 'The Solana network did not answer'
  if (error instanceof RpcError) return 'The Solana node refused to give the history of this token'
  if (error instanceof AppError) {
    return error.status >= 500 ? 'The Solana network did not answer' : error.message
  }
  return null
}

async function run(
  services: AnalysisJobServices,
  report: ReportRow,
  signal: AbortSignal,
  tell: (progress: AnalysisProgress) => void,
): Promise<{ body: string; counts: ReportCounts }> {
  const { rpc, limits, price } = services
  const startedAt = performance.now()
  const analyseMint = async (
    address: string,
    /** The share of the time that may have passed when reading ends. */
    timeShare: number,
    onProgress: (progress: AnalysisProgress) => void,
  ): Promise<ReturnType<typeof analyse>> => {
    const mint = await lookUpMint(rpc, address, signal)
    const input = await collect(mint, {
      rpc,
      signal,
      onProgress,
      limits: {
        maxTransactions: limits.maxTransactions,
        maxMinutes: limits.maxMinutes,
        endsAt: startedAt + timeShare * limits.maxMinutes * MINUTE_MS,
      },
      solUsd: async () => (price === null ? null : price({ signal })),
    })
    signal.throwIfAborted()
    return analyse(input)
  }

  if (report.kind === 'CA_ANALYSIS') {
    const found = await analyseMint(report.addresses[0] ?? '', 1, tell)
    const { trades } = found.counts
    if (trades === 0) throw noTrades('this token', [found])
    const counts = { wallets: found.wallets.length, excluded: found.excluded.length, trades }
    return { body: JSON.stringify(found), counts }
  }

  const reports: ReturnType<typeof analyse>[] = []
  for (const [index, address] of report.addresses.entries()) {
    const share = 100 / report.addresses.length
    reports.push(
      await analyseMint(address, (index + 1) / report.addresses.length, (progress) =>
        tell({
          ...progress,
          message: `Token ${index + 1} of ${report.addresses.length}: ${progress.message}`,
          percent: Math.round(index * share + (progress.percent / 100) * share),
        }),
      ),
    )
  }
  const trades = reports.reduce((sum, { counts }) => sum + counts.trades, 0)
  if (trades === 0) throw noTrades('these tokens', reports)
  const found = findWallets(reports, report.minHits ?? 2)
  const counts = { wallets: found.wallets.length, excluded: 0, trades }
  return { body: JSON.stringify(found), counts }
}

/** Nothing to show: because there is nothing, or because the node keeps back what it lists. */
function noTrades(tokens: string, reports: readonly ReturnType<typeof analyse>[]): AnalysisFailed {
  const isKeptBack = reports.some(({ coverage }) => coverage.missing > 0)
  return new AnalysisFailed(
    isKeptBack
      ? `The Solana node did not give the transactions of ${tokens}, so the POINT was given back`
      : `No trades of ${tokens} were found, so the POINT was given back`,
  )
}

async function finish(
  { db, ledger }: AnalysisJobServices,
  { id, transferId }: ReportRow,
  result: { body: string; counts: ReportCounts },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await finishReport(tx, id, result))) return
    await ledger.markConsumption(transferId, 'SUCCESS', tx)
    await appendEvent(tx, id, { type: 'done', status: 'done', progress: null, failure: null })
  })
}

/** Ends the report and gives the POINT back, both or neither, and only once. */
async function fail(
  { db, ledger }: AnalysisJobServices,
  reportId: string,
  failure: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await abandonReport(tx, reportId, { status: 'failed', failure }))) return
    const report = await findReport(tx, reportId)
    if (!report) return
    await ledger.markConsumption(report.transferId, 'FAILED', tx)
    await ledger.refund({ transferId: report.transferId, reason: failure }, tx)
    await appendEvent(tx, reportId, { type: 'failed', status: 'failed', progress: null, failure })
  })
}

/** Writes the latest progress now and then, in order, and never fails the analysis for it. */
function progressWriter(
  db: Database,
  reportId: string,
): { tell: (progress: AnalysisProgress) => void; flush: () => Promise<void> } {
  let latest: AnalysisProgress | null = null
  let writtenAtMs = -PROGRESS_MS
  let writing: Promise<void> = Promise.resolve()
  const write = (): void => {
    const progress = latest
    if (!progress) return
    latest = null
    writtenAtMs = performance.now()
    writing = writing
      .then(() =>
        db.transaction(async (tx) => {
          if (!(await saveProgress(tx, reportId, progress))) return
          const event = { type: 'progress', status: 'running', progress, failure: null } as const
          await appendEvent(tx, reportId, event)
        }),
      )
      .catch(() => undefined)
  }
  return {
    tell: (progress) => {
      const isNewStage = latest === null || latest.stage !== progress.stage
      latest = progress
      if (isNewStage || performance.now() - writtenAtMs >= PROGRESS_MS) {
        if (performance.now() - writtenAtMs >= PROGRESS_MS) write()
      }
    },
    flush: async () => {
      write()
      await writing
    },
  }
}
