import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long calls are still accepted: a proxy may be writing one into a connection that looks idle. */
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
  // `server.close()` waits only for sockets that the server itself accepted, and `holdPort` accepted some before.
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let sweep: NodeJS.Timeout | undefined
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    stop.abort()
    if (sockets.size > 0) await sleep(DRAIN_MS)
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  })
  app.addHook('onClose', async () => {
    while (sockets.size > 0) await sleep(SWEEP_MS)
    clearInterval(sweep)
    clearTimeout(cut)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stop.signal.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  return stop.signal
}
