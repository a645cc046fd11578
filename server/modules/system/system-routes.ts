import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/system.ts'
import type { PublicConfig } from '#contract/system.ts'
import type { Metrics } from '#server/metrics.ts'
import { API_PREFIX, publicRoute } from '#server/http/route.ts'
import type { Version } from '#server/lib/version.ts'
import { registerClientErrors } from './client-errors.ts'
import { DOCS_CSS, docsPage } from './docs-page.ts'
import { registerHealth, type HealthCheck } from './health.ts'
import { registerMetrics, type MetricsAccess } from './metrics.ts'
import { openApiDocument } from './openapi.ts'

export type SystemServices = {
  publicConfig: PublicConfig
  checks: Readonly<Record<string, HealthCheck>>
  version: Version
  metricsAccess: MetricsAccess
  metrics: Metrics
}

/** What the browser must know, the API's description, and what operators' machines ask. Bind after all other routes. */
export function registerSystemRoutes(
  app: FastifyInstance,
  { publicConfig, checks, version, metricsAccess, metrics }: SystemServices,
): void {
  publicRoute(app, endpoints.config, () => publicConfig)
  registerClientErrors(app)
  registerHealth(app, checks, version)
  registerMetrics(app, metricsAccess, metrics)

  const title = publicConfig.name
  const made = { document: '', page: '' }
  app.addHook('onReady', async () => {
    made.document = JSON.stringify(openApiDocument(app.api.endpoints, { title }))
    made.page = docsPage(app.api.endpoints, { title })
  })
  app.get(`${API_PREFIX}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(made.document),
  )
  app.get(`${API_PREFIX}/docs`, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(made.page),
  )
  app.get(`${API_PREFIX}/docs.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(DOCS_CSS),
  )
}
