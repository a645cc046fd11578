import { createConnection } from 'node:net'

/** Sends bytes as they are, where a client library would tidy them. Returns all that comes back until the end. */
export async function rawHttp(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = createConnection(Number(port), hostname)
  socket.write(text)
  const chunks = await socket.setEncoding('utf8').toArray()
  return chunks.join('')
}

/** Sends a GET with the target exactly as given. */
export const rawGet = (url: string, target: string, extraHeaders = ''): Promise<string> =>
  rawHttp(url, `GET ${target} HTTP/1.1\r\nhost: desk\r\nconnection: close\r\n${extraHeaders}\r\n`)
