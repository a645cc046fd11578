import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import { sendError } from '#server/http/error-handler.ts'
import type { Metrics } from '#server/metrics.ts'
import { registerMetrics } from '#server/modules/system/metrics.ts'
import { listenFailure } from './free-port.ts'

/**
 * Serves `/metrics` and `/healthz` of a process that has no API, under the same rules as a server's. Throws `StartError`
 * with one line when it cannot listen.
 */
export const serveMetrics = async (
  config: Pick<Config, 'host' | 'workerPort' | 'metricsToken' | 'publicOrigin'>,
  { metrics, logger }: { metrics: Metrics; logger: FastifyBaseLogger },
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
  app.get('/healthz', () => ({ status: 'ok' }))
  const url = await app.listen({ host, port }).catch((error: unknown) => {
    throw listenFailure(error, { host, port, key: 'WORKER_PORT' })
  })
  return { url, close: () => app.close() }
}
