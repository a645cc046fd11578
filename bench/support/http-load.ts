import { execFile } from 'node:child_process'
import { createConnection } from 'node:net'
import { promisify } from 'node:util'
import { quantile } from '#bench/support/figures.ts'

export type LoadRequest = {
  port: number
  path: string
  body?: string
  tokens: readonly string[]
  ms: number
}
export type LoadResult = { requestsPerSecond: number; p50Ms: number; p99Ms: number }

/**
 * Loads a server over connections that each wait for their answer before they ask again. Runs as a process of its own and
 * over bare sockets, because an HTTP client would take more of the cores than the measured server.
 */
function load({ port, path, body, tokens, ms }: LoadRequest): Promise<LoadResult> {
  const latencies: number[] = []
  const endsAt = performance.now() + ms
  const one = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const content =
        body === undefined
          ? '\r\n'
          : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      const method = body === undefined ? 'GET' : 'POST'
      const request = `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n${content}`
      const socket = createConnection(port, '127.0.0.1')
      let sentAt = 0
      let text = ''
      const ask = () => {
        sentAt = performance.now()
        socket.write(request)
      }
      socket.setNoDelay(true)
      socket.setEncoding('latin1')
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        text += chunk
        if (!isWhole(text)) return
        if (!text.startsWith('HTTP/1.1 20')) {
          reject(new Error(text))
          return
        }
        text = ''
        latencies.push(performance.now() - sentAt)
        if (performance.now() < endsAt) ask()
        else socket.end(() => resolve())
      })
    })
  return Promise.all(tokens.map(one)).then(() => summarize(latencies, ms))
}

export function summarize(latencies: readonly number[], ms: number): LoadResult {
  const at = (share: number) => Number(quantile(latencies, share).toFixed(1))
  return {
    requestsPerSecond: Math.round((latencies.length * 1000) / ms),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}

export async function measureLoad(request: LoadRequest): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    import.meta.filename,
    JSON.stringify(request),
  ])
  return JSON.parse(stdout) as LoadResult
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  return text.length >= headEnd + 4 + Number(length)
}

const [request] = process.argv.slice(2)
// Imported for its types alone, it does nothing.
if (import.meta.main && request !== undefined) {
  console.log(JSON.stringify(await load(JSON.parse(request) as LoadRequest)))
}
