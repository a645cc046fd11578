import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram } from 'prom-client'
import { AppError } from '#server/errors.ts'
import type { Metrics } from '#server/metrics.ts'

/** Seconds; the calls of the product take from under a millisecond to a few seconds on the chain. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type MetricsAccess = {
  /** What a collector sends as its bearer token; null: only this machine may ask. */
  token: string | null
  /** The configured address of the product; null where it has none. */
  publicOrigin: string | null
}

/** Headers by which proxies say that they pass a request on. */
const FORWARDING = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']

/**
 * Serves `/metrics` in the Prometheus text format: the process, every route's count and duration by status, and what the
 * product counts.
 */
export function registerMetrics(
  app: FastifyInstance,
  access: MetricsAccess,
  metrics: Metrics,
): void {
  const { registry } = metrics
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  // A child per route and status, found by one short key instead of by hashing three labels at every answer.
  const children = new Map<string, Pick<Histogram.Internal<never>, 'observe'>>()
  app.addHook('onResponse', (request, reply, done) => {
    // Paths nobody bound are one label, or a scanner could fill the memory with names.
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${reply.statusCode} ${route}`
    let child = children.get(key)
    if (child === undefined) {
      child = durations.labels(request.method, route, String(reply.statusCode))
      children.set(key, child)
    }
    child.observe(reply.elapsedTime / 1000)
    metrics.answered(route, reply.statusCode)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, access)) throw new AppError('NOT_FOUND', 'Not found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}

/** True if the request carries the token, or, without a token, comes from this machine and not through a proxy. */
function mayRead(request: FastifyRequest, { token, publicOrigin }: MetricsAccess): boolean {
  const { headers } = request
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  // Not every proxy leaves a trace, so a server with a public address refuses every request.
  const isPublic = publicOrigin !== null && !isLoopback(new URL(publicOrigin).hostname)
  const isPassedOn = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded-') || FORWARDING.includes(name),
  )
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? ''
  return (
    !isPublic && !isPassedOn && isLoopback(host) && isLoopback(request.socket.remoteAddress ?? '')
  )
}

const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|(::ffff:)?127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
