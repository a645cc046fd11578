import type { AgentFile } from '#contract/apps/agent-files.ts'
import type { UserAgent } from '#contract/apps/agents.ts'
import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { createAgents, type Agents } from '#server/modules/agents/agents.ts'
import { registerAgentFileRoutes } from '#server/modules/agents/files/file-routes.ts'
import {
  chatDesk,
  newChat,
  send,
  type ChatDeskOptions,
} from '#tests/server/modules/chat/chat-desk.ts'

/** A server with chats and agents, and a user who gives files to agents. */
export async function filesDesk(options: Pick<ChatDeskOptions, 'model'> = {}) {
  const held: { agents?: Agents } = {}
  const desk = await chatDesk({
    ...options,
    providers: ({ db }) => {
      held.agents = createAgents({
        db,
        listTools: async () => [],
        productTools: [],
        listStoreTools: async () => [],
        llm: null,
        onError: (error) => {
          throw error
        },
      })
      return [held.agents.tools]
    },
    routes: (app) => {
      if (held.agents === undefined) throw new Error('no agents')
      registerAgentRoutes(app, held.agents)
      registerAgentFileRoutes(app, held.agents.files)
    },
  })
  const user = await desk.server.signIn()
  return {
    ...desk,
    user,
    createAgent: async (body: object, who = user): Promise<string> =>
      (await who.call<{ data: UserAgent }>('POST', '/apps/create_agent', { body })).body.data.id,
    add: (id: string, name: string, text: string, who = user) =>
      who.call<{ data: AgentFile; code: string }>('POST', `/apps/agents/${id}/files`, {
        body: { name, text },
      }),
    list: async (id: string): Promise<AgentFile[]> =>
      (await user.call<{ data: AgentFile[] }>('GET', `/apps/agents/${id}/files`)).body.data,
    /** Asks a question in a new chat with the agent, or in a global one for null. */
    ask: async (agentId: string | null, question: string, who = user) => {
      const chat = await newChat(who, agentId === null ? {} : { app_id: `agent:${agentId}` })
      return send(who, chat, question)
    },
    close: () => desk.server.close(),
  }
}
