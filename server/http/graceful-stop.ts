import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** How long calls are still taken: a proxy may be writing one into a connection that looks idle. */
const DRAIN_MS = 250
const SWEEP_MS = 50
/** The process must end within three seconds. */
const GRACE_MS = 1_500

/**
 * Makes `app.close()` quick: running and last calls are answered with `connection: close`, event streams end, then idle
 * sockets are closed, and the rest is cut after a moment. Returns a signal that is aborted when the stop begins.
 */
export function registerGracefulStop(app: FastifyInstance): AbortSignal {
  const stop = new AbortController()
  app.addHook('preClose', async () => {
    stop.abort()
    if (!app.server.listening) return
    const connections = await promisify(app.server.getConnections.bind(app.server))()
    if (connections > 0) await sleep(DRAIN_MS)
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
