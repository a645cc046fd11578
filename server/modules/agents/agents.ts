import type { AgentDefinition, AgentTool } from '#contract/apps/agents.ts'
import { DEFAULT_LIMITS, type LimitSettings } from '#contract/limits.ts'
import type { Llm } from '#server/clients/llm/llm.ts'
import type { Database } from '#server/db/database.ts'
import { isMentioned } from '#server/lib/mentions.ts'
import type {
  AssistantTool,
  ScopeDescription,
  ToolProvider,
  ToolScope,
} from '#server/modules/chat/tools/tool.ts'
import { createAgentService } from './agent-service.ts'
import { draftByModel } from './draft-model.ts'
import { draftByRules } from './draft-rules.ts'
import { formatTitle } from './route-tools.ts'
import { createSharedAgents, type SharedAgentSettings } from './shared-agents.ts'

export type AgentsSettings = {
  db: Database
  toolsFor: (userId: string) => Promise<readonly AssistantTool[]>
  /** Those of the product, which work in every chat. */
  productTools: readonly AssistantTool[]
  /** Returns those of these tools that an app of the store has. */
  storeTools: SharedAgentSettings['storeTools']
  /** Null: first drafts are made without a model. */
  llm: Pick<Llm, 'converse' | 'name'> | null
  caps?: LimitSettings
  onError: (error: unknown) => void
}

export type Agents = ReturnType<typeof createAgents>

/** Creates the service for users' agents: definitions, first drafts and the tools of their chats. */
export const createAgents = ({
  db,
  toolsFor,
  productTools,
  storeTools,
  llm,
  caps = DEFAULT_LIMITS,
  onError,
}: AgentsSettings) => {
  const service = createAgentService({ db, maxAgents: caps.agents })
  const shared = createSharedAgents({ db, service, storeTools })

  const draft = async (
    userId: string,
    idea: string,
    signal: AbortSignal,
  ): Promise<AgentDefinition & { engine: string }> => {
    const tools = await toolsFor(userId)
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

  const tools: ToolProvider & { describe(scope: ToolScope): Promise<ScopeDescription | null> } = {
    async toolsFor({ userId, appId, agentId, mentions = [] }) {
      if (appId === null && mentions.length > 0) {
        const agents = (await service.list(userId)).filter(({ name }) =>
          isMentioned(name, mentions),
        )
        if (agents.length === 0) return []
        const found = await Promise.all(agents.map(({ id }) => service.find(userId, id)))
        const names = new Set(found.flatMap((agent) => agent?.tools ?? []))
        return (await toolsFor(userId)).filter(({ name }) => names.has(name))
      }
      const agent = agentId === null ? null : await service.find(userId, agentId)
      if (agent === null) return []
      const chosen = new Set(agent.tools)
      return (await toolsFor(userId)).filter(({ name }) => chosen.has(name))
    },
    async describe({ userId, agentId }) {
      const agent = agentId === null ? null : await service.find(userId, agentId)
      return agent === null ? null : { name: agent.name, instructions: agent.instructions }
    },
  }
  const listTools = async (userId: string): Promise<AgentTool[]> =>
    (await toolsFor(userId)).map(({ name, title, description, writes, app }) => ({
      name,
      title: title ?? formatTitle(name),
      description,
      writes,
      app,
    }))

  return { service, shared, draft, listTools, tools }
}
