import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PublicConfig } from '#contract/system.ts'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import { buildApp } from '#server/app.ts'
import { startJobs, startReconciler } from './background.ts'
import { ConfigError, type Config } from '#server/config.ts'
import type { DataDirClaim } from './data-dir.ts'
import { choosePort, listenFailure } from './free-port.ts'
import { fingerprints, joinDeployment, tokenIdentity } from './deployment.ts'
import { createLogger } from '#server/lib/logger.ts'
import { createMetrics } from '#server/metrics.ts'
import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { registerAppRoutes } from '#server/modules/apps/apps-routes.ts'
import { createAuth } from '#server/modules/auth/auth-service.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { registerPaymentRoutes } from '#server/modules/payments/payment-routes.ts'
import { openPaidTools } from '#server/modules/runs/paid-tool.ts'
import { openAgents } from './open-agents.ts'
import { openApps } from './open-apps.ts'
import { openChain, type Chain } from './open-chain.ts'
import { openChats } from './open-chats.ts'
import { openPrice } from './open-price.ts'
import { openToken, type OpenedToken } from './open-token.ts'
import { publicOrigin } from './origin.ts'
import { paidTools } from './paid-tools.ts'
import { registerRpcProxy } from '#server/http/rpc-proxy/rpc-proxy.ts'
import { loadSecrets } from './secrets.ts'
import { openStorage } from './storage.ts'
import { createUndo } from './undo.ts'
import { readVersion } from '#server/lib/version.ts'
import { banner, makeDemoUser } from './welcome.ts'

export type Running = {
  /** Where it listens; null for what serves no one. */
  readonly url: string | null
  stop(): Promise<void>
}

type StartOptions = {
  claim: DataDirClaim
  /** Resolves when dist/ is made. */
  siteBuilt: Promise<unknown>
  /** The browser side is served by something else. */
  isApiOnly: boolean
}

/** Sanity limit of one order: 1,000 SOL. */
const MAX_PAYMENT_LAMPORTS = 1_000_000_000_000n
/** Calls to the chain that one address may make through /rpc. */
const RPC_RATE = { calls: 600, windowSeconds: 60 }
const MAX_PAGE = 100
const MAX_FINDER_MINTS = 10

