import { once } from 'node:events'
import net from 'node:net'
import { getErrorCode } from '#contract/error-message.ts'

/** A start that failed because of the configuration or the machine. The message is for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

const MAX_CALLERS = 500
/** A paused socket does not notice that its caller has gone, so none is kept for long. */
const MAX_WAIT_MS = 10_000

/** A port that no other program can take. Its callers wait. */
export type HeldPort = {
  readonly port: number
  /** Frees the port for another server, but keeps the connections of the callers. */
  free(): void
  passCallersTo(server: net.Server): void
  /** Frees the port and hangs up on the callers. */
  release(): void
}

/**
 * Holds the wanted port, or any free one for 0, for a server that needs the number before it can listen. Callers wait
 * for that server, but at most 10 s, because a proxy must not retry calls on their behalf. Throws `StartError` if the
 * port is taken or forbidden.
 */
export const holdPort = async (
  host: string,
  wanted: number,
  { key = 'PORT', maxCallers = MAX_CALLERS, maxWaitMs = MAX_WAIT_MS } = {},
): Promise<HeldPort> => {
  const callers = new Set<net.Socket>()
  const hangUp = (socket: net.Socket) => {
    callers.delete(socket)
    socket.destroy()
  }
  // The options of an HTTP server. Nothing is read before that server exists.
  const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true }
  const holder = net.createServer(options, (socket) => {
    callers.add(socket)
    socket.on('error', () => callers.delete(socket))
    socket.setTimeout(maxWaitMs, () => hangUp(socket))
  })
  holder.maxConnections = maxCallers
  const listening = once(holder, 'listening')
  holder.listen({ host, port: wanted, exclusive: true })
  await listening.catch((error: unknown) => {
    throw toListenError(error, { host, port: wanted, key })
  })
  // A caller that cannot be accepted is not served either way.
  holder.on('error', () => undefined)
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? address.port : wanted
  const free = () => {
    holder.close()
  }
  return {
    port,
    free,
    passCallersTo(server) {
      for (const socket of callers) {
        socket.setTimeout(0)
        socket.removeAllListeners('timeout')
        server.emit('connection', socket)
        socket.resume()
      }
      callers.clear()
    },
    release() {
      free()
      for (const socket of callers) hangUp(socket)
    },
  }
}

/** Returns an error that says which key to change. */
export const toListenError = (
  error: unknown,
  { host, port, key = 'PORT' }: { host: string; port: number; key?: string },
): StartError => {
  const code = getErrorCode(error) || String(error)
  if (code === 'EADDRINUSE') {
    return new StartError(
      `${key}: ${port} is taken; set another, for example ${key}=${port < 65_000 ? port + 10 : 3000} npm start (0 picks a free one)`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(`${key}: ${port} may not be used by this account; set one above 1023`)
  }
  return new StartError(`HOST: cannot listen on ${host}:${port} (${code})`)
}
