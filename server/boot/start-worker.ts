import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGatedRpc } from '#server/boot/chain/open-chain.ts'
import { openToken } from '#server/boot/chain/open-token.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import { sendError } from '#server/http/error-handler.ts'
import { createLogger, type Logger } from '#server/lib/logger.ts'
import { readVersion, type Version } from '#server/lib/version.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { openPaidTools } from '#server/modules/runs/paid-tool.ts'
import { registerMetrics } from '#server/modules/system/metrics-route.ts'
import { deriveAddress } from '#solana/keys.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database } from '#server/db/database.ts'
import { traceDatabase } from '#server/db/trace-database.ts'
import { openJobs, startJobs, startReconciler } from './background.ts'
import { findRunningServer, type RunningServer } from './storage/data-dir.ts'
import { chooseSolPrice } from './choose-sol-price.ts'
import { findDeployment } from './deployment/deployment-repository.ts'
import { confirmGenesis, listDifferences, refuseOther } from './deployment/deployment.ts'
import { StartError, toListenError } from './free-port.ts'
import { createPaidTools } from './paid-tools.ts'
import { loadSecrets } from './storage/secrets.ts'
import type { Running } from './start-server.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { connectStorage, openStorage } from './storage/storage.ts'

/** How long a worker waits for a server that is starting. */
const SERVER_START_MS = 20_000
const POLL_MS = 200

/**
 * Runs jobs on the configured database and cluster, or on those of the server with the same data directory. Starts
 * neither, so any number of workers may run.
 */
export const startWorker = async (config: Config): Promise<Running> => {
  const running = new AsyncDisposableStack()
  try {
    const server = await waitForServer(config.dataDir)
    const logger = createLogger(undefined, config.logLevel)
    const tracing = await startTracing(config, 'worker', running)
    const metrics = createMetrics()
    const version = await readVersion()
    metrics.recordBuild(version, 'worker')
    const storage = running.adopt(await connectToStorage(config, server), (open) => open.close())
    const { reserved, backend } = storage
    const db = traceDatabase(storage.db, tracing)
    metrics.watchDatabase(db, { general: db, reserved })
    const { rpc, rpcUrl } = await connectToChain(config, { server, db, metrics, logger })
    const ledger = createLedger(db)
    const { retentionDays, limits: caps } = config
    const price = chooseSolPrice(config)
    const tools = createPaidTools({ config, rpc, price, metrics, demoMints: [] })
    const jobs = openJobs({ db, backend, logger, metrics })
    const { jobs: kinds } = openPaidTools(tools, { db, ledger, caps, jobs })
    await startJobs({ db, ledger, jobs, kinds, retentionDays, logger, tracing, metrics }, running)

    // Only the server's data directory knows a generated treasury.
    const secrets = server === null ? null : loadSecrets(config.dataDir)
    const receiver = config.receiverWallet ?? (secrets && deriveAddress(secrets.treasurySeed))
    if (receiver === null) {
      metrics.removeReconcilerLag()
    } else {
      const { network, rpcUrl: ownUrl } = config.solana
      const chain = { rpc, rpcUrl, receiver, network, isEmbedded: ownUrl === null }
      const token = await openToken(config, chain, secrets)
      startReconciler(
        {
          db,
          ledger,
          rpc,
          receiver,
          network,
          dustBelowLamports: config.dustBelowLamports,
          now: Date.now,
          idleRoundMs: config.reconcileSeconds * 1_000,
          token: token?.payment ?? null,
          logger,
          metrics,
        },
        running,
      )
    }
    const metricsServer = running.adopt(
      await serveMetrics(config, { metrics, logger, version }),
      (open) => open.close(),
    )
    const work = receiver === null ? 'jobs' : 'jobs and payments'
    const where = server?.url ?? 'DATABASE_URL'
    process.stdout.write(
      `\n${config.appName} works on the ${work} of ${where}.\n\n  metrics   ${metricsServer.url}/metrics\n\n  Press Ctrl-C to stop.\n`,
    )
    return { url: null, stop: () => running.disposeAsync() }
  } catch (error) {
    await running.disposeAsync()
    throw error
  }
}

const waitForServer = async (dataDir: string): Promise<RunningServer | null> => {
  const deadline = Date.now() + SERVER_START_MS
  for (;;) {
    const server = findRunningServer(dataDir)
    if (server === null || server.rpcUrl !== null || Date.now() > deadline) return server
    await sleep(POLL_MS)
  }
}

/**
 * Throws `ConfigError` for a node of another network, or of another chain than that of the deployment, and
 * `StartError` while the node does not answer.
 */
const connectToChain = async (
  config: Config,
  {
    server,
    db,
    metrics,
    logger,
  }: { server: RunningServer | null; db: Database; metrics: Metrics; logger: Logger },
): Promise<{ rpc: SolanaRpc; rpcUrl: string }> => {
  const rpcUrl = findChain(config, server)
  const { network } = config.solana
  const deployment = await findDeployment(db)
  if (deployment !== undefined) refuseOther(listDifferences(deployment, { network }))
  const { gate, rpc } = createGatedRpc({
    url: rpcUrl,
    network,
    onCall: metrics.countRpcCall,
    onRefused: (error) =>
      logger.error({ err: error }, 'payments are off: the node is of another chain'),
  })
  gate.addTest((hash) => confirmGenesis(db, hash))
  await gate.open().catch((error: unknown) => {
    if (error instanceof ConfigError || error instanceof DatabaseUnavailable) throw error
    throw new StartError(
      `SOLANA_RPC_URL: ${new URL(rpcUrl).host} does not answer (${getErrorMessage(error)})`,
    )
  })
  return { rpc, rpcUrl }
}

const connectToStorage = (config: Config, server: RunningServer | null) => {
  if (config.databaseUrl !== null) return openStorage(config)
  const url = server?.serverDatabaseUrl ?? null
  if (url !== null) return connectStorage(url)
  throw new ConfigError(
    'DATABASE_URL',
    `--role worker needs the database of a server: set it, or start a server on ${config.dataDir} first`,
  )
}

const findChain = (config: Config, server: RunningServer | null): string => {
  const { rpcUrl, localPort } = config.solana
  const url = rpcUrl ?? server?.rpcUrl ?? (localPort === 0 ? null : `http://127.0.0.1:${localPort}`)
  if (url !== null) return url
  throw new ConfigError('SOLANA_RPC_URL', '--role worker needs the chain of its server: set it')
}

/** Serves `/metrics` and `/healthz` of a process without an API. Throws `StartError` when it cannot listen. */
const serveMetrics = async (
  config: Pick<Config, 'host' | 'workerPort' | 'metricsToken' | 'publicOrigin'>,
  { metrics, logger, version }: { metrics: Metrics; logger: FastifyBaseLogger; version: Version },
): Promise<{ url: string; close(): Promise<void> }> => {
  const { host, workerPort: port, metricsToken: token, publicOrigin } = config
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler((error, request, reply) =>
    sendError(
      error instanceof AppError ? error : new AppError('INTERNAL', 'unexpected', { cause: error }),
      request,
      reply,
    ),
  )
  app.setNotFoundHandler((request, reply) =>
    sendError(new AppError('NOT_FOUND', 'Not found'), request, reply),
  )
  registerMetrics(app, { token, publicOrigin }, metrics)
  app.get('/healthz', () => ({ status: 'ok', ...version }))
  const url = await app.listen({ host, port }).catch((error: unknown) => {
    throw toListenError(error, { host, port, key: 'WORKER_PORT' })
  })
  return { url, close: () => app.close() }
}
