import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The chain listens on this machine only. */
export const HOST = '127.0.0.1'
const MAX_PORT = 65_535
const FREE_PAIR_ATTEMPTS = 20

class PortTakenError extends Error {
  override name = 'PortTakenError'
}

/**
 * Listens on a port and the one above it, where wallets and web3.js look for WebSockets; port 0 picks a free pair.
 * Returns the lower port. Throws PortTakenError with the occupied port.
 */
export async function listenOnPair(rpc: Server, websocket: Server, port: number): Promise<number> {
  if (port >= MAX_PORT) {
    throw new PortTakenError(
      `Port ${port} leaves no port above it for WebSockets; set SOLANA_LOCAL_PORT to at most ${MAX_PORT - 1}`,
    )
  }
  for (let attempt = 1; ; attempt += 1) {
    const rpcPort = await listen(rpc, port)
    if (rpcPort === null) throw createPortTakenError(port, 'JSON-RPC')
    if (rpcPort < MAX_PORT && (await listen(websocket, rpcPort + 1)) !== null) return rpcPort
    await close(rpc)
    if (port !== 0 || attempt === FREE_PAIR_ATTEMPTS) {
      throw createPortTakenError(rpcPort + 1, 'WebSockets, one above SOLANA_LOCAL_PORT')
    }
  }
}

const createPortTakenError = (port: number, use: string) =>
  new PortTakenError(
    `Port ${port} on ${HOST}, which the local chain needs for ${use}, is taken; stop what listens there or set SOLANA_LOCAL_PORT to another port (0 picks a free one)`,
  )

function listen(server: Server, port: number): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const fail = (error: NodeJS.ErrnoException) => {
    server.removeListener('listening', succeed)
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null)
    else reject(error)
  }
  const succeed = () => {
    server.removeListener('error', fail)
    resolve((server.address() as AddressInfo).port)
  }
  server.once('error', fail)
  server.once('listening', succeed)
  server.listen(port, HOST)
  return promise
}

export function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  return promise
}
