import { createLlm } from '#server/clients/llm/llm.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { errorLog, type Logger } from '#server/lib/logger.ts'
import type { Metrics } from '#server/metrics.ts'
import { createAgents, type Agents } from '#server/modules/agents/agents.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

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
