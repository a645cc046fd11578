import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram } from 'prom-client'
import { AppError } from '#server/errors.ts'
import type { Metrics } from '#server/metrics.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type MetricsAccess = {
  /** Bearer token of the collector; null allows only this machine. */
  token: string | null
  publicOrigin: string | null
}

/** Headers that proxies add. */
const FORWARDING = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']

/** Serves `/metrics` in the Prometheus text format. */
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
  // Cached by one short key, because hashing three labels on every response is slow.
  const children = new Map<string, Pick<Histogram.Internal<never>, 'observe'>>()
  app.addHook('onResponse', (request, reply, done) => {
    // One label for all unknown paths, because a scanner could otherwise fill the memory.
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${reply.statusCode} ${route}`
    let child = children.get(key)
    if (child === undefined) {
      child = durations.labels(request.method, route, String(reply.statusCode))
      children.set(key, child)
    }
    child.observe(reply.elapsedTime / 1000)
    metrics.countRefusal(route, reply.statusCode)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, access)) throw new AppError('NOT_FOUND', 'Not found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}

/** Returns true if the request carries the token or, without a token, comes directly from this machine. */
function mayRead(request: FastifyRequest, { token, publicOrigin }: MetricsAccess): boolean {
  const { headers } = request
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  // Not every proxy adds headers, so a server with a public address refuses every request.
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
