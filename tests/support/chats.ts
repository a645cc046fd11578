import type { FastifyInstance } from 'fastify'
import { DEFAULT_LIMITS, type LimitSettings } from '#contract/endpoint/limits.ts'
import { AppError } from '#server/errors.ts'
import { createAssistant } from '#server/modules/chat/assistant/assistant.ts'
import { registerChatRoutes } from '#server/modules/chat/chat-routes.ts'
import type { ToolProvider } from '#server/modules/chat/tools/tool.ts'
import { createToolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createTurns, type TurnServices } from '#server/modules/chat/turns/turns.ts'

/** Of a server without research. */
export const noDigest = async (): Promise<never> => {
  throw new AppError('NOT_FOUND', 'There is no such research')
}

type ChatOptions = Partial<Omit<TurnServices, 'db' | 'ledger' | 'toolbox' | 'assistant'>> & {
  providers?: readonly ToolProvider[]
  assistant?: Partial<Parameters<typeof createAssistant>[0]>
  caps?: LimitSettings
}

/** Opens chats that are free, have no model and have the tools of `providers`, unless the options say otherwise. */
export function openChats(
  { db, ledger }: Pick<TurnServices, 'db' | 'ledger'>,
  { providers = [], assistant, caps = DEFAULT_LIMITS, ...turnOptions }: ChatOptions = {},
) {
  const { onError = () => undefined, model = null } = turnOptions
  const toolbox = createToolbox(providers, onError)
  const turns = createTurns({
    db,
    ledger,
    toolbox,
    assistant: createAssistant({
      db,
      now: Date.now,
      hasModel: model !== null,
      listTokens: async () => [],
      ...assistant,
    }),
    pointsPerTurn: 0,
    ...turnOptions,
    model,
    onError,
  })
  const services = { db, toolbox, turns, readDigest: noDigest, caps }
  return {
    ...services,
    routes: (app: FastifyInstance) => registerChatRoutes(app, services),
  }
}
