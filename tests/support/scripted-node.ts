import { type IncomingHttpHeaders } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { serveHttp } from './serve-http.ts'

export type ScriptedCall = { id: number; method: string; params: unknown[] }
export type ScriptedReply =
  | { status?: number; headers?: Record<string, string>; text: string }
  | { hang: true }
  | { hangUp: true }

export type ScriptedNode = {
  url: string
  /** Bodies of all requests so far, parsed. */
  requests: unknown[]
  headers: IncomingHttpHeaders[]
  close(): Promise<void>
}

/** An HTTP server on a free port that answers every JSON-RPC request as the script says. */
export async function scriptedNode(
  script: (body: ScriptedCall | ScriptedCall[], nth: number) => ScriptedReply,
): Promise<ScriptedNode> {
  const requests: unknown[] = []
  const headers: IncomingHttpHeaders[] = []
  const { url, close } = await serveHttp(async (request, response) => {
    const body = (await readJson(request)) as ScriptedCall | ScriptedCall[]
    requests.push(body)
    headers.push(request.headers)
    const reply = script(body, requests.length)
    if ('hang' in reply) return
    if ('hangUp' in reply) {
      request.socket.destroy()
      return
    }
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      ...reply.headers,
    })
    response.end(reply.text)
  })
  return { url, requests, headers, close }
}

/** A successful answer; `result` is JSON text, so that a test decides every digit. */
export const answer = (body: ScriptedCall | ScriptedCall[], result: string): ScriptedReply => ({
  text: Array.isArray(body)
    ? `[${body.map(({ id }) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`).join(',')}]`
    : `{"jsonrpc":"2.0","id":${body.id},"result":${result}}`,
})

export const refusal = (
  body: ScriptedCall | ScriptedCall[],
  code: number,
  message = 'refused',
): ScriptedReply => ({
  text: JSON.stringify({
    jsonrpc: '2.0',
    id: Array.isArray(body) ? null : body.id,
    error: { code, message },
  }),
})
