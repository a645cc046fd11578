import type { FastifyInstance } from 'fastify'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import { createLlm, type Llm } from '#server/clients/llm/llm.ts'
import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { registerRpcProxy } from '#server/http/rpc-proxy/rpc-proxy.ts'
import { createErrorLog, type Logger } from '#server/lib/logger.ts'
import { createSecretBox } from '#server/lib/secret-box.ts'
import { createBuiltinServers } from '#server/mcp-servers/builtin-servers.ts'
import type { Metrics } from '#server/metrics.ts'
import { createAgents, type Agents } from '#server/modules/agents/agents.ts'
import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { registerAgentFileRoutes } from '#server/modules/agents/files/file-routes.ts'
import { createDueRunsJob } from '#server/modules/agents/schedules/due-runs.ts'
import { registerScheduleRoutes } from '#server/modules/agents/schedules/schedule-routes.ts'
import { createSchedules } from '#server/modules/agents/schedules/schedules.ts'
import { createApps, type Apps } from '#server/modules/apps/apps.ts'
import { registerAppRoutes } from '#server/modules/apps/apps-routes.ts'
import { createAuth } from '#server/modules/auth/auth-service.ts'
import { registerCalendarRoutes } from '#server/modules/calendar/calendar-routes.ts'
import { createTokenList } from '#server/modules/chat/assistant/token-names.ts'
import { createAssistant } from '#server/modules/chat/assistant/assistant.ts'
import { createChatQuestions } from '#server/modules/chat/chat-questions.ts'
import { registerChatRoutes } from '#server/modules/chat/chat-routes.ts'
import { createChats } from '#server/modules/chat/chat-service.ts'
import { registerEventDraftRoute } from '#server/modules/chat/event-draft-route.ts'
import { createModelEngine } from '#server/modules/chat/model/model-engine.ts'
import { createOwnModelEngine } from '#server/modules/chat/model/own-model-engine.ts'
import { registerOwnModelRoutes } from '#server/modules/chat/model/own-model-routes.ts'
import { createOwnModels } from '#server/modules/chat/model/own-models.ts'
import { createBuiltinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import { createLibraryTools } from '#server/modules/chat/tools/library-tools.ts'
import { createToolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createTurns } from '#server/modules/chat/turns/turns.ts'
import { registerDesktopRoutes } from '#server/modules/desktop/desktop-routes.ts'
import { createLedger, type Ledger } from '#server/modules/ledger/ledger-service.ts'
import { registerPaymentRoutes } from '#server/modules/payments/payment-routes.ts'
import { openPaidTools, type OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import type { Chain } from './chain/open-chain.ts'
import type { OpenedToken } from './chain/open-token.ts'
import { createPaidTools } from './paid-tools.ts'
import type { Secrets } from './storage/secrets.ts'
import { chooseSolPrice } from './choose-sol-price.ts'

/** 1,000 SOL. */
export const MAX_PAYMENT_LAMPORTS = 1_000_000_000_000n
/** Limit of `/rpc` calls per address. */
const RPC_RATE = { calls: 600, windowSeconds: 60 }

export type ServerParts = {
  config: Config
  db: Database
  /** Connections that are reserved for sign-in and money. */
  reserved: Database
  chain: Pick<Chain, 'rpc' | 'rpcUrl' | 'wsUrl' | 'receiver' | 'network' | 'demoTokens'>
  token: OpenedToken | null
  secrets: Secrets
  origin: string
  logger: Logger
  metrics: Metrics
  jobs: Jobs
}

/** Builds every module of a server. Starts nothing. */
export function composeServer(parts: ServerParts) {
  const { config, db, reserved, chain, secrets, origin, logger, metrics } = parts
  const { rpc, network } = chain
  const demoMints = chain.demoTokens.map(({ mint }) => mint)
  const ledger = createLedger(reserved)
  const price = chooseSolPrice(config)
  const llm =
    config.llm === null
      ? null
      : createLlm({ ...config.llm, onCall: (call) => metrics.countModelCall(call) })

  const auth = createAuth({
    db: reserved,
    ledger,
    appName: config.appName,
    network,
    publicOrigin: origin,
    jwtSecrets: chooseJwtSecrets(config, secrets),
    welcomePoints: config.welcomePoints,
    // There the points are play money, and everyone may share this machine's address.
    maxWelcomesPerDay: network === 'localnet' ? null : config.limits.welcomes,
  })
  const payments = createPaymentServices(parts, ledger, price)
  const apps = createAppStore({ config, db, rpc, price, secrets, origin, logger })
  const paid = openPaidTools(createPaidTools({ config, rpc, price, metrics, demoMints }), {
    db,
    ledger,
    caps: config.limits,
    jobs: parts.jobs,
  })

  const now = Date.now
  const listTokens = createTokenList(chain.demoTokens, paid.chat.listTokens)
  const paidInChat = { ...paid.chat, listTokens }
  const chatParts = { rpc, ledger, network, price, apps: apps.service, paid: paidInChat, now }
  const builtin = createBuiltinTools(chatParts)
  const agents = createAgents({
    db,
    listTools: (userId) => apps.tools.listAll(userId),
    productTools: builtin.tools,
    listStoreTools: (userId, names) => apps.tools.listStoreTools(userId, names),
    caps: config.limits,
    llm,
    onError: createErrorLog(logger, 'drafting an agent failed'),
  })
  const chat = composeChat(parts, { ledger, llm, apps, agents, builtin, paid: paidInChat })
  const { toolbox, turns, ownModels } = chat
  const chats = { db, toolbox, turns, readDigest: paid.chat.readDigest, caps: config.limits }
  const runs = { db, now, pointsPerRun: config.chatPointsPerTurn }
  const scheduledAgents = createDueRunsJob({
    ...runs,
    questions: createChatQuestions(createChats(chats), turns),
    hasModel: llm !== null,
  })

  const routes: readonly ((app: FastifyInstance) => void | Promise<void>)[] = [
    (app) => registerPaymentRoutes(app, payments),
    (app) => registerAppRoutes(app, apps),
    (app) => registerAgentRoutes(app, agents),
    (app) => registerAgentFileRoutes(app, agents.files),
    (app) => registerScheduleRoutes(app, createSchedules(runs)),
    paid.routes,
    (app) => registerChatRoutes(app, chats),
    (app) => registerEventDraftRoute(app, { now }),
    (app) => registerOwnModelRoutes(app, ownModels),
    (app) => registerCalendarRoutes(app, { db }),
    (app) => registerDesktopRoutes(app, { db }),
    (app) =>
      registerRpcProxy(app, {
        httpUrl: chain.rpcUrl,
        wsUrl: chain.wsUrl,
        allowAirdrop: network === 'localnet',
        rateLimit: RPC_RATE,
        allowedOrigin: config.publicOrigin,
      }),
  ]
  const jobKinds = [...paid.jobs, scheduledAgents]
  return { auth, ledger, payments, apps, paid, ownModels, jobKinds, routes }
}

const createPaymentServices = (
  { config, reserved, chain, token }: ServerParts,
  ledger: Ledger,
  price: SolPrice | null,
) => ({
  db: reserved,
  ledger,
  rpc: chain.rpc,
  receiver: chain.receiver,
  network: chain.network,
  limits: {
    minPaymentLamports: LAMPORTS_PER_POINT,
    maxPaymentLamports: MAX_PAYMENT_LAMPORTS,
  },
  dustBelowLamports: config.dustBelowLamports,
  caps: config.limits,
  now: Date.now,
  token: token?.payment ?? null,
  faucet: token?.faucet ?? null,
  price,
})

type ChatParts = {
  ledger: Ledger
  llm: Llm | null
  apps: Apps
  agents: Agents
  builtin: ReturnType<typeof createBuiltinTools>
  paid: OpenPaidTools['chat']
}

function composeChat(
  { config, db, secrets, logger }: ServerParts,
  { ledger, llm, apps, agents, builtin, paid }: ChatParts,
) {
  const onChatError = createErrorLog(logger, 'background work of a chat failed')
  // Earlier providers win when tool names are equal.
  const library = createLibraryTools({ apps: apps.service, agents: agents.service })
  const toolbox = createToolbox([builtin, library, apps.tools, agents.tools], onChatError)
  const assistant = createAssistant({
    db,
    now: Date.now,
    hasModel: llm !== null,
    listTokens: paid.listTokens,
    quoteDigest: paid.quoteDigest,
    listAppTools: (userId) => apps.tools.listAll(userId),
  })
  const ownModels = createOwnModels({
    db,
    box: createSecretBox(chooseJwtSecrets(config, secrets)),
    fetch: createGuardedFetch({ allow: config.outboundAllow }),
    isAllowed: config.allowsUserModels,
  })
  const engineSettings = { db, now: Date.now, appName: config.appName }
  const turns = createTurns({
    db,
    ledger,
    toolbox,
    assistant,
    ownModel: async (userId) => {
      const own = await ownModels.openModel(userId)
      if (own === null) return null
      return createOwnModelEngine({ ...engineSettings, llm: own, commands: assistant })
    },
    model: llm === null ? null : createModelEngine({ ...engineSettings, llm }),
    pointsPerTurn: config.chatPointsPerTurn,
    onError: onChatError,
  })
  return { toolbox, turns, ownModels }
}

export const createAppStore = ({
  config,
  db,
  rpc,
  price,
  secrets,
  origin,
  logger,
}: {
  config: Config
  db: Database
  rpc: SolanaRpc
  price: SolPrice | null
  secrets: Pick<Secrets, 'jwtSecret'>
  origin: string
  logger: Logger
}): Apps =>
  createApps({
    db,
    clientName: config.appName,
    outbound: createOutbound(config.outboundAllow),
    // `OUTBOUND_ALLOW` is not for addresses that users choose.
    userOutbound: createOutbound(config.userAppsAllow),
    origin,
    builtins: createBuiltinServers({
      db,
      rpc,
      network: config.solana.network,
      price,
      now: Date.now,
    }),
    allowsUserApps: config.allowsUserApps,
    maxOwnApps: config.limits.ownApps,
    secrets: chooseJwtSecrets(config, secrets),
    onError: createErrorLog(logger, 'background work of the app store failed'),
  })

const createOutbound = (allow: readonly string[]) => ({
  fetch: createGuardedFetch({ allow }),
  allow,
})

/** Returns the configured secrets, newest first, or else the generated one. */
export const chooseJwtSecrets = (config: Config, { jwtSecret }: Pick<Secrets, 'jwtSecret'>) =>
  config.jwtSecrets.length > 0 ? config.jwtSecrets : [jwtSecret]
