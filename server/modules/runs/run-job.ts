import type { Database } from '#server/db/database.ts'
import type { DeadJobHook, JobHandler } from '#server/jobs/jobs.ts'
import {
  appendEvent,
  isRunning,
  publishResult,
  readBody,
  saveProgress,
  takeRun,
} from './run-repository.ts'
import { RunFailed, type Run, type RunContext, type RunResult, type RunShape } from './run.ts'
import type { RunRules, Runs } from './runs.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export type RunWork<Shape extends RunShape> = {
  deadlineMs: number
  progress: {
    /** Shortest time between two writes. */
    everyMs: number
    /** Keeps only the latest event between two writes. */
    isLatestOnly: boolean
  }
  /** Returns null to end with the published result. Throws `RunFailed` for an expected failure. */
  work(run: Run<Shape>, context: RunContext<Shape>): Promise<RunResult<Shape> | null>
  /** Returns the failure text for the owner, or null to retry the job. */
  explainFailure?(error: unknown): string | null
}

const CANCEL_POLL_MS = 300

export function createRunJob<Shape extends RunShape>(
  tool: RunRules<Shape> & RunWork<Shape>,
  db: Database,
  runs: Runs<Shape>,
): { handler: JobHandler; onDead: DeadJobHook } {
  const stoppedText = `The ${tool.words.work} stopped unexpectedly`
  return {
    handler: (payload, { signal }) => executeRun(parseRunId(payload), signal),
    onDead: async (payload) => {
      await runs.fail(parseRunId(payload), stoppedText)
    },
  }

  async function executeRun(id: string, stopping: AbortSignal): Promise<void> {
    const run = await takeRun<Shape>(db, id)
    if (run === undefined) return
    const cancelled = new AbortController()
    const deadline = AbortSignal.timeout(tool.deadlineMs)
    const signal = AbortSignal.any([stopping, cancelled.signal, deadline])
    const watch = watchCancellation(() => isRunning(db, id), {
      pollMs: CANCEL_POLL_MS,
      cancelled,
      signal,
    })
    const progress = createProgressWriter<Shape>(db, id, tool.progress)
    try {
      const result = await tool.work(run, {
        db,
        signal,
        reportProgress: progress.reportProgress,
        find: runs.find,
        readPublished: () => readBody(db, id),
        publish: async (part, event) => {
          await progress.flush()
          await db.transaction(async (tx) => {
            if (await publishResult(tx, id, part)) await appendEvent(tx, id, event)
          })
        },
      })
      await progress.flush()
      // Failing an ended run does nothing.
      if (!(await runs.deliver(id, result))) await runs.fail(id, stoppedText)
    } catch (error) {
      // Another worker takes the run. A cancelled run is already settled.
      if (stopping.aborted) throw error
      if (cancelled.signal.aborted) return
      await progress.flush()
      const failure = deadline.aborted
        ? `The ${tool.words.work} took too long`
        : explainFailure(error)
      if (failure === null) throw error
      await runs.fail(id, failure, error instanceof RunFailed ? error.result : null)
    } finally {
      cancelled.abort()
      await watch
    }
  }

  function explainFailure(error: unknown): string | null {
    return error instanceof RunFailed ? error.message : (tool.explainFailure?.(error) ?? null)
  }
}

function parseRunId(payload: unknown): string {
  const id = (payload as { runId?: unknown } | null)?.runId
  if (typeof id !== 'string') throw new Error('a job of a paid run without the id of the run')
  return id
}

/** Writes progress and events in order and in batches. A failed write loses events but never ends the run. */
function createProgressWriter<Shape extends RunShape>(
  db: Database,
  runId: string,
  { everyMs, isLatestOnly }: RunWork<Shape>['progress'],
): Pick<RunContext<Shape>, 'reportProgress'> & { flush(): Promise<void> } {
  let waiting: { progress: Shape['progress']; events: Shape['event'][] } | null = null
  let writtenAtMs = -everyMs
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = null
    if (batch === null) return
    writtenAtMs = performance.now()
    writing = writing.then(() => saveProgress(db, runId, batch)).catch(() => undefined)
  }
  return {
    reportProgress: (progress, event) => {
      const earlier = isLatestOnly ? [] : (waiting?.events ?? [])
      waiting = { progress, events: [...earlier, event] }
      timer ??= setTimeout(write, Math.max(0, writtenAtMs + everyMs - performance.now()))
    },
    flush: async () => {
      write()
      await writing
    },
  }
}

/** Aborts `cancelled` once the stored run is no longer running. Ends with `signal`. */
async function watchCancellation(
  isRunning: () => Promise<boolean>,
  {
    pollMs,
    cancelled,
    signal,
  }: { pollMs: number; cancelled: AbortController; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await sleep(pollMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    // While the database is unreachable, the run continues.
    const goesOn = await isRunning().catch(() => true)
    if (!goesOn) cancelled.abort(new Error('the work was cancelled'))
  }
}
