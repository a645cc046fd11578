import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { serveHttp } from '#tests/support/serve-http.ts'

type Message = { id?: number | string; method?: string }
export type HttpBridge = { url: string; authority: string; close(): Promise<void> }

/**
 * A program that speaks MCP over its own input and output, behind streamable HTTP: what is posted goes in as one line,
 * and the line with the same id comes back. Requests of the program's own get no answer.
 */
export const httpBridge = async (args: readonly string[], cwd: string): Promise<HttpBridge> => {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number | string, (line: string) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method } = JSON.parse(line) as Message
    if (id === undefined || method !== undefined) return
    waiting.get(id)?.(line)
    waiting.delete(id)
  })
  const { authority, close } = await serveHttp(async (request, response) => {
    const body = await readText(request)
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const { id } = JSON.parse(body) as Message
    if (id === undefined) response.writeHead(202).end()
    else {
      waiting.set(id, (line) =>
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`event: message\ndata: ${line}\n\n`),
      )
    }
    child.stdin.write(`${JSON.stringify(JSON.parse(body))}\n`)
  })
  return {
    url: `http://${authority}/mcp`,
    authority,
    close: async () => {
      await close()
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    },
  }
}
