import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tracing } from '#server/lib/tracing.ts'

/** Routes that balancers and collectors call all the time. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics', 'unknown'])

/**
 * Logs each answered request at level `info`, by route and with the ids of request and user, and traces it. Neither
 * holds a query, a header or a body, which may contain secrets.
 */
export function registerRequestLog(app: FastifyInstance, tracing: Tracing | null): void {
  if (tracing !== null) {
    const open = new WeakMap<object, ReturnType<Tracing['open']>>()
    app.addHook('onRequest', (request, _reply, done) => {
      const { traceparent } = request.headers
      const span = tracing.open(
        {
          method: request.method,
          traceparent: typeof traceparent === 'string' ? traceparent : undefined,
          requestId: request.id,
        },
        done,
      )
      open.set(request, span)
    })
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown'
      open.get(request)?.end({ route, status: reply.statusCode, userId: findUser(request) })
      done()
    })
  }
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (!QUIET.has(route)) {
      request.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          userId: findUser(request),
        },
        'answered',
      )
    }
    done()
  })
}

const findUser = ({ caller }: FastifyRequest): string | undefined => caller?.id
