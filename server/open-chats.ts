import type { FastifyInstance } from 'fastify'
import { createLlm } from './clients/llm.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createAssistant } from './modules/chat/assistant.ts'
import { registerChatRoutes } from './modules/chat/chat-routes.ts'
import { createModelEngine } from './modules/chat/model-engine.ts'
import type { ToolProvider } from './modules/chat/tool.ts'
import { createToolbox } from './modules/chat/toolbox.ts'
import { createTurns } from './modules/chat/turns.ts'
import type { Ledger } from './modules/ledger/ledger-service.ts'

export type ChatParts = {
  db: Database
  ledger: Ledger
  /** What turns may call, in order of precedence: a later provider's tool never stands in for an earlier one's. */
  providers: readonly ToolProvider[]
  config: Pick<Config, 'appName' | 'llm' | 'chatPointsPerTurn'>
}

const onError = (error: unknown) => process.stderr.write(`chat: ${String(error)}\n`)

/** Chats of this process, ready to be bound. */
export const openChats = ({ db, ledger, providers, config }: ChatParts) => {
  const toolbox = createToolbox(providers, onError)
  const turns = createTurns({
    db,
    ledger,
    toolbox,
    assistant: createAssistant(),
    model:
      config.llm === null
        ? null
        : createModelEngine({
            db,
            clock: Date.now,
            llm: createLlm(config.llm),
            appName: config.appName,
          }),
    pointsPerTurn: config.chatPointsPerTurn,
    onError,
  })
  return (app: FastifyInstance) => registerChatRoutes(app, { db, toolbox, turns })
}
