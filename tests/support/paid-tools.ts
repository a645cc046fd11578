import { DEFAULT_LIMITS, type LimitSettings } from '#contract/limits.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { analysisTool } from '#server/modules/analysis/analysis-tool.ts'
import type { AnalysisParts } from '#server/modules/analysis/analysis-work.ts'
import type { BuiltinParts } from '#server/modules/chat/tools/builtin-tools.ts'
import { createDemoRegistry } from '#server/modules/research/source-registry.ts'
import { researchTool } from '#server/modules/research/research-tool.ts'
import type { ResearchParts } from '#server/modules/research/research-work.ts'
import { createChatTool, type ReadableRuns } from '#server/modules/runs/chat-tool.ts'
import { openPaidTools, type OpenPaidTools, type PaidTool } from '#server/modules/runs/paid-tool.ts'
import type { Database } from '#server/db/database.ts'
import { createJobs, type Jobs, type JobsOptions } from '#server/jobs/jobs.ts'
import type { RunServices } from '#server/modules/runs/runs.ts'

const deadRpc = createSolanaRpc({ url: 'http://127.0.0.1:9', timeoutMs: 100 })
const noNode = () => Promise.reject(new Error('no node'))

export const testAnalysis = (parts: Partial<AnalysisParts> = {}): PaidTool =>
  analysisTool({
    rpc: deadRpc,
    limits: { maxTransactions: 10_000, maxMb: 2_048, maxMinutes: 15 },
    price: null,
    store: { maxMb: 100, isPastFixed: false },
    ...parts,
  })

export const testResearch = (parts: Partial<ResearchParts> = {}): PaidTool =>
  researchTool({
    registry: createDemoRegistry({ node: noNode, demoMints: [], slowestMs: 0 }),
    minSources: 1,
    model: null,
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

export type FakeRuns = ReadableRuns & {
  start(userId: string, subject: string, idempotencyKey: string): Promise<{ id: string }>
}

/** The chat tools of the product's paid tools, with runs that are made up. */
export function chatToolsOn(
  runs: FakeRuns,
  services: Pick<RunServices, 'db' | 'ledger'>,
): BuiltinParts['paid'] {
  const { apps, tools } = openTools([testAnalysis(), testResearch()], services).chat
  const faked = tools.flatMap((tool) => {
    const app = apps.find(({ id }) => id === tool.app.id)
    if (app === undefined) return []
    const use = {
      ...tool,
      app,
      pathOf: (id: string) => `${app.path}?id=${id}`,
      start: (userId: string, args: object, key: string) =>
        runs.start(userId, String(Object.values(args)[0]), key),
      textOf: (body: string) => body,
    }
    return [createChatTool(use, runs, tool.price?.points ?? 0)]
  })
  return { apps, tools: faked }
}
