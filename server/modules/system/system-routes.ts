import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/system/config.ts'
import type { PublicConfig } from '#contract/system/config.ts'
import type { Metrics } from '#server/metrics.ts'
import { publicRoute } from '#server/http/route.ts'
import type { Version } from '#server/lib/version.ts'
import { registerApiDocs } from '#server/modules/system/api-docs/docs-page.ts'
import { registerHealth, type HealthCheck } from './health.ts'
import { registerMetrics, type MetricsAccess } from './metrics-route.ts'
import { reportClientError, removeSecrets } from '#contract/system/client-error.ts'

export type SystemServices = {
  publicConfig: PublicConfig
  checks: Readonly<Record<string, HealthCheck>>
  version: Version
  metricsAccess: MetricsAccess
  metrics: Metrics
}

/** Registers routes for settings, the API description and monitoring. Call it after all other routes. */
export async function registerSystemRoutes(
  app: FastifyInstance,
  { publicConfig, checks, version, metricsAccess, metrics }: SystemServices,
): Promise<void> {
  publicRoute(app, endpoints.config, () => publicConfig)
  registerClientErrors(app)
  registerHealth(app, checks, version)
  registerMetrics(app, metricsAccess, metrics)
  await registerApiDocs(app, publicConfig.name)
}

function registerClientErrors(app: FastifyInstance): void {
  publicRoute(app, reportClientError, ({ body, request }) => {
    const report = Object.fromEntries(
      Object.entries(body).map(([name, text]) => [name, removeSecrets(text)]),
    )
    request.log.error({ client: report }, 'a page crashed')
    return { success: true }
  })
}
