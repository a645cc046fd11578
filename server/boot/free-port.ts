import net from 'node:net'
import { getErrorCode } from '#contract/error-message.ts'

/** A start that failed because of the configuration or the machine. The message is for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Returns the wanted port, or any free one for 0. Throws `StartError` if it is taken or forbidden. */
export const choosePort = (host: string, wanted: number, key = 'PORT'): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error) => reject(toListenError(error, { host, port: wanted, key })))
    probe.listen({ host, port: wanted, exclusive: true }, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : wanted
      probe.close(() => resolve(port))
    })
  })

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
