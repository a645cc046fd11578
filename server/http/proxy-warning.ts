import type { FastifyInstance } from 'fastify'

/** Warns once about an untrusted proxy: all its users count as one address and share their sign-in attempts. */
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
