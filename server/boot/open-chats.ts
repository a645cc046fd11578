import type { FastifyInstance } from 'fastify'
import { createLlm } from '#server/clients/llm/llm.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { errorLog, type Logger } from '#server/lib/logger.ts'
import { createAssistant } from '#server/modules/chat/assistant/assistant.ts'
import { builtinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import { registerChatRoutes } from '#server/modules/chat/chat-routes.ts'
import { createModelEngine } from '#server/modules/chat/model/model-engine.ts'
import type { ToolProvider } from '#server/modules/chat/tools/tool.ts'
import { createToolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createTurns } from '#server/modules/chat/turns/turns.ts'
import type { Metrics } from '#server/metrics.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'

export type ChatParts = {
  db: Database
  ledger: Ledger
  rpc: SolanaRpc
  network: string
  price: SolPrice | null
  /** Tools besides the product's own. A tool never replaces one of the same name from an earlier provider. */
  providers: readonly ToolProvider[]
  config: Pick<Config, 'appName' | 'llm' | 'chatPointsPerTurn' | 'limits'>
  paid: OpenPaidTools['chat']
  logger: Logger
  metrics: Pick<Metrics, 'modelCalled'>
}

/** Creates the chats of this process and returns what binds their routes. */
export const openChats = (parts: ChatParts) => {
  const { db, ledger, rpc, network, price, paid, config, metrics } = parts
  const clock = Date.now
  const onError = errorLog(parts.logger, 'background work of a chat failed')
  const builtin = builtinTools({ rpc, ledger, network, price, paid, clock })
  const toolbox = createToolbox([builtin, ...parts.providers], onError)
  const { llm, appName } = config
  const turns = createTurns({
    db,
    ledger,
    toolbox,
    assistant: createAssistant({ db, clock, hasModel: llm !== null }),
    model:
      llm === null
        ? null
        : createModelEngine({
            db,
            clock,
            llm: createLlm({ ...llm, onCall: metrics.modelCalled }),
            appName,
          }),
    pointsPerTurn: config.chatPointsPerTurn,
    onError,
  })
  return (app: FastifyInstance) =>
    registerChatRoutes(app, {
      db,
      toolbox,
      turns,
      readDigest: paid.readDigest,
      caps: config.limits,
    })
}
