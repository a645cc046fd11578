import type { SharedAgent } from '#contract/apps/agent-links.ts'
import type { Database } from '#server/db/database.ts'
import type { StoreTool } from '#server/modules/apps/app-tools.ts'
import { formatToolName } from '#server/lib/text/tool-name.ts'
import { redactSecrets } from '#server/modules/sharing/redact.ts'
import { createShareLinks } from '#server/modules/sharing/share-links.ts'
import { requireAgent } from './agent-service.ts'

export type SharedAgentSettings = {
  db: Database
  listStoreTools: (userId: string, names: readonly string[]) => Promise<readonly StoreTool[]>
}

/** Creates the links to agents and the view that others have of them. */
export const createSharedAgents = ({ db, listStoreTools }: SharedAgentSettings) => {
  const links = createShareLinks(db, { table: 'agent_link', column: 'agent_id' })

  return {
    async findLinkTime(userId: string, id: string): Promise<string | null> {
      await requireAgent(db, { userId, id })
      return links.findCreatedAt(userId, id)
    },

    async createLink(userId: string, id: string) {
      await requireAgent(db, { userId, id })
      return links.create(userId, id)
    },

    async deleteLink(userId: string, id: string): Promise<void> {
      await requireAgent(db, { userId, id })
      await links.delete(userId, id)
    },

    /** Returns the agent as it is now, with the tools of the store that the reader may have. */
    async read(readerId: string, token: string): Promise<SharedAgent> {
      const { userId, itemId } = await links.find(token)
      const agent = await requireAgent(db, { userId, id: itemId })
      const tools = await listStoreTools(readerId, agent.tools)
      return {
        name: redactSecrets(agent.name).text,
        logo: agent.logo,
        description: redactSecrets(agent.description).text,
        instructions: redactSecrets(agent.instructions).text,
        suggested_questions: agent.suggested_questions.map((text) => redactSecrets(text).text),
        tools: tools.map(({ name, title, description, writes, app, isInstalled }) => ({
          name,
          title: title ?? formatToolName(name),
          description,
          writes,
          app,
          is_installed: isInstalled,
        })),
        omitted_tools: agent.tools.length - tools.length,
      }
    },
  }
}
