import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { createWorker, type Worker } from '#server/jobs/worker.ts'
import {
  enqueuePurges,
  PURGE_JOB,
  purgeHandlers,
  type RetentionDays,
} from '#server/jobs/retention.ts'
import { errorLog, type Logger } from '#server/lib/logger.ts'
import type { Metrics } from '#server/metrics.ts'
import {
  ANALYSIS_JOB,
  analysisJobHandlers,
  type AnalysisLimits,
} from '#server/modules/analysis/analysis-jobs.ts'
import { watchLostTurns } from '#server/modules/chat/turns/lost-turns.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  createReconciler,
  type ReconcilerDependencies,
} from '#server/modules/payments/reconcile/reconciler.ts'
import {
  RESEARCH_JOB,
  researchJobHandlers,
  type ResearchJobServices,
} from '#server/modules/research/research-jobs.ts'
import type { Undo } from './undo.ts'

/** Jobs that do not end on the stop's call are given back after this. */
const JOB_GRACE_MS = 500
/** An analysis keeps a thread busy for long, a research mostly waits for its sources. */
const CONCURRENCY = { [ANALYSIS_JOB]: 4, [RESEARCH_JOB]: 8, [PURGE_JOB]: 1 }

/** Works jobs off until the undo runs. */
export const startJobs = (
  services: {
    db: Database
    ledger: Ledger
    rpc: SolanaRpc
    research: ResearchJobServices
    retentionDays: RetentionDays
    limits: AnalysisLimits
    price: SolPrice | null
    logger: Logger
    metrics?: Pick<Metrics, 'jobEnded'>
  },
  undo: Undo,
): Worker => {
  const { db, retentionDays, logger, metrics } = services
  const analysis = analysisJobHandlers(services)
  const research = researchJobHandlers(services.research)
  const worker = createWorker({
    db,
    handlers: {
      ...analysis.handlers,
      ...research.handlers,
      ...purgeHandlers({ db, days: retentionDays }),
    },
    concurrency: CONCURRENCY,
    onDead: { ...analysis.onDead, ...research.onDead },
    onError: (error, job) => {
      const about = job && { jobId: job.id, jobKind: job.kind, attempt: job.attempt }
      logger.error({ err: error, ...about }, job ? 'a job failed' : 'looking for jobs failed')
    },
    onEnd: ({ kind }, outcome) => metrics?.jobEnded(kind, outcome),
  })
  worker.start()
  undo.add(() => worker.stop({ graceMs: JOB_GRACE_MS }))
  const purges = enqueuePurges(db, errorLog(logger, 'enqueuing a purge failed'))
  undo.add(() => purges.stop())
  const lostTurns = watchLostTurns(services, errorLog(logger, 'settling lost chat turns failed'))
  undo.add(() => lostTurns.stop())
  return worker
}

/** Looks for payments that nobody reported until the undo runs. */
export const startReconciler = (
  {
    logger,
    metrics,
    ...payments
  }: Omit<ReconcilerDependencies, 'onError' | 'onRound'> & {
    logger: Logger
    metrics?: Pick<Metrics, 'reconciled'>
  },
  undo: Undo,
) => {
  const onError = errorLog(logger, 'reconciling payments failed')
  const reconciler = createReconciler({
    ...payments,
    onError,
    onRound: (report) => metrics?.reconciled(report),
  })
  reconciler.start()
  undo.add(() => reconciler.stop())
}
