import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '#server/errors.ts'

/** Seconds; the calls of the product take from under a millisecond to a few seconds on the chain. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Where a collector may ask from: this machine and private networks (RFC 1918, RFC 4193, RFC 6598). */
const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addSubnet('100.64.0.0', 10)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/** `/metrics` in the Prometheus text format: the process, and every route's count and duration by status. */
export function registerMetrics(app: FastifyInstance): void {
  const registry = new Registry()
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
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!isNear(request)) throw new AppError('NOT_FOUND', 'Not found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}

/** Not for the public: a request that a proxy passed on says so, and is refused. */
function isNear(request: FastifyRequest): boolean {
  const ip = request.socket.remoteAddress ?? ''
  const isPassedOn =
    request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined
  return (
    !isPassedOn &&
    near.check(ip.replace(/^::ffff:/i, ''), isIPv6(ip) && !ip.includes('.') ? 'ipv6' : 'ipv4')
  )
}
