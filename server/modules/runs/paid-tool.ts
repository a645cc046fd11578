import type { FastifyInstance } from 'fastify'
import type { DigestPart } from '#contract/chat/parts.ts'
import { listRuns } from '#contract/endpoint/paid-run.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { route, successList } from '#server/http/route.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import type { ListTokens } from '#server/modules/chat/assistant/token-names.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { createChatTool } from './chat-tool.ts'
import { createFollowRun } from './follow-run.ts'
import { createRunJob, type RunWork } from './run-job.ts'
import { listRunsOfKinds } from './run-repository.ts'
import type { ChatUse, ReadPrice, RunShape, RunTexts } from './run.ts'
import { createRuns, type RunRules, type RunServices, type Runs } from './runs.ts'

const JOB_ATTEMPTS = 3

type Definition<Shape extends RunShape> = RunRules<Shape> &
  RunWork<Shape> & {
    /** Maximum number of parallel runs per process. */
    concurrency: number
    /** `counts` is null until the run is done. */
    describe: (run: {
      id: string
      input: Shape['input']
      counts: Shape['counts'] | null
    }) => RunTexts
    open(
      runs: Runs<Shape>,
      services: Pick<RunServices, 'db' | 'jobs'>,
    ): {
      routes: (app: FastifyInstance) => void
      chat: ChatUse | null
      /** Further chat tools, which cost nothing. */
      freeTools?: readonly AssistantTool[]
      /** Further jobs besides the runs, such as one on a schedule. */
      jobs?: readonly JobKind[]
      /** Work after the start of a server that must not delay it. */
      prepare?: Prepare
    }
  }

type Prepare = (signal: AbortSignal) => Promise<void>

export type PaidTool = {
  readonly kind: string
  /** The input is what runs of this kind store. */
  describe: (run: { id: string; input: object; counts: object | null }) => RunTexts
  open(services: RunServices): OpenTool
}

type OpenTool = {
  jobs: readonly JobKind[]
  routes: (app: FastifyInstance) => void
  chat: { tool: AssistantTool; use: ChatUse } | null
  freeTools: readonly AssistantTool[]
  prepare: Prepare
}

/** Creates a paid tool: the tool does the work, the engine charges, runs, reports and settles. */
export const definePaidTool = <Shape extends RunShape>(
  definition: Definition<Shape>,
): PaidTool => ({
  kind: definition.kind,
  describe: definition.describe,
  open: (services) => {
    const { kind, concurrency, points } = definition
    const runs = createRuns(definition, services)
    const { routes, chat, prepare, jobs = [], freeTools = [] } = definition.open(runs, services)
    return {
      jobs: [
        {
          kind,
          concurrency,
          maxAttempts: JOB_ATTEMPTS,
          ...createRunJob(definition, services.db, runs),
        },
        ...jobs,
      ],
      routes,
      freeTools,
      prepare: prepare ?? (async () => undefined),
      chat: chat === null ? null : { tool: createChatTool(chat, runs, points), use: chat },
    }
  },
})

export type OpenPaidTools = {
  routes: (app: FastifyInstance) => void
  jobs: readonly JobKind[]
  prepare: Prepare
  chat: {
    tools: AssistantTool[]
    /** Throws `NOT_FOUND` when no tool has a digest of that id. */
    readDigest: (userId: string, runId: string) => Promise<DigestPart>
    /** Returns what a digest says about a question, as Markdown; null if nothing. */
    quoteDigest: (userId: string, runId: string, question: string) => Promise<string | null>
    readPrice: ReadPrice
    listTokens: ListTokens
  }
}

/** Opens the tools on these services. Starts nothing. */
export function openPaidTools(
  tools: readonly PaidTool[],
  services: Omit<RunServices, 'followRun'>,
): OpenPaidTools {
  const followRun = createFollowRun(services.db)
  const open = tools.map((tool) => tool.open({ ...services, followRun }))
  const chats = open.flatMap(({ chat }) => (chat === null ? [] : [chat]))
  const findUse = <Key extends keyof ChatUse>(key: Key) =>
    chats.map(({ use }) => use[key]).find((each) => each !== undefined)
  return {
    routes: (app) => {
      registerRunList(app, services.db, tools)
      for (const { routes } of open) routes(app)
    },
    jobs: open.flatMap(({ jobs }) => jobs),
    prepare: async (signal) => {
      await Promise.all(open.map(({ prepare }) => prepare(signal)))
    },
    chat: {
      tools: [...chats.map(({ tool }) => tool), ...open.flatMap(({ freeTools }) => freeTools)],
      readDigest: findUse('readDigest') ?? noDigest,
      quoteDigest: findUse('quoteDigest') ?? (async () => null),
      readPrice: findUse('readPrice') ?? (async () => null),
      listTokens: async (userId) =>
        (
          await Promise.all(chats.map(async ({ use }) => (await use.listTokens?.(userId)) ?? []))
        ).flat(),
    },
  }
}

function registerRunList(app: FastifyInstance, db: Database, tools: readonly PaidTool[]): void {
  const byKind = new Map(tools.map((tool) => [tool.kind, tool]))
  route(app, listRuns, async ({ user, query }) => {
    const page = await listRunsOfKinds(db, { kinds: [...byKind.keys()], userId: user.id, ...query })
    const rows = page.rows.flatMap((run) => {
      const tool = byKind.get(run.kind)
      return tool === undefined ? [] : [{ id: run.id, status: run.status, ...tool.describe(run) }]
    })
    return successList({ ...page, rows }, query)
  })
}

const noDigest = async (): Promise<DigestPart> => {
  throw new AppError('NOT_FOUND', 'There is no such digest')
}
