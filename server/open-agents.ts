import { createLlm } from './clients/llm.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { errorLog, type Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { createAgents, type Agents } from './modules/agents/agents.ts'
import type { AssistantTool } from './modules/chat/tool.ts'

type Parts = {
  db: Database
  toolsFor: (userId: string) => Promise<readonly AssistantTool[]>
  logger: Logger
  metrics: Pick<Metrics, 'modelCalled'>
}

/** Users' agents, drafted by the configured model or by rules. */
export const openAgents = (
  { llm, limits }: Pick<Config, 'llm' | 'limits'>,
  { db, toolsFor, logger, metrics }: Parts,
): Agents =>
  createAgents({
    db,
    toolsFor,
    caps: limits,
    llm: llm === null ? null : createLlm({ ...llm, onCall: metrics.modelCalled }),
    onError: errorLog(logger, 'drafting an agent failed'),
  })
