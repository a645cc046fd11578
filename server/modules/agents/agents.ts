import type { AgentDefinition, AgentTool } from '#contract/apps/agents.ts'
import { DEFAULT_LIMITS, type LimitSettings } from '#contract/endpoint/limits.ts'
import type { Llm } from '#server/clients/llm/llm.ts'
import type { Database } from '#server/db/database.ts'
import { isMentioned } from '#server/lib/text/mentions.ts'
import { formatToolName } from '#server/lib/text/tool-name.ts'
import type {
  AssistantTool,
  ScopeDescription,
  ToolProvider,
  ToolScope,
} from '#server/modules/chat/tools/tool.ts'
import { createAgentService } from './agent-service.ts'
import { draftByModel } from './draft-model.ts'
import { draftByRules } from './draft-rules.ts'
import { createAgentFiles } from './files/agent-files.ts'
import { createFileSearch } from './files/search-files-tool.ts'
import { createSharedAgents, type SharedAgentSettings } from './shared-agents.ts'

export type AgentsSettings = {
  db: Database
  listTools: (userId: string) => Promise<readonly AssistantTool[]>
  /** The product's own tools, which work in every chat. */
  productTools: readonly AssistantTool[]
  /** Returns the named tools that belong to an app of the store. */
  listStoreTools: SharedAgentSettings['listStoreTools']
  /** Null: first drafts are made without a model. */
  llm: Pick<Llm, 'converse' | 'name'> | null
  caps?: LimitSettings
  onError: (error: unknown) => void
}

export type Agents = ReturnType<typeof createAgents>

/** Creates the service for users' agents: definitions, first drafts and the tools of their chats. */
export const createAgents = ({
  db,
  listTools,
  productTools,
  listStoreTools,
  llm,
  caps = DEFAULT_LIMITS,
  onError,
}: AgentsSettings) => {
  const service = createAgentService({ db, maxAgents: caps.agents })
  const shared = createSharedAgents({ db, listStoreTools })

  const draft = async (
    userId: string,
    idea: string,
    signal: AbortSignal,
  ): Promise<AgentDefinition & { engine: string }> => {
    const tools = await listTools(userId)
    const byRules = draftByRules(idea, tools, productTools)
    if (llm !== null) {
      try {
        const written = await draftByModel(idea, {
          tools,
          productTools,
          llm,
          fallback: byRules,
          signal,
        })
        if (written !== null) return { ...written, engine: llm.name }
      } catch (error) {
        if (signal.aborted) throw error
        onError(error)
      }
    }
    return { ...byRules, engine: 'rules' }
  }

  const findAgent = async (userId: string, agentId: string | null) =>
    agentId === null ? null : service.find(userId, agentId)

  const tools: ToolProvider & { describe(scope: ToolScope): Promise<ScopeDescription | null> } = {
    async listTools({ userId, appId, agentId, mentions = [] }) {
      const isGlobal = appId === null && mentions.length > 0
      const own = isGlobal
        ? (await service.list(userId)).filter(({ name }) => isMentioned(name, mentions))
        : [await findAgent(userId, agentId)]
      const agents = own.filter((agent) => agent !== null)
      if (agents.length === 0) return []
      const search = await createFileSearch(db, { userId, agentIds: agents.map(({ id }) => id) })
      const chosen = new Set(agents.flatMap((agent) => agent.tools))
      const given =
        chosen.size === 0 ? [] : (await listTools(userId)).filter(({ name }) => chosen.has(name))
      return search === null ? given : [search, ...given]
    },
    async describe({ userId, agentId }) {
      const agent = await findAgent(userId, agentId)
      return agent === null ? null : { name: agent.name, instructions: agent.instructions }
    },
  }
  const describeTools = async (userId: string): Promise<AgentTool[]> =>
    (await listTools(userId)).map(({ name, title, description, writes, app }) => ({
      name,
      title: title ?? formatToolName(name),
      description,
      writes,
      app,
    }))

  return { service, files: createAgentFiles({ db }), shared, draft, describeTools, tools }
}
