import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50
/** The process must end within three seconds. */
const GRACE_MS = 1_500

/**
 * Makes `app.close()` quick: running calls are answered with `connection: close`, event streams end, idle sockets are
 * closed, and the rest is cut after a moment. Returns a signal that is aborted when the stop begins.
 */
export function registerGracefulStop(app: FastifyInstance): AbortSignal {
  const stop = new AbortController()
  app.addHook('preClose', async () => {
    stop.abort()
    if (!app.server.listening) return
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    app.server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(cut)
    })
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stop.signal.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  return stop.signal
}
