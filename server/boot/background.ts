import type { Database } from '#server/db/database.ts'
import { createJobs, type JobKind, type Jobs } from '#server/jobs/jobs.ts'
import type { DatabaseBackend } from '#server/jobs/queue-settings.ts'
import { createLease } from '#server/jobs/lease.ts'
import { createPurgeJob, type RetentionDays } from '#server/jobs/retention.ts'
import { createErrorLog, type Logger } from '#server/lib/logger.ts'
import type { Tracing } from '#server/lib/tracing.ts'
import type { Metrics } from '#server/metrics.ts'
import { watchLostTurns } from '#server/modules/chat/turns/lost-turns.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { checkPayments } from '#server/modules/payments/audit/payment-check.ts'
import {
  createReconciler,
  type ReconcilerDependencies,
} from '#server/modules/payments/reconcile/reconciler.ts'
import { DAY_MS } from '#server/lib/durations.ts'

/** How long a stopping worker waits before it returns jobs to the queue. */
const JOB_GRACE_MS = 500

export const openJobs = ({
  db,
  backend,
  logger,
  metrics,
}: {
  db: Database
  backend: DatabaseBackend
  logger: Logger
  metrics: Pick<Metrics, 'countJob'>
}): Jobs =>
  createJobs({
    db,
    backend,
    onError: (error, job) => {
      const about = job && { jobId: job.id, jobKind: job.kind, attempt: job.attempt }
      logger.error({ err: error, ...about }, job ? 'a job failed' : 'looking for jobs failed')
    },
    onEnd: (kind, outcome) => metrics.countJob(kind, outcome),
  })

/** Runs jobs until `running` is disposed. */
export const startJobs = async (
  services: {
    db: Database
    ledger: Ledger
    jobs: Jobs
    /** The jobs of the modules. Those of the server itself are added. */
    kinds: readonly JobKind[]
    retentionDays: RetentionDays
    logger: Logger
    tracing: Tracing | null
    metrics: Pick<Metrics, 'recordViolations'>
  },
  running: AsyncDisposableStack,
): Promise<void> => {
  const { db, jobs, retentionDays, logger, tracing } = services
  running.defer(() => jobs.stop({ graceMs: JOB_GRACE_MS }))
  const kinds = [
    ...services.kinds,
    createPurgeJob(db, retentionDays),
    createLedgerCheckJob(services),
  ]
  await jobs.open(kinds.map((kind) => observeJob(kind, { logger, tracing })))
  await jobs.work()
  const lostTurns = watchLostTurns(
    services,
    createErrorLog(logger, 'settling lost chat turns failed'),
  )
  running.defer(() => lostTurns.stop())
}

/** Value of the gauge after a check that could not run. */
const CHECK_FAILED = -1

/** Maximum age of the last check of all transfers. */
const FULL_CHECK_MS = 6.5 * DAY_MS

/** Checks the books once a day in one process, and once a week from the first transfer on. */
const createLedgerCheckJob = ({
  db,
  ledger,
  logger,
  metrics,
}: {
  db: Database
  ledger: Pick<Ledger, 'check' | 'findCheckpoint'>
  logger: Logger
  metrics: Pick<Metrics, 'recordViolations'>
}): JobKind => ({
  kind: 'ledger-check',
  concurrency: 1,
  maxAttempts: 2,
  schedule: '17 3 * * *',
  handler: async () => {
    try {
      const fullCheckAt = (await ledger.findCheckpoint())?.fullCheckAt.getTime() ?? 0
      const isFull = Date.now() - fullCheckAt > FULL_CHECK_MS
      const books = await ledger.check({ isFull, keepsCheckpoint: true })
      const violations = [...books, ...(await checkPayments(db))]
      metrics.recordViolations(violations.length)
      if (violations.length > 0) {
        logger.error({ violations: violations.slice(0, 5) }, 'the ledger violates its invariants')
      }
    } catch (error) {
      metrics.recordViolations(CHECK_FAILED)
      throw error
    }
  },
})

/** Logs each attempt of a job at level `info`, with its id, and traces it. */
const observeJob = (
  kind: JobKind,
  { logger, tracing }: { logger: Logger; tracing: Tracing | null },
): JobKind => ({
  ...kind,
  handler: async (payload, context) => {
    const about = { jobId: context.jobId, jobKind: kind.kind, attempt: context.attempt }
    const startedAt = performance.now()
    const work = () => kind.handler(payload, context)
    await (tracing === null
      ? work()
      : tracing.run(
          `job ${kind.kind}`,
          { 'job.id': context.jobId, 'job.attempt': context.attempt },
          work,
        ))
    logger.info({ ...about, ms: Math.round(performance.now() - startedAt) }, 'a job ended')
  },
})

/** Looks for unreported payments until `running` is disposed. One process at a time does it. */
export const startReconciler = (
  {
    logger,
    metrics,
    ...payments
  }: Omit<ReconcilerDependencies, 'onError' | 'onRound' | 'onStandby' | 'lease'> & {
    logger: Logger
    metrics: Pick<Metrics, 'recordRound' | 'recordStandby'>
  },
  running: AsyncDisposableStack,
) => {
  const onError = createErrorLog(logger, 'reconciling payments failed')
  const lease = createLease(payments.db, 'reconciler')
  running.defer(() => lease.release().catch(onError))
  const reconciler = createReconciler({
    ...payments,
    onError,
    onRound: (report) => metrics.recordRound(report),
    onStandby: () => metrics.recordStandby(),
    lease,
  })
  reconciler.start()
  running.defer(() => reconciler.stop())
}
