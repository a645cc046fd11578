import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, type Db, type JobWithMetadata } from 'pg-boss'
import type { Database, Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import {
  createBossSettings,
  toDeadLetterKind,
  ensureQueues,
  type DatabaseBackend,
} from './queue-settings.ts'

type JobContext = {
  jobId: string
  /**
   * Aborts when the job is lost or expired, or the worker stops. A handler that ignores it may run at the same time as
   * its retry.
   */
  signal: AbortSignal
  /** 1 on the first attempt. */
  attempt: number
}

/** May run again after a crash, so its effects must be idempotent. A thrown error schedules a retry. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>

/** Runs at least once after the last attempt failed, and again until it succeeds. */
export type DeadJobHook = (payload: unknown) => Promise<void>

export type JobKind = {
  kind: string
  handler: JobHandler
  /** Without it, a job ends with its last failed attempt. */
  onDead?: DeadJobHook
  /** Maximum number of concurrent jobs in this process. One user's jobs take at most half of them, rounded up. */
  concurrency: number
  /** A worker's crash counts as an attempt. */
  maxAttempts: number
  /** Cron expression in UTC. One job is enqueued for the times at which no process ran. */
  schedule?: string
}

type NewJob = {
  kind: string
  payload: object
  /** While a job with this kind and id is stored, no second one is created. A job is stored until a day after its end. */
  id?: string
  /** The user who waits for the job. */
  userId?: string
}

type FailedJob = { id: string; kind: string; attempt: number }

export type JobsOptions = {
  db: Database
  backend?: DatabaseBackend
  /** Polling interval for jobs of other processes; `wake` skips the wait. At least 0.5. */
  pollSeconds?: number
  /** Interval between two searches for jobs of dead workers. */
  superviseSeconds?: number
  retryDelaySeconds?: number
  /** Called for every failure that is not reported elsewhere. */
  onError: (error: unknown, job: FailedJob | undefined) => void
  /** Called after each attempt, except for interrupted ones. */
  onEnd?: (kind: string, outcome: 'done' | 'retried' | 'dead') => void
}

export type Jobs = {
  /** Connects and creates the queues of `kinds`. After that, jobs can be enqueued. */
  open(kinds: readonly JobKind[]): Promise<void>
  work(): Promise<void>
  /** Enqueues a job. Inside a transaction, it exists once the transaction commits. */
  enqueue(q: Queryable, job: NewJob): Promise<void>
  /** Makes this process fetch jobs of the kind at once. */
  wake(kind: string): void
  /**
   * Stops taking jobs, lets running ones finish for `graceMs`, then aborts them and returns them to the queue without
   * counting the attempt. A job that ignores the signal for `graceMs` more is returned as a failed attempt.
   */
  stop(options?: { graceMs?: number }): Promise<void>
}

const CONNECTIONS = 4
const REPORT_EVERY_MS = 10_000

/** Creates the job queue of a process, on the database of `db`. */
export function createJobs(options: JobsOptions): Jobs {
  const { db, onError, onEnd = () => undefined } = options
  const { pollSeconds = 2, retryDelaySeconds } = options
  const boss = createBoss(options)
  let opened: readonly JobKind[] = []
  const workers = createWorkers(boss, pollSeconds)
  const stopping = new AbortController()

  boss.on(
    'error',
    limitRate(REPORT_EVERY_MS, (error) => onError(error, undefined)),
  )

  const runAttempt = async ({ kind, handler, onDead }: JobKind, job: JobWithMetadata) => {
    const signal = AbortSignal.any([job.signal, stopping.signal])
    const attempt = job.retryCount + 1
    try {
      await handler(job.data, { jobId: job.id, signal, attempt })
      onEnd(kind, 'done')
    } catch (error) {
      // Lost to another worker or expired: pg-boss has settled this attempt.
      if (job.signal.aborted) throw error
      if (stopping.signal.aborted) return giveBack(boss, db, job)
      onError(error, { id: job.id, kind, attempt })
      if (job.retryCount < job.retryLimit) onEnd(kind, 'retried')
      else if (onDead === undefined) onEnd(kind, 'dead')
      throw error
    }
  }

  const handleDeadLetter = async ({ kind, onDead }: JobKind, job: JobWithMetadata) => {
    try {
      await onDead?.(job.data)
      onEnd(kind, 'dead')
    } catch (error) {
      onError(error, { id: job.id, kind: job.name, attempt: job.retryCount + 1 })
      throw error
    }
  }

  const openQueue = async ({ kind, maxAttempts, onDead, schedule }: JobKind) => {
    const hasDeadLetters = onDead !== undefined
    await ensureQueues(boss, { kind, maxAttempts, hasDeadLetters, retryDelaySeconds })
    if (schedule !== undefined) await boss.schedule(kind, schedule, null, { missed: 'once' })
  }

  return {
    open: async (kinds) => {
      opened = kinds
      await boss.start()
      await Promise.all(kinds.map(openQueue))
    },
    work: async () => {
      for (const each of opened) {
        await workers.start(each.kind, each.concurrency, (job) => runAttempt(each, job))
        if (each.onDead)
          await workers.start(toDeadLetterKind(each.kind), 1, (job) => handleDeadLetter(each, job))
      }
    },
    enqueue: async (q, { kind, payload, id = uuidv7(), userId }) => {
      await boss.send(kind, payload, { id, ...toGroup(userId), db: toBossDb(q) })
    },
    wake: (kind) => {
      workers.wake(kind)
    },
    stop: async ({ graceMs = 2_000 } = {}) => {
      const ended = workers.stop()
      const waitForJobs = () => Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
      await waitForJobs()
      stopping.abort(new Error('the worker is stopping'))
      await waitForJobs()
      await boss.stop({ graceful: false })
    },
  }
}

/** Creates the workers of this process. Each runs one job at a time. */
function createWorkers(boss: PgBoss, pollSeconds: number) {
  const wake = (queue: string) => {
    for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id)
  }
  return {
    wake,
    start: async (name: string, count: number, run: (job: JobWithMetadata) => Promise<void>) => {
      await boss.work(
        name,
        {
          includeMetadata: true,
          localConcurrency: count,
          localGroupConcurrency: Math.ceil(count / 2),
          pollingIntervalSeconds: pollSeconds,
          heartbeatRefreshSeconds: 3,
        },
        async ([job]: JobWithMetadata[]) => {
          if (job !== undefined) await run(job).finally(() => wake(name))
        },
      )
    },
    /** Takes no more jobs. Resolves once all have ended, those included that were being fetched. */
    stop: async () => {
      const queues = new Set(boss.getWipData().map(({ name }) => name))
      await Promise.all([...queues].map((name) => boss.offWork(name, { wait: true })))
    },
  }
}

