import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { claimJobs, type ClaimedJob } from './job-queue.ts'
import {
  runJob,
  type DeadJobHook,
  type JobHandler,
  type RunningJob,
  type RunOptions,
} from './running-job.ts'

export type WorkerOptions = {
  db: Database
  /** Handlers by kind. Other workers run jobs of other kinds. */
  handlers: Record<string, JobHandler>
  onDead?: Record<string, DeadJobHook>
  /** Polling interval for due jobs; `wake` skips the wait. */
  pollMs?: number
  /** Maximum number of concurrent jobs per kind in this worker, default 4. */
  concurrency?: Readonly<Record<string, number>>
  /** Delay before another worker takes over a crashed worker's job; renewed at a third of it. */
  leaseMs?: number
  /** Delay before the next attempt, by the number of the failed one. */
  retryDelayMs?: (attempt: number) => number
  /** Called for every failure that is not reported elsewhere. */
  onError?: (error: unknown, job: ClaimedJob | undefined) => void
  /** Called after each attempt, except for interrupted ones. */
  onEnd?: RunOptions['onEnd']
}

export type Worker = {
  start(): void
  /**
   * Stops claiming jobs, lets running ones finish for `graceMs`, then aborts them and returns them to the queue.
   * Waits `graceMs` more for handlers that ignore the signal; their leases expire.
   */
  stop(options?: { graceMs?: number }): Promise<void>
  /** Polls for due jobs immediately. */
  wake(): void
}

const CONCURRENCY = 4
const MAX_PAUSE_MS = 5_000

/** 1 s, 2 s, 4 s … at most 5 min, each up to a quarter longer so that failures of one cause do not return as one. */
const backOff = (attempt: number) =>
  Math.min(300_000, 1_000 * 2 ** (attempt - 1)) * (1 + Math.random() / 4)

/** A group of jobs that runs independently of other lanes. */
type Lane = {
  kinds: string[]
  hasTriesLeft: boolean
  room: number
  running: Set<RunningJob>
}

export function createWorker(options: WorkerOptions): Worker {
  const { db, handlers, onDead = {}, pollMs = 500, leaseMs = 15_000 } = options
  const { retryDelayMs = backOff, onError = () => undefined, onEnd = () => undefined } = options
  const { concurrency = {} } = options
  const kinds = Object.keys(handlers)
  const lanes: Lane[] = [
    // These only need their `onDead`, which may refund, so they do not wait for running jobs.
    { kinds, hasTriesLeft: false, room: CONCURRENCY, running: new Set() },
    ...kinds.map((kind) => ({
      kinds: [kind],
      hasTriesLeft: true,
      room: concurrency[kind] ?? CONCURRENCY,
      running: new Set<RunningJob>(),
    })),
  ]
  const allRunning = () => lanes.flatMap((lane) => [...lane.running])
  const state = { isStopping: false, isWoken: false, failures: 0 }
  let pause = new AbortController()
  let loop: Promise<void> = Promise.resolve()

  const wake = () => {
    state.isWoken = true
    pause.abort()
  }

  const run = (job: ClaimedJob, lease: string, { running }: Lane) => {
    const handler = handlers[job.kind]
    if (!handler) return
    const started = runJob(job, lease, {
      db,
      handler,
      onDead: onDead[job.kind],
      leaseMs,
      retryDelayMs,
      onError,
      onEnd,
    })
    running.add(started)
    void started.settled.then(() => {
      running.delete(started)
      return wake()
    })
  }

  const fill = async (lane: Lane) => {
    const limit = lane.room - lane.running.size
    if (limit === 0) return
    const lease = randomUUID()
    const { hasTriesLeft } = lane
    const jobs = await claimJobs(db, { kinds: lane.kinds, hasTriesLeft, limit, lease, leaseMs })
    for (const job of jobs) run(job, lease, lane)
    if (jobs.length === limit) state.isWoken = true
  }

  const poll = async () => {
    for (const lane of lanes) await fill(lane)
  }

  const work = async () => {
    while (!state.isStopping) {
      state.isWoken = false
      pause = new AbortController()
      try {
        await poll()
        state.failures = 0
      } catch (error) {
        state.failures += 1
        onError(error, undefined)
      }
      const isDelayed = state.failures > 0
      if (state.isWoken && !isDelayed) continue
      const delayMs = Math.min(MAX_PAUSE_MS, pollMs * 2 ** Math.min(state.failures, 10))
      await sleep(delayMs, undefined, { signal: pause.signal }).catch(() => undefined)
    }
  }

  return {
    wake,
    start: () => {
      loop = work()
    },
    stop: async ({ graceMs = 2_000 } = {}) => {
      state.isStopping = true
      wake()
      await loop
      await within(graceMs, allRunning())
      for (const job of allRunning()) job.interrupt()
      await within(graceMs, allRunning())
    },
  }
}

async function within(ms: number, jobs: Iterable<RunningJob>): Promise<void> {
  const timer = new AbortController()
  const timeout = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([Promise.all([...jobs].map((job) => job.settled)), timeout])
  timer.abort()
}
