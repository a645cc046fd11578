import { DEFAULT_LIMITS, type LimitSettings } from '#contract/endpoint/limits.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { createAnalysisTool } from '#server/modules/analysis/analysis-tool.ts'
import { openPaidTools, type OpenPaidTools, type PaidTool } from '#server/modules/runs/paid-tool.ts'
import type { Database } from '#server/db/database.ts'
import { createJobs, type Jobs, type JobsOptions } from '#server/jobs/jobs.ts'
import type { RunServices } from '#server/modules/runs/runs.ts'

const deadRpc = createSolanaRpc({ url: 'http://127.0.0.1:9', timeoutMs: 100 })

export const testAnalysis = (
  parts: Partial<Parameters<typeof createAnalysisTool>[0]> = {},
): PaidTool =>
  createAnalysisTool({
    rpc: deadRpc,
    limits: { maxTransactions: 10_000, maxMb: 2_048, maxMinutes: 15 },
    price: null,
    demoMints: [],
    store: { maxMb: 100, isPastFixed: false },
    watch: { everyMinutes: 5, maxWallets: 100 },
    alerts: { tokensPerRound: 20 },
    ...parts,
  })

const NO_JOBS: RunServices['jobs'] = { enqueue: async () => undefined, wake: () => undefined }

/** Opens paid tools on the services of a test. Without `jobs`, started runs wait forever. */
export const openTools = (
  tools: readonly PaidTool[],
  {
    db,
    ledger,
    caps = DEFAULT_LIMITS,
    jobs = NO_JOBS,
  }: Pick<RunServices, 'db' | 'ledger'> & { caps?: LimitSettings; jobs?: RunServices['jobs'] },
): OpenPaidTools => openPaidTools(tools, { db, ledger, caps, jobs })

/** Enqueues in the queue of the moment, for a test that replaces its queue. */
export const lateJobs = (current: () => Jobs): RunServices['jobs'] => ({
  enqueue: (q, job) => current().enqueue(q, job),
  wake: (kind) => current().wake(kind),
})

/** A job queue that picks jobs up and repeats them as fast as it can. */
export const testJobs = (db: Database, options: Partial<JobsOptions> = {}): Jobs =>
  createJobs({
    db,
    pollSeconds: 0.5,
    superviseSeconds: 1,
    retryDelaySeconds: 0,
    onError: () => undefined,
    ...options,
  })
