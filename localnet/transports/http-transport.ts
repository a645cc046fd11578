import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { parseJson } from '#localnet/wire.ts'
import { RPC_ERROR, toRpcError } from '#localnet/rpc/rpc-error.ts'
import type { Answer, Dispatcher } from '#localnet/rpc/dispatch.ts'

/** Large enough for an archive sent with chain_import. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

/** Longer than the idle timeout of clients, so that clients close first. */
const KEEP_ALIVE_MS = 75_000

/** Creates a server for JSON-RPC over HTTP POST. Every origin may call it, because wallets do. */
export function createRpcServer(dispatcher: Dispatcher): Server {
  const server = createServer((request, response) => {
    allowOrigins(request, response)
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    } else if (request.method === 'POST') {
      void answerPost(dispatcher, request, response)
    } else {
      response.writeHead(405, { allow: 'POST, GET, OPTIONS' }).end()
    }
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

async function answerPost(
  dispatcher: Dispatcher,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request)
  if (text === 'aborted') return
  if (text === null) {
    response.writeHead(413, { connection: 'close' }).end('Request body too large')
    return
  }
  const parsed = parseJson(text.toString())
  const answer: Answer =
    parsed === undefined
      ? { kind: 'body', body: parseError }
      : await dispatcher.answer(parsed, { mayCheat: isLocalCaller(request) })
  send(response, answer)
}

function send(response: ServerResponse, answer: Answer): void {
  switch (answer.kind) {
    case 'silence':
      return
    case 'status':
      response
        .writeHead(answer.status, { 'content-type': 'text/plain' })
        .end(answer.status === 429 ? 'Too Many Requests' : 'Internal Server Error')
      return
    case 'body': {
      const text = toBodyText(answer.body)
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        })
        .end(text)
    }
  }
}

function toBodyText(body: unknown): string {
  if (body === undefined) return ''
  try {
    return JSON.stringify(body)
  } catch (error) {
    const { code, message } = toRpcError(error)
    return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  }
}

function readBody(request: IncomingMessage): Promise<Buffer | null | 'aborted'> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null | 'aborted'>()
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_BODY_BYTES) {
      chunks.length = 0
      resolve(null)
    } else {
      chunks.push(chunk)
    }
  })
  request.on('end', () => resolve(Buffer.concat(chunks)))
  request.on('error', () => resolve('aborted'))
  request.on('close', () => resolve('aborted'))
  return promise
}

const parseError = {
  jsonrpc: '2.0',
  error: { code: RPC_ERROR.parse, message: 'Parse error' },
  id: null,
}

function allowOrigins(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  response.setHeader('vary', 'origin')
  response.setHeader('access-control-allow-methods', 'POST, GET, OPTIONS')
  response.setHeader(
    'access-control-allow-headers',
    request.headers['access-control-request-headers'] ?? 'content-type, solana-client',
  )
  response.setHeader('access-control-max-age', '600')
  // Chrome sends a preflight request before a public page may access this machine.
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true')
  }
}

/** Browsers always send Origin and tools never do, so a foreign page can read the chain but not change it. */
function isLocalCaller({ headers: { origin } }: IncomingMessage): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}
