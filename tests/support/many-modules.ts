import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { createAgents } from '#server/modules/agents/agents.ts'
import { registerScheduleRoutes } from '#server/modules/agents/schedules/schedule-routes.ts'
import { createSchedules } from '#server/modules/agents/schedules/schedules.ts'
import { registerCalendarRoutes } from '#server/modules/calendar/calendar-routes.ts'
import { registerPaymentRoutes } from '#server/modules/payments/payment-routes.ts'
import { openTools, testAnalysis } from './paid-tools.ts'
import { testResearch } from './research-tool.ts'
import { testServer, type TestServer } from './server.ts'
import { openChats } from './chats.ts'

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
      openChats({ db, ledger }).routes,
      (app) => registerCalendarRoutes(app, { db }),
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
