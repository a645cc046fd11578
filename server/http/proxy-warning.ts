import type { FastifyInstance } from 'fastify'

/**
 * Warns once when a proxy passes a request on whose word is not believed: all its users then count as one address, and
 * one of them can use up the sign-in attempts of all.
 */
export function registerProxyWarning(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress
    if (
      !hasWarned &&
      request.headers['x-forwarded-for'] !== undefined &&
      // Fastify takes the header's address only from a trusted peer.
      request.ip === peer
    ) {
      hasWarned = true
      request.log.warn(
        { peer },
        'X-Forwarded-For came from a peer that TRUST_PROXY does not name; all its users share one sign-in limit',
      )
    }
    done()
  })
}
