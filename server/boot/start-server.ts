import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { MAX_FINDER_MINTS } from '#contract/analysis/finder.ts'
import { MAX_PAGE } from '#contract/endpoint/lists.ts'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { PublicConfig } from '#contract/system/config.ts'
import { buildApp } from '#server/app.ts'
import { type Chain, openChain } from '#server/boot/chain/open-chain.ts'
import { type OpenedToken, openToken } from '#server/boot/chain/open-token.ts'
import { type Config, ConfigError, findPublicOrigin } from '#server/config.ts'
import { createLogger, createErrorLog, type Logger } from '#server/lib/logger.ts'
import { readVersion } from '#server/lib/version.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import type { Apps } from '#server/modules/apps/apps.ts'
import type { Database } from '#server/db/database.ts'
import { traceDatabase } from '#server/db/trace-database.ts'
import { openJobs, startJobs, startReconciler } from './background.ts'
import { composeServer, chooseJwtSecrets, MAX_PAYMENT_LAMPORTS } from './compose.ts'
import type { DataDirClaim } from './storage/data-dir.ts'
import { computeFingerprints, joinDeployment, describeToken } from './deployment/deployment.ts'
import { holdPort, toListenError, type HeldPort } from './free-port.ts'
import { loadSecrets, type Secrets } from './storage/secrets.ts'
import { createDemoUser, formatBanner } from './startup-banner.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { openStorage, type Storage } from './storage/storage.ts'

export type Running = {
  /** Null if nothing is served. */
  readonly url: string | null
  stop(): Promise<void>
}

type StartOptions = {
  claim: DataDirClaim
  /** Resolves when `dist/` is built. */
  siteBuilt: Promise<unknown>
  /** True if another server delivers the site. */
  isApiOnly: boolean
}

export const startServer = async (
  config: Config,
  { claim, siteBuilt, isApiOnly }: StartOptions,
): Promise<Running> => {
  const startedAt = performance.now()
  const logger = createLogger(undefined, config.logLevel)
  const metrics = createMetrics()
  // Disposes in reverse order, so work ends before the parts it needs.
  const running = new AsyncDisposableStack()
  try {
    assertPortsApart(config)
    const readingVersion = readVersion()
    const held = await holdPort(config.host, config.port)
    running.defer(() => held.release())
    const { port } = held
    const tracing = await startTracing(config, 'server', running)
    const secrets = loadSecrets(config.dataDir)
    const { storage, chain } = await openStorageAndChain(config, { secrets, metrics }, running)
    const db = traceDatabase(storage.db, tracing)
    const reserved = traceDatabase(storage.reserved, tracing)
    metrics.watchDatabase(db, { general: db, reserved })
    const origin = findPublicOrigin(config, port)
    // Before the database records these settings as those of the deployment.
    const token = await openTokenIfReachable(config, chain, secrets)
    await join(config, { db, chain, storage, secrets, logger }, running)
    const jobs = openJobs({ db, backend: storage.backend, logger, metrics })
    const { auth, ledger, payments, apps, paid, ownModels, jobKinds, routes } = composeServer({
      config,
      db,
      reserved,
      chain,
      token,
      secrets,
      origin,
      logger,
      metrics,
      jobs,
    })
    await startApps(apps, running)
    await ownModels.reseal()
    const { retentionDays } = config
    await startJobs(
      { db, ledger, jobs, kinds: jobKinds, retentionDays, logger, tracing, metrics },
      running,
    )
    const idleRoundMs = config.reconcileSeconds * 1_000
    startReconciler({ ...payments, db, logger, metrics, idleRoundMs }, running)

    const demoUser = chain.isEmbedded ? await createDemoUser(db, auth.accounts) : null
    await siteBuilt
    const version = await readingVersion
    metrics.recordBuild(version, 'server')
    const app = await buildApp({
      config,
      publicOrigin: origin,
      version,
      db: reserved,
      rpc: chain.rpc,
      auth,
      publicConfig: buildPublicConfig(config, chain, token),
      siteRoot: isApiOnly ? null : findSiteRoot(),
      storageDir: storage.isEmbedded ? config.dataDir : null,
      logger,
      metrics,
      tracing,
      modules: routes,
    })
    await listen(app, { host: config.host, held }, running)
    const preparing = new AbortController()
    running.defer(() => preparing.abort())
    paid.prepare(preparing.signal).catch(createErrorLog(logger, 'making the demo report failed'))
    const url = findPublicOrigin({ ...config, publicOrigin: null }, port)
    announce({ config, claim, url, storage, chain }, { demoUser, version, startedAt })
    return { url, stop: () => running.disposeAsync() }
  } catch (error) {
    await running.disposeAsync()
    throw error
  }
}

async function listen(
  app: FastifyInstance,
  { host, held }: { host: string; held: HeldPort },
  running: AsyncDisposableStack,
): Promise<void> {
  held.free()
  const address = { host, port: held.port }
  await app.listen(address).catch((error: unknown) => {
    throw toListenError(error, address)
  })
  held.passCallersTo(app.server)
  running.defer(() => app.close())
}

