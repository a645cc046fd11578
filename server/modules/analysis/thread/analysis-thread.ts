import { enableCompileCache, flushCompileCache } from 'node:module'
import type { MessagePort } from 'node:worker_threads'
import type { ReportShape } from '#server/modules/analysis/report-run.ts'
import type { AnalysisSettings } from '#server/modules/analysis/analysis-work.ts'
import type { Run, RunResult } from '#server/modules/runs/run.ts'
import type { ServerCalls, ThreadCalls } from './thread-channel.ts'

export type ThreadTask = {
  port: MessagePort
  run: Pick<Run<ReportShape>, 'id' | 'input'>
  settings: AnalysisSettings
}

/** Error classes get lost between threads, so an expected failure is a value. */
export type ThreadResult =
  | { kind: 'done'; result: RunResult<ReportShape> }
  | { kind: 'failed'; message: string }

// Stripping types from the modules is the slowest part of a thread's start.
enableCompileCache()
const { RunFailed } = await import('#server/modules/runs/run.ts')
const { describeAnalysisFailure } = await import('#server/modules/analysis/analysis-failure.ts')
const { analyzeTokens } = await import('#server/modules/analysis/analysis-work.ts')
const { connectThreads } = await import('./thread-channel.ts')
const { createRemoteDatabase, createRemoteRpc } = await import('./remote-clients.ts')
flushCompileCache()

/** Does one analysis in this thread, from the first call to the node to the stored report. */
export async function runAnalysis({ port, run, settings }: ThreadTask): Promise<ThreadResult> {
  const aborted = new AbortController()
  const { signal } = aborted
  const server = connectThreads<ServerCalls, ThreadCalls>(port, { abort: () => aborted.abort() })
  const parts = { ...settings, rpc: createRemoteRpc(server), price: () => server.solUsd() }
  try {
    const result = await analyzeTokens(parts, run, {
      db: createRemoteDatabase(server),
      signal,
      reportProgress: (...args) => void server.reportProgress.asEvent(...args),
    })
    return { kind: 'done', result }
  } catch (error) {
    signal.throwIfAborted()
    const message = error instanceof RunFailed ? error.message : describeAnalysisFailure(error)
    if (message === null) throw error
    return { kind: 'failed', message }
  } finally {
    port.close()
  }
}
