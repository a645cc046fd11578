import { type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { serveHttp } from '#tests/support/serve-http.ts'

export type ScriptedTool = {
  name: string
  description?: string
  inputSchema?: object
  annotations?: object
}
type Message = { id?: number | string; method: string; params?: Record<string, unknown> }
type Answer =
  | { content: object[]; isError?: boolean; structuredContent?: object }
  | { error: string }

export type ScriptedMcp = {
  url: string
  /** `host:port`, for the operator's exemptions. */
  authority: string
  tools: ScriptedTool[]
  instructions: string
  /** Requests with what they carried, in order. */
  seen: {
    path: string
    method: string
    headers: IncomingMessage['headers']
    message: Message | null
  }[]
  onCall: (name: string, args: Record<string, unknown>) => Answer | Promise<Answer>
  /** Takes a request over, in place of the protocol, when it gives true. */
  intercept: (
    request: IncomingMessage,
    response: ServerResponse,
    message: Message | null,
  ) => boolean
  calls(): string[]
  close(): Promise<void>
}

export const text = (value: string): Answer => ({ content: [{ type: 'text', text: value }] })

const SCHEMA = { type: 'object', properties: {} }

/** A streamable HTTP server of revision 2025-06-18 without sessions, that does what a test scripts. */
export const scriptedMcp = async (
  tools: ScriptedTool[] = [{ name: 'get_thing' }],
): Promise<ScriptedMcp> => {
  const server = await serveHttp((request, response) => serve(request, response))
  const scripted: ScriptedMcp = {
    url: `${server.url}/mcp`,
    authority: server.authority,
    tools,
    instructions: '',
    seen: [],
    onCall: (name) => text(`${name} was called`),
    intercept: () => false,
    calls: () =>
      scripted.seen
        .filter(({ message }) => message?.method === 'tools/call')
        .map(({ message }) => String(message?.params?.['name'])),
    close: server.close,
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readText(request)
    const message = body === '' ? null : (JSON.parse(body) as Message)
    const { url: path = '', method = '', headers } = request
    scripted.seen.push({ path, method, headers, message })
    if (scripted.intercept(request, response, message)) return
    if (method !== 'POST' || message === null) {
      response.writeHead(405).end()
      return
    }
    if (message.id === undefined) {
      response.writeHead(202).end()
      return
    }
    const answer = await findAnswer(message)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }))
  }

  const findAnswer = async ({ method, params = {} }: Message): Promise<object> => {
    switch (method) {
      case 'initialize':
        return {
          result: {
            protocolVersion: '2025-06-18',
            capabilities: { tools: {} },
            serverInfo: { name: 'scripted', version: '1' },
            instructions: scripted.instructions,
          },
        }
      case 'tools/list':
        return {
          result: { tools: scripted.tools.map((tool) => ({ inputSchema: SCHEMA, ...tool })) },
        }
      case 'tools/call': {
        const args = (params['arguments'] ?? {}) as Record<string, unknown>
        const answer = await scripted.onCall(String(params['name']), args)
        return 'error' in answer
          ? { error: { code: -32_000, message: answer.error } }
          : { result: answer }
      }
      default:
        return { error: { code: -32_601, message: 'Method not found' } }
    }
  }
  return scripted
}
