import net from 'node:net'

export class StartError extends Error {
  override name = 'StartError'
}

/**
 * The port to listen on: the wanted one when it is free, some free one for 0. Throws `StartError` with one line when it
 * is taken or may not be used.
 */
export const choosePort = (host: string, wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(explain(error.code ?? '', host, wanted)))
    })
    probe.listen({ host, port: wanted, exclusive: true }, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : wanted
      probe.close(() => resolve(port))
    })
  })

const explain = (code: string, host: string, port: number): string => {
  if (code === 'EADDRINUSE') {
    return `PORT: ${port} is taken; set another, for example PORT=${port + 1} npm start`
  }
  if (code === 'EACCES') return `PORT: ${port} may not be used by this account; set one above 1023`
  return `HOST: cannot listen on ${host}:${port} (${code})`
}
