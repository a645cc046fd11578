import type { SolanaRpc } from './clients/solana-rpc.ts'
import type { Database } from './db/database.ts'
import { createWorker, type Worker } from './jobs/worker.ts'
import { errorLog, type Logger } from './logger.ts'
import { analysisJobHandlers } from './modules/analysis/analysis-jobs.ts'
import { watchLostTurns } from './modules/chat/lost-turns.ts'
import type { Ledger } from './modules/ledger/ledger-service.ts'
import { createReconciler, type ReconcilerDependencies } from './modules/payments/reconciler.ts'
import { researchJobHandlers, type ResearchJobServices } from './modules/research/research-jobs.ts'
import type { Undo } from './undo.ts'

/** Jobs that do not end on the stop's call are given back after this. */
const JOB_GRACE_MS = 500

/** Works jobs off until the undo runs. */
export const startJobs = (
  services: {
    db: Database
    ledger: Ledger
    rpc: SolanaRpc
    research: ResearchJobServices
    logger: Logger
  },
  undo: Undo,
): Worker => {
  const { db, logger } = services
  const analysis = analysisJobHandlers(services)
  const research = researchJobHandlers(services.research)
  const worker = createWorker({
    db,
    handlers: { ...analysis.handlers, ...research.handlers },
    onDead: { ...analysis.onDead, ...research.onDead },
    onError: (error, job) => {
      const about = job && { jobId: job.id, jobKind: job.kind, attempt: job.attempt }
      logger.error({ err: error, ...about }, job ? 'a job failed' : 'looking for jobs failed')
    },
  })
  worker.start()
  undo.add(() => worker.stop({ graceMs: JOB_GRACE_MS }))
  const lostTurns = watchLostTurns(services, errorLog(logger, 'settling lost chat turns failed'))
  undo.add(() => lostTurns.stop())
  return worker
}

/** Looks for payments that nobody reported until the undo runs. */
export const startReconciler = (
  { logger, ...payments }: Omit<ReconcilerDependencies, 'onError'> & { logger: Logger },
  undo: Undo,
) => {
  const onError = errorLog(logger, 'reconciling payments failed')
  const reconciler = createReconciler({ ...payments, onError })
  reconciler.start()
  undo.add(() => reconciler.stop())
}
