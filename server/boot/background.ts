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
import { watchLostTurns } from '#server/modules/chat/turns/lost-turns.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  createReconciler,
  type ReconcilerDependencies,
} from '#server/modules/payments/reconcile/reconciler.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'

/** A stopping worker waits this long for its jobs before it returns them to the queue. */
const JOB_GRACE_MS = 500

/** Runs jobs until `running` is disposed. Returns the worker. */
export const startJobs = (
  services: {
    db: Database
    ledger: Ledger
    paidRuns: OpenPaidTools['jobs']
    retentionDays: RetentionDays
    logger: Logger
    metrics?: Pick<Metrics, 'jobEnded'>
  },
  running: AsyncDisposableStack,
): Worker => {
  const { db, paidRuns, retentionDays, logger, metrics } = services
  const worker = createWorker({
    db,
    handlers: { ...paidRuns.handlers, ...purgeHandlers({ db, days: retentionDays }) },
    concurrency: { ...paidRuns.concurrency, [PURGE_JOB]: 1 },
    onDead: paidRuns.onDead,
    onError: (error, job) => {
      const about = job && { jobId: job.id, jobKind: job.kind, attempt: job.attempt }
      logger.error({ err: error, ...about }, job ? 'a job failed' : 'looking for jobs failed')
    },
    onEnd: ({ kind }, outcome) => metrics?.jobEnded(kind, outcome),
  })
  worker.start()
  running.defer(() => worker.stop({ graceMs: JOB_GRACE_MS }))
  const purges = enqueuePurges(db, errorLog(logger, 'enqueuing a purge failed'))
  running.defer(() => purges.stop())
  const lostTurns = watchLostTurns(services, errorLog(logger, 'settling lost chat turns failed'))
  running.defer(() => lostTurns.stop())
  return worker
}

/** Looks for unreported payments until `running` is disposed. */
export const startReconciler = (
  {
    logger,
    metrics,
    ...payments
  }: Omit<ReconcilerDependencies, 'onError' | 'onRound'> & {
    logger: Logger
    metrics?: Pick<Metrics, 'reconciled'>
  },
  running: AsyncDisposableStack,
) => {
  const onError = errorLog(logger, 'reconciling payments failed')
  const reconciler = createReconciler({
    ...payments,
    onError,
    onRound: (report) => metrics?.reconciled(report),
  })
  reconciler.start()
  running.defer(() => reconciler.stop())
}
