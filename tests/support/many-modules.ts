import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { createAgents } from '#server/modules/agents/agents.ts'
import { registerScheduleRoutes } from '#server/modules/agents/schedules/schedule-routes.ts'
import { createSchedules } from '#server/modules/agents/schedules/schedules.ts'
import { createAssistant } from '#server/modules/chat/assistant/assistant.ts'
import { registerChatRoutes } from '#server/modules/chat/chat-routes.ts'
import { createToolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createTurns } from '#server/modules/chat/turns/turns.ts'
import { registerPaymentRoutes } from '#server/modules/payments/payment-routes.ts'
import { noDigest } from '#tests/server/modules/chat/chat-desk.ts'
import { openTools, testAnalysis } from './paid-tools.ts'
import { testResearch } from './research-tool.ts'
import { testServer, type TestServer } from './server.ts'

const RECEIVER = 'So11111111111111111111111111111111111111112'

/** A server with agents, chats, payments and the paid tools, whose runs wait forever. */
export const manyModulesServer = (): Promise<TestServer> =>
  testServer({
    modules: ({ db, ledger, rpc }) => [
      openTools([testAnalysis({ rpc }), testResearch()], { db, ledger }).routes,
      (app) => {
        const onError = () => undefined
        registerAgentRoutes(
          app,
          createAgents({
            db,
            listTools: async () => [],
            productTools: [],
            listStoreTools: async () => [],
            llm: null,
            onError,
          }),
        )
        registerScheduleRoutes(app, createSchedules({ db, now: Date.now, pointsPerRun: 0 }))
      },
      (app) => {
        const onError = () => undefined
        const toolbox = createToolbox([], onError)
        const assistant = createAssistant({
          db,
          now: Date.now,
          hasModel: false,
          listTokens: async () => [],
        })
        const parts = { db, ledger, toolbox, assistant, model: null, pointsPerTurn: 0, onError }
        registerChatRoutes(app, { db, toolbox, turns: createTurns(parts), readDigest: noDigest })
      },
      (app) =>
        registerPaymentRoutes(app, {
          db,
          ledger,
          rpc,
          receiver: RECEIVER,
          network: 'localnet',
          now: Date.now,
          dustBelowLamports: 0n,
          limits: { minPaymentLamports: 10_000_000n, maxPaymentLamports: 1_000_000_000_000n },
        }),
    ],
  })