const createBoss = ({ db, backend = 'postgres', superviseSeconds = 3 }: JobsOptions): PgBoss =>
  new PgBoss({
    ...createBossSettings(db.url, backend),
    max: CONNECTIONS,
    migrate: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 3_600,
    // Jobs do not depend on each other.
    flowIntervalSeconds: 3_600,
    // These need the rights of the schema's owner.
    reindex: false,
    monitorVacuum: false,
  })

/** Stores the job again, with the attempts that are left, in place of the one that was interrupted. */
const giveBack = (
  boss: PgBoss,
  db: Database,
  { id, name, data, retryCount, retryLimit, groupId }: JobWithMetadata,
) =>
  db.transaction(async (tx) => {
    const on = { db: toBossDb(tx) }
    const rest = { id: uuidv7(), retryLimit: retryLimit - retryCount, ...toGroup(groupId) }
    await boss.send(name, data, { ...on, ...rest })
    await boss.complete(name, { id, retryCount }, null, on)
  })

const toGroup = (userId: string | null | undefined) => (userId ? { group: { id: userId } } : {})

/** Passes on one call per interval, because every poll fails while the database is away. */
function limitRate<Value>(ms: number, report: (value: Value) => void): (value: Value) => void {
  let reportedAt = -Infinity
  return (value) => {
    if (performance.now() - reportedAt < ms) return
    reportedAt = performance.now()
    report(value)
  }
}

/** Lets pg-boss run its statements on `q`, for example in the caller's transaction. */
export const toBossDb = (q: Queryable): Db => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await q.query(text, values) }),
})
