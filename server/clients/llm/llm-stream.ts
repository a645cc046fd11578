import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { createParser } from 'eventsource-parser'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { LlmError } from './llm-error.ts'

const MAX_EVENT_CHARS = 4_000_000
const MAX_CAUSE_CHARS = 2_000
/** Shorter than the idle timeout of endpoints (5 s), which prevents the use of a closing connection. */
const KEEP_MS = 4_000
/** Max wait for the end of a response after its last event; then the connection is closed. */
const LINGER_MS = 1_000
/** Each word of a streamed answer comes in an event of some hundred bytes. */
const MAX_GUARDED_BYTES = 64_000_000

type Exchange = { failure: unknown; isOver: boolean; destroy: () => void }

type Response = { status: number; contentType: string; body: Readable }

export type Endpoint = { post(body: string, exchange: Exchange): Promise<Response> }

const buildCompletionsUrl = (baseUrl: string): URL =>
  new URL(`${baseUrl.replace(/\/+$/, '')}/chat/completions`)

const buildHeaders = (apiKey: string | null): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'text/event-stream, application/json',
  ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
})

/** Posts conversations over keep-alive connections. Follows no redirect: another host would get the conversation and the key. */
export function createChatEndpoint(baseUrl: string, apiKey: string | null): Endpoint {
  const url = buildCompletionsUrl(baseUrl)
  const isTls = url.protocol === 'https:'
  const options = { keepAlive: true, timeout: KEEP_MS }
  const agent = isTls ? new HttpsAgent(options) : new HttpAgent(options)
  const open = isTls ? requestHttps : requestHttp
  const post: Endpoint['post'] = (body, exchange) =>
    new Promise((resolve, reject) => {
      const request = open(url, {
        agent,
        method: 'POST',
        headers: { ...buildHeaders(apiKey), 'content-length': Buffer.byteLength(body) },
      })
      let isAnswered = false
      request.on('response', (response) => {
        isAnswered = true
        const { statusCode: status = 0, headers } = response
        resolve({ status, contentType: headers['content-type'] ?? '', body: response })
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The endpoint closed an idle connection before it read the request.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !isAnswered
        if (isStale && exchange.failure === undefined) resolve(post(body, exchange))
        else reject(error)
      })
      exchange.destroy = () => request.destroy()
      request.end(body)
    })
  return { post }
}

/** Posts conversations to an address that a user gave. */
export const createGuardedChatEndpoint = (
  baseUrl: string,
  { apiKey, fetch, timeoutMs }: { apiKey: string | null; fetch: GuardedFetch; timeoutMs: number },
): Endpoint => ({
  async post(body, exchange) {
    const controller = new AbortController()
    exchange.destroy = () => controller.abort(new LlmError('broken'))
    const response = await fetch(buildCompletionsUrl(baseUrl), {
      method: 'POST',
      headers: buildHeaders(apiKey),
      body,
      signal: controller.signal,
      maxBytes: MAX_GUARDED_BYTES,
      maxRedirects: 0,
      timeoutMs,
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: Readable.from(response.body ?? [], { objectMode: false }),
    }
  },
})

/** Maximum pause before the first chunk and between chunks. */
export type ChunkDeadlines = { firstChunkMs: number; chunkMs: number }

/**
 * Yields the chunks of one streamed response, parsed as JSON. Aborting `signal` or leaving the loop closes the
 * connection. Throws the signal's reason or `LlmError`.
 */
export async function* answerChunks(
  endpoint: Endpoint,
  body: string,
  { signal, deadlines }: { signal: AbortSignal; deadlines: ChunkDeadlines },
): AsyncGenerator {
  signal.throwIfAborted()
  const exchange: Exchange = { failure: undefined, isOver: false, destroy: () => undefined }
  const giveUp = (failure: unknown) => {
    exchange.failure ??= failure
    exchange.destroy()
  }
  const onAbort = () => giveUp(signal.reason)
  const onLate = () => giveUp(new LlmError('stalled'))
  signal.addEventListener('abort', onAbort, { once: true })
  let timer = setTimeout(onLate, deadlines.firstChunkMs)
  try {
    const response = await endpoint.post(body, exchange)
    await refuseFailure(response)
    for await (const chunks of readChunks(response, exchange)) {
      clearTimeout(timer)
      timer = setTimeout(onLate, deadlines.chunkMs)
      yield* chunks
    }
  } catch (error) {
    if (exchange.failure !== undefined) throw exchange.failure
    throw error instanceof LlmError ? error : new LlmError('broken', { cause: error })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    if (!exchange.isOver) exchange.destroy()
  }
}

async function refuseFailure({ status, body }: Response): Promise<void> {
  if (status >= 200 && status < 300) return
  const said = (await readText(body)).slice(0, MAX_CAUSE_CHARS)
  const kind =
    status === 401 || status === 403 ? 'refused' : status === 429 ? 'rate_limited' : 'broken'
  throw new LlmError(kind, { status, cause: new Error(`HTTP ${status}: ${said}`) })
}

/** Yields events that arrived together as one list. Never empty, because a comment doesn't start an answer. */
async function* readChunks(
  { contentType, body }: Response,
  exchange: Exchange,
): AsyncGenerator<readonly unknown[]> {
  if (contentType.startsWith('application/json')) {
    yield [JSON.parse(await readText(body))]
    exchange.isOver = true
    return
  }
  const read: { chunks: unknown[]; isDone: boolean; openChars: number } = {
    chunks: [],
    isDone: false,
    openChars: 0,
  }
  const parser = createParser({
    onEvent({ data }) {
      read.openChars = 0
      if (data === '[DONE]') read.isDone = true
      else if (data !== '') read.chunks.push(JSON.parse(data))
    },
  })
  body.setEncoding('utf8')
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    const text = String(piece)
    read.openChars += text.length
    if (read.openChars > MAX_EVENT_CHARS) throw new Error('an event of the answer has no end')
    parser.feed(text)
    const { chunks } = read
    read.chunks = []
    if (chunks.length > 0) yield chunks
    if (read.isDone) break
  }
  exchange.isOver = true
  destroyLater(body)
}

function destroyLater(body: Readable): void {
  const timer = setTimeout(() => body.destroy(), LINGER_MS).unref()
  body.on('error', () => body.destroy())
  body.on('close', () => clearTimeout(timer))
  body.resume()
}

async function readText(body: Readable): Promise<string> {
  let text = ''
  body.setEncoding('utf8')
  for await (const piece of body) {
    text += String(piece)
    if (text.length > MAX_EVENT_CHARS) throw new Error('the answer has no end')
  }
  return text
}
