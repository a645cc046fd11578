import { createLlm } from './clients/llm.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { errorLog, type Logger } from './logger.ts'
import { createAgents, type Agents } from './modules/agents/agents.ts'
import type { AssistantTool } from './modules/chat/tool.ts'

type Parts = {
  db: Database
  toolsFor: (userId: string) => Promise<readonly AssistantTool[]>
  logger: Logger
}

/** Users' agents, drafted by the configured model or by rules. */
export const openAgents = (
  { llm, limits }: Pick<Config, 'llm' | 'limits'>,
  { db, toolsFor, logger }: Parts,
): Agents =>
  createAgents({
    db,
    toolsFor,
    caps: limits,
    llm: llm === null ? null : createLlm(llm),
    onError: errorLog(logger, 'drafting an agent failed'),
  })
