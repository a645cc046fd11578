import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { PublicConfig } from '#contract/system/config.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database } from '#server/db/database.ts'
import { registerAllowedHosts, registerProxyWarning } from '#server/http/allowed-hosts.ts'
import { createCallMeters } from '#server/http/call-limits.ts'
import { registerErrorHandler, sendError } from '#server/http/error-handler.ts'
import { createIdempotency } from '#server/http/idempotency.ts'
import { hasOverdueJobs } from '#server/jobs/overdue-jobs.ts'
import { registerRequestLog } from '#server/http/request-log.ts'
import { createLinkPreviews } from '#server/http/link-preview.ts'
import { MAX_PARAM_LENGTH, prepareRoutes } from '#server/http/route.ts'
import { registerSecurityHeaders } from '#server/http/security-headers.ts'
import { registerStaticSite } from '#server/http/static-site.ts'
import type { Tracing } from '#server/lib/tracing.ts'
import type { Version } from '#server/lib/version.ts'
import { registerAuthRoutes } from '#server/modules/auth/auth-routes.ts'
import type { Auth } from '#server/modules/auth/auth-service.ts'
import { HealthProblem, type HealthCheck } from '#server/modules/system/health.ts'
import { registerSystemRoutes } from '#server/modules/system/system-routes.ts'
import type { Config } from './config.ts'
import { AppError, toErrorBody } from './errors.ts'
import type { Metrics } from './metrics.ts'

export type AppDependencies = {
  config: Pick<
    Config,
    | 'publicOrigin'
    | 'trustProxy'
    | 'limits'
    | 'metricsToken'
    | 'isHstsForSubdomains'
    | 'host'
    | 'allowedHosts'
  >
  version: Version
  /** The configured address, or the one this server listens on. */
  publicOrigin: string
  db: Database
  rpc: Pick<SolanaRpc, 'getSlot'>
  auth: Auth
  publicConfig: PublicConfig
  /** Folder of the built site; null if another server delivers it. */
  siteRoot: string | null
  /** Null when the database is external. */
  storageDir: string | null
  metrics: Metrics
  logger?: FastifyBaseLogger | null
  tracing?: Tracing | null
  timeouts?: Timeouts
  modules: readonly ((app: FastifyInstance) => void | Promise<void>)[]
}

const BODY_LIMIT_BYTES = 512 * 1024

type Timeouts = { headersMs: number; requestMs: number; checkEveryMs: number }
/** Slower clients only occupy connections. */
const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 1_000 }
/** Longer than balancers keep connections, so that they never write into a closing one. */
const KEEP_ALIVE_MS = 65_000

export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, publicOrigin, db, auth, publicConfig, siteRoot, modules } = dependencies
  const timeouts = dependencies.timeouts ?? TIMEOUTS
  const app: FastifyInstance = Fastify({
    ...(dependencies.logger ? { loggerInstance: dependencies.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
    frameworkErrors: (error, request, reply) => {
      request.log.debug({ err: error }, 'refused before routing')
      void sendError(new AppError('BAD_REQUEST', 'The address is malformed'), request, reply)
    },
  })
  registerRequestLog(app, dependencies.tracing ?? null)
  registerAllowedHosts(app, [new URL(publicOrigin).hostname, config.host, ...config.allowedHosts])
  await registerSecurityHeaders(app, {
    origin: publicOrigin,
    allowedOrigin: config.publicOrigin,
    isHstsForSubdomains: config.isHstsForSubdomains,
  })
  registerProxyWarning(app)
  prepareRoutes(app, {
    authenticate: (request) => auth.sessions.authenticate(request.headers.authorization),
    withIdempotencyKey: createIdempotency(db),
    meters: createCallMeters(db, config.limits),
  })
  const makeHead = createLinkPreviews(app, publicConfig.name)
  const page = siteRoot === null ? undefined : await registerStaticSite(app, siteRoot, makeHead)
  registerErrorHandler(app, page)

  registerAuthRoutes(app, auth)
  for (const bind of modules) await bind(app)
  await registerSystemRoutes(app, {
    publicConfig,
    version: dependencies.version,
    metrics: dependencies.metrics,
    metricsAccess: { token: config.metricsToken, publicOrigin: config.publicOrigin },
    checks: createHealthChecks(dependencies),
  })
  await app.ready()
  return app
}

const createHealthChecks = ({
  db,
  rpc,
  storageDir,
}: Pick<AppDependencies, 'db' | 'rpc' | 'storageDir'>): Record<
  'database' | 'chain' | 'jobs',
  HealthCheck
> => ({
  // Writes, because a database with a full disk can still read, and checks the free space.
  database: {
    run: async () => {
      await db.query(
        `insert into readiness (id, checked_at) values (1, now())
         on conflict (id) do update set checked_at = now()`,
      )
      if (storageDir !== null) await assertRoom(storageDir)
    },
    problem: 'it is away or takes no writes; see DATABASE_URL, its disk and its log',
    isNeeded: true,
  },
  // Every server shares the chain, and much works without it, so a failing node must not take all servers out of
  // the balancer. The same goes for jobs, which any server or worker may take.
  chain: {
    run: async (signal) => {
      try {
        await rpc.getSlot({ signal })
      } catch (error) {
        // The node's chain is compared with that of the database.
        if (error instanceof Error && error.cause instanceof DatabaseUnavailable) {
          throw new HealthProblem('it cannot be checked without the database')
        }
        throw error
      }
    },
    problem: 'the node does not answer or refuses; see SOLANA_RPC_URL',
    isNeeded: false,
  },
  jobs: {
    run: async () => {
      if (await hasOverdueJobs(db)) {
        throw new HealthProblem('jobs have waited for 2 minutes; start more workers')
      }
    },
    problem: 'the queue cannot be read',
    isNeeded: false,
  },
})

/** PostgreSQL stops without room for the next segment of its write-ahead log. */
const MIN_ROOM_BYTES = 16 * 1024 * 1024

async function assertRoom(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < MIN_ROOM_BYTES) throw new HealthProblem('the disk of DATA_DIR is full')
}

/** Answers requests that Node could not parse in the API's error format. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 408
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 431
        : 400
  const body = JSON.stringify(
    toErrorBody(new AppError('BAD_REQUEST', 'The request is malformed'), ''),
  )
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
