import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { RunFailed, type Run, type RunResult } from '#server/modules/runs/run.ts'
import type { ReportShape } from '#server/modules/analysis/report-run.ts'
import type { AnalysisContext, AnalysisParts } from '#server/modules/analysis/analysis-work.ts'
import type { ThreadResult, ThreadTask } from './analysis-thread.ts'
import { createServerCalls } from './server-calls.ts'
import { connectThreads, type ServerCalls, type ThreadCalls } from './thread-channel.ts'

/** An idle thread gives its memory back after this. */
const IDLE_MS = 20_000
/** A stopped analysis may store what it has read. */
const STOP_MS = 3_000
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'
const YOUNG_HEAP_MB = 32

/**
 * Creates threads for analyses, each with one at a time, so that the operating system shares the processor among them. A thread
 * that crashes or is stopped takes only its own analysis along.
 */
export function createAnalysisThreads(
  { rpc, price, ...settings }: Omit<AnalysisParts, 'demoMints'>,
  { maxThreads, heapMb }: { maxThreads: number; heapMb: number },
) {
  const pool = new Piscina<ThreadTask, ThreadResult>({
    filename: new URL('./analysis-thread.ts', import.meta.url).href,
    name: 'runAnalysis',
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
    },
  })

  return async (
    { id, input }: Pick<Run<ReportShape>, 'id' | 'input'>,
    { db, signal, reportProgress }: AnalysisContext,
  ): Promise<RunResult<ReportShape>> => {
    signal.throwIfAborted()
    const { port1, port2 } = new MessageChannel()
    const stopped = new AbortController()
    const ended = new AbortController()
    const calls = createServerCalls({
      rpc,
      db,
      price,
      signal: AbortSignal.any([signal, ended.signal]),
      reportProgress,
    })
    const thread = connectThreads<ThreadCalls, ServerCalls>(port1, calls)
    const stop = () => {
      void thread.abort.asEvent()
      sleep(STOP_MS, undefined, { signal: ended.signal, ref: false }).then(
        () => stopped.abort(),
        () => undefined,
      )
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      const task = { port: port2, run: { id, input }, settings }
      const outcome = await pool.run(task, { transferList: [port2], signal: stopped.signal })
      signal.throwIfAborted()
      if (outcome.kind === 'failed') throw new RunFailed(outcome.message)
      return outcome.result
    } catch (error) {
      signal.throwIfAborted()
      if (isOutOfMemory(error)) {
        throw new RunFailed('This token has too many trades to analyze. Your POINT was refunded.')
      }
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
      ended.abort()
      port1.close()
    }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === OUT_OF_MEMORY
