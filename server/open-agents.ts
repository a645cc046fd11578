import { createLlm } from './clients/llm.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createAgents, type Agents } from './modules/agents/agents.ts'
import type { AssistantTool } from './modules/chat/tool.ts'

type Parts = {
  db: Database
  toolsFor: (userId: string) => Promise<readonly AssistantTool[]>
}

const onError = (error: unknown) => process.stderr.write(`agents: ${String(error)}\n`)

/** Users' agents, drafted by the configured model or by rules. */
export const openAgents = ({ llm }: Pick<Config, 'llm'>, parts: Parts): Agents =>
  createAgents({ ...parts, llm: llm === null ? null : createLlm(llm), onError })
