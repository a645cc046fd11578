import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves requests with nothing but node:http, on a free port. */
export async function serveHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
) {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const authority = `127.0.0.1:${port}`
  return {
    server,
    port,
    /** `host:port` */
    authority,
    url: `http://${authority}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
