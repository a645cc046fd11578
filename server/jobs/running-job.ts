import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import {
  finishJob,
  noteError,
  releaseJob,
  renewLease,
  retryJob,
  type ClaimedJob,
} from './job-queue.ts'

type JobContext = {
  jobId: string
  /** Aborted when the lease is lost or the worker stops; a handler that continues may run beside its successor. */
  signal: AbortSignal
  attempt: number
}

/** May run again after a crash, so its effects must be idempotent. A thrown error schedules a retry. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>

/** Runs (at least once) after the last attempt failed, before the job counts as dead. */
export type DeadJobHook = (
  payload: unknown,
  dead: { jobId: string; error: string },
) => Promise<void>

export type RunOptions = {
  db: Database
  handler: JobHandler
  onDead: DeadJobHook | undefined
  leaseMs: number
  retryDelayMs: (attempt: number) => number
  onError: (error: unknown, job: ClaimedJob) => void
  onEnd: (job: ClaimedJob, outcome: 'done' | 'retried' | 'dead') => void
}

export type RunningJob = {
  /** Resolves when the job is settled or lost; never rejects. */
  settled: Promise<void>
  /** Aborts the handler; the job returns to the queue and the attempt does not count. */
  interrupt(): void
}

class Interrupted extends Error {
  override name = 'Interrupted'
}

class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export function runJob(job: ClaimedJob, lease: string, options: RunOptions): RunningJob {
  const { db, leaseMs } = options
  const controller = new AbortController()
  const stopHeartbeat = keepLease(job, lease, options, controller)

  const settle = async () => {
    const error = await attemptJob(job, controller.signal, options)
    if (controller.signal.reason instanceof LeaseLost) return
    await persist(leaseMs, async () => {
      if (error === undefined) {
        await finishJob(db, job.id, lease, { status: 'done', error: null })
        return options.onEnd(job, 'done')
      }
      if (controller.signal.reason instanceof Interrupted) return releaseJob(db, job.id, lease)
      if (job.attempt < job.maxAttempts) {
        const delayMs = options.retryDelayMs(job.attempt)
        await retryJob(db, job.id, lease, { delayMs, error })
        return options.onEnd(job, 'retried')
      }
      // The hook runs first: if it fails or the process dies, the lease expires and the hook runs again.
      await noteError(db, job.id, lease, error)
      await options.onDead?.(job.payload, { jobId: job.id, error })
      await finishJob(db, job.id, lease, { status: 'dead', error })
      return options.onEnd(job, 'dead')
    })
  }
  const settled = settle()
    .catch((error: unknown) => options.onError(error, job))
    .finally(stopHeartbeat)
  return { settled, interrupt: () => controller.abort(new Interrupted('the worker is stopping')) }
}

/** Returns the text of the failure, or `undefined` on success. */
async function attemptJob(job: ClaimedJob, signal: AbortSignal, options: RunOptions) {
  if (job.attempt > job.maxAttempts) return job.lastError ?? 'the worker died at every try'
  try {
    await options.handler(job.payload, { jobId: job.id, signal, attempt: job.attempt })
    return undefined
  } catch (error) {
    if (!signal.aborted) options.onError(error, job)
    return (error instanceof Error ? error.message : String(error)).slice(0, 2_000)
  }
}

function keepLease(
  job: ClaimedJob,
  lease: string,
  { db, leaseMs }: RunOptions,
  controller: AbortController,
): () => void {
  let heldUntilMs = performance.now() + leaseMs
  const renew = async () => {
    const askedAtMs = performance.now()
    try {
      if (await renewLease(db, job.id, lease, leaseMs)) {
        heldUntilMs = askedAtMs + leaseMs
      } else {
        controller.abort(new LeaseLost('another worker has taken the job'))
      }
    } catch (error) {
      // The database may recover in time; after the lease expires, another worker may hold the job.
      if (performance.now() > heldUntilMs) {
        controller.abort(new LeaseLost('the lease could not be renewed', { cause: error }))
      }
    }
  }
  const timer = setInterval(() => void renew(), leaseMs / 3)
  return () => clearInterval(timer)
}

/** Retries a failed write (for example during a database restart) while the lease may still be valid. */
async function persist(withinMs: number, write: () => Promise<unknown>): Promise<void> {
  const deadlineMs = performance.now() + withinMs
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
      await sleep(Math.min(500, withinMs / 5))
    }
  }
}