type Announcement = {
  config: Config
  claim: DataDirClaim
  url: string
  storage: Storage
  chain: Chain
}

/** Writes where the server is, for operator commands and to the terminal. */
function announce(
  { config, claim, url, storage, chain }: Announcement,
  {
    demoUser,
    version,
    startedAt,
  }: Pick<Parameters<typeof formatBanner>[0], 'demoUser' | 'version'> & { startedAt: number },
): void {
  const { rpcUrl } = chain
  claim.announce({ url, databaseUrl: storage.ownerUrl, serverDatabaseUrl: storage.url, rpcUrl })
  process.stdout.write(
    formatBanner({
      config,
      url,
      rpcUrl,
      isEmbeddedDatabase: storage.isEmbedded,
      isEmbeddedChain: chain.isEmbedded,
      demoUser,
      version,
      readyMs: performance.now() - startedAt,
    }),
  )
}

async function openStorageAndChain(
  config: Config,
  { secrets, metrics }: { secrets: Secrets; metrics: Metrics },
  running: AsyncDisposableStack,
): Promise<{ storage: Storage; chain: Chain }> {
  const opened = await Promise.allSettled([
    openStorage(config).then((storage) => running.adopt(storage, (open) => open.close())),
    openChain(config, secrets, metrics.countRpcCall).then((chain) =>
      running.adopt(chain, (open) => open.stop()),
    ),
  ])
  return { storage: unwrap(opened[0]), chain: unwrap(opened[1]) }
}

/** Joins the servers of this database, which must serve the same network and treasury. */
async function join(
  config: Config,
  { db, chain, storage, secrets, logger }: JoinParts,
  running: AsyncDisposableStack,
): Promise<void> {
  const { receiver, network } = chain
  const deployment = await joinDeployment(
    db,
    {
      network,
      genesisHash: chain.genesisHash,
      receiver,
      token: describeToken(config),
      jwtFingerprints: await computeFingerprints(chooseJwtSecrets(config, secrets)),
    },
    { isShared: !storage.isEmbedded, logger },
  )
  running.defer(() => deployment.leave())
  chain.testLater((hash) => deployment.confirmGenesis(hash))
}

type JoinParts = { db: Database; chain: Chain; storage: Storage; secrets: Secrets; logger: Logger }

/** Returns null if the node does not answer. */
const openTokenIfReachable = (
  config: Config,
  chain: Chain,
  secrets: Secrets,
): Promise<OpenedToken | null> =>
  openToken(config, chain, secrets).catch((error: unknown) => {
    if (chain.genesisHash !== null || error instanceof ConfigError) throw error
    process.stderr.write(
      'PRODUCT_TOKEN_MINT: the node does not answer, so payments with the token are off until the next start.\n',
    )
    return null
  })

async function startApps(apps: Apps, running: AsyncDisposableStack): Promise<void> {
  running.defer(() => apps.close())
  await apps.seed()
  await apps.resealSecrets()
  const monitor = apps.createMonitor()
  running.defer(() => monitor.stop())
  monitor.start()
}

/** The embedded chain also uses the next port. */
const assertPortsApart = ({ port, solana }: Config): void => {
  const isOfChain = port === solana.localPort || port === solana.localPort + 1
  if (solana.rpcUrl !== null || solana.localPort === 0 || !isOfChain) return
  throw new ConfigError(
    'PORT',
    `${port} belongs to the embedded chain (${solana.localPort} and ${solana.localPort + 1}); set another PORT or SOLANA_LOCAL_PORT`,
  )
}

const unwrap = <Value>(outcome: PromiseSettledResult<Value>): Value => {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

const findSiteRoot = (): string | null => {
  const dist = path.resolve(import.meta.dirname, '../../dist')
  return existsSync(path.join(dist, 'index.html')) ? dist : null
}

const describeDemo = ({ demoTokens }: Chain): PublicConfig['demo'] => {
  const [main] = demoTokens
  if (main === undefined) return null
  const tokens = demoTokens.map(({ mint, name, symbol }) => ({
    contract_address: mint,
    name,
    symbol,
  }))
  return { contract_address: main.mint, tokens }
}

const buildPublicConfig = (
  config: Config,
  chain: Chain,
  token: OpenedToken | null,
): PublicConfig => ({
  name: config.appName,
  network: chain.network,
  rpc: '/rpc',
  local_rpc: chain.isEmbedded ? chain.rpcUrl : null,
  receiver: chain.receiver,
  point_lamports: Number(LAMPORTS_PER_POINT),
  product_token: token?.facts ?? null,
  demo: describeDemo(chain),
  model: config.llm?.model ?? null,
  user_apps: config.allowsUserApps,
  user_models: config.allowsUserModels,
  limits: {
    min_payment_lamports: Number(LAMPORTS_PER_POINT),
    max_payment_lamports: Number(MAX_PAYMENT_LAMPORTS),
    page_limit: MAX_PAGE,
    wallet_finder_max_mints: MAX_FINDER_MINTS,
  },
})