/** Starts everything the configuration asks for, prints where things are, and gives what stops it again. */
export const startServer = async (
  config: Config,
  { claim, siteBuilt, isApiOnly }: StartOptions,
): Promise<Running> => {
  const startedAt = performance.now()
  const logger = createLogger()
  const metrics = createMetrics()
  const parts = createUndo()
  const work = createUndo()
  const stop = async () => {
    // Work needs the parts to its end.
    try {
      await work.run()
    } finally {
      await parts.run()
    }
  }
  try {
    assertPortsApart(config)
    const reading = readVersion()
    const port = await choosePort(config.host, config.port)
    const secrets = loadSecrets(config.dataDir)
    const opened = await Promise.allSettled([
      parts.open(openStorage(config), (storage) => storage.close()),
      parts.open(openChain(config, secrets, metrics.rpcCalled), (chain) => chain.stop()),
    ])
    const [storage, chain] = [valueOf(opened[0]), valueOf(opened[1])]
    const { db, reserved } = storage
    metrics.watch(db, { general: db, reserved })
    const { rpc, receiver, network } = chain
    const jwtSecrets = config.jwtSecrets.length > 0 ? config.jwtSecrets : [secrets.jwtSecret]
    const deployment = await joinDeployment(
      db,
      {
        network,
        genesisHash: chain.genesisHash,
        receiver,
        token: tokenIdentity(config),
        jwtFingerprints: await fingerprints(jwtSecrets),
      },
      { isShared: !storage.isEmbedded, logger },
    )
    work.add(() => deployment.leave())
    chain.testLater((hash) => deployment.confirmGenesis(hash))
    const ledger = createLedger(reserved)
    const origin = publicOrigin(config, port)
    const auth = createAuth({
      db: reserved,
      ledger,
      appName: config.appName,
      network,
      publicOrigin: origin,
      jwtSecrets,
      welcomePoints: config.welcomePoints,
    })
    const limits = {
      minPaymentLamports: LAMPORTS_PER_POINT,
      maxPaymentLamports: MAX_PAYMENT_LAMPORTS,
    }
    const token = await openToken(config, chain, secrets).catch((error: unknown) => {
      if (chain.genesisHash !== null || error instanceof ConfigError) throw error
      process.stderr.write(
        'PRODUCT_TOKEN_MINT: the node does not answer, so payments with the token are off until the next start.\n',
      )
      return null
    })
    const payments = {
      db: reserved,
      ledger,
      rpc,
      receiver,
      network,
      limits,
      dustBelowLamports: config.dustBelowLamports,
      caps: config.limits,
      clock: Date.now,
      token: token?.payment ?? null,
      faucet: token?.faucet ?? null,
      price: openPrice(config),
    }
    const apps = await parts.open(openApps(config, { db, rpc, secrets, origin, logger }), (open) =>
      open.close(),
    )
    const agents = openAgents(config, {
      db,
      logger,
      metrics,
      toolsFor: (userId) => apps.tools.allFor(userId),
    })
    const paid = openPaidTools(paidTools({ config, rpc, price: payments.price, metrics }), {
      db,
      ledger,
      caps: config.limits,
      onEnqueued: () => worker.wake(),
    })
    const { retentionDays } = config
    const worker = startJobs(
      { db, ledger, paidRuns: paid.jobs, retentionDays, logger, metrics },
      work,
    )
    startReconciler({ ...payments, db, logger, metrics }, work)

    const demoUser = chain.isEmbedded ? await makeDemoUser(db, auth.accounts) : null
    await siteBuilt
    const version = await reading
    const app = await buildApp({
      config,
      publicOrigin: origin,
      version,
      db: reserved,
      rpc,
      auth,
      publicConfig: publicConfigOf(config, chain, token),
      siteRoot: isApiOnly ? null : siteRoot(),
      storageDir: storage.isEmbedded ? config.dataDir : null,
      logger,
      metrics,
      modules: [
        (instance) => registerPaymentRoutes(instance, payments),
        (instance) => registerAppRoutes(instance, apps),
        (instance) => registerAgentRoutes(instance, agents),
        paid.routes,
        openChats({
          db,
          ledger,
          rpc,
          network,
          price: payments.price,
          providers: [apps.tools, agents.tools],
          paid: paid.chat,
          config,
          logger,
          metrics,
        }),
        (instance) =>
          registerRpcProxy(instance, {
            httpUrl: chain.rpcUrl,
            wsUrl: chain.wsUrl,
            allowAirdrop: network === 'localnet',
            rateLimit: RPC_RATE,
            allowedOrigin: config.publicOrigin,
          }),
      ],
    })
    await app.listen({ host: config.host, port }).catch((error: unknown) => {
      throw listenFailure(error, { host: config.host, port })
    })
    work.add(() => app.close())
    const url = publicOrigin({ ...config, publicOrigin: null }, port)
    claim.announce({
      url,
      databaseUrl: storage.ownerUrl,
      serverDatabaseUrl: storage.url,
      rpcUrl: chain.rpcUrl,
    })
    process.stdout.write(
      banner({
        config,
        url,
        rpcUrl: chain.rpcUrl,
        isEmbeddedDatabase: storage.isEmbedded,
        isEmbeddedChain: chain.isEmbedded,
        demoUser,
        version,
        readyMs: performance.now() - startedAt,
      }),
    )
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The embedded chain listens on its port and on the one above it. */
const assertPortsApart = ({ port, solana }: Config): void => {
  const isOfChain = port === solana.localPort || port === solana.localPort + 1
  if (solana.rpcUrl !== null || solana.localPort === 0 || !isOfChain) return
  throw new ConfigError(
    'PORT',
    `${port} belongs to the embedded chain (${solana.localPort} and ${solana.localPort + 1}); set another PORT or SOLANA_LOCAL_PORT`,
  )
}

const valueOf = <Value>(outcome: PromiseSettledResult<Value>): Value => {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The built browser side, when there is one. */
const siteRoot = (): string | null => {
  const dist = path.resolve(import.meta.dirname, '../../dist')
  return existsSync(path.join(dist, 'index.html')) ? dist : null
}

const publicConfigOf = (config: Config, chain: Chain, token: OpenedToken | null): PublicConfig => ({
  name: config.appName,
  network: chain.network,
  rpc: '/rpc',
  local_rpc: chain.isEmbedded ? chain.rpcUrl : null,
  receiver: chain.receiver,
  point_lamports: Number(LAMPORTS_PER_POINT),
  product_token: token?.facts ?? null,
  demo: chain.demoMint === null ? null : { contract_address: chain.demoMint },
  model: config.llm?.model ?? null,
  limits: {
    min_payment_lamports: Number(LAMPORTS_PER_POINT),
    max_payment_lamports: Number(MAX_PAYMENT_LAMPORTS),
    page_limit: MAX_PAGE,
    wallet_finder_max_mints: MAX_FINDER_MINTS,
  },
})
