import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { OutboundError } from '#server/clients/outbound/outbound-address.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { parseRetryAfter } from '#server/lib/retry-after.ts'
import { decodeText } from '#server/modules/research/text/decode-text.ts'
import type {
  NodeRequest,
  PageRequest,
  SourceRequest,
} from '#server/modules/research/sources/source.ts'

/** Calls the configured Solana node and returns the `result`. */
export type NodeCall = (
  method: string,
  params: readonly unknown[],
  options: { signal: AbortSignal; timeoutMs: number },
) => Promise<unknown>

export type FetchSettings = {
  fetch: GuardedFetch
  node: NodeCall
  now: () => number
  timeoutMs: number
}

export type FetchedAnswer = {
  text: string
  fetchedAtMs: number
  etag: string | null
  lastModified: string | null
}

/** A source did not answer. The message is for people and names no address. */
export class SourceFailed extends Error {
  override name = 'SourceFailed'
}

/** The source works, but has nothing usable at this address. */
export class SourceAnswered extends SourceFailed {}

/** The source asked for a pause (HTTP 429 or 503). */
export class TryLater extends SourceFailed {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

const INVALID_PARAMS = -32_602
const MAX_BYTES = 2_000_000
const DEFAULT_RETRY_AFTER_MS = 30_000
const MAX_RETRY_AFTER_MS = 10 * 60_000

/** Sends one request to a source, and revalidates a cached answer. Throws `SourceFailed`. */
export const fetchSource = (
  settings: FetchSettings,
  request: SourceRequest,
  cached: FetchedAnswer | undefined,
): Promise<FetchedAnswer> =>
  'rpc' in request ? callNode(settings, request.rpc) : fetchPage(settings, request, cached)

async function callNode(
  { node, now, timeoutMs }: FetchSettings,
  { method, params }: NodeRequest['rpc'],
): Promise<FetchedAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const result = await node(method, params, { signal, timeoutMs }).catch((cause: unknown) => {
    // The node works, and has no such account.
    if (cause instanceof RpcError && cause.code === INVALID_PARAMS) return null
    throw new SourceFailed('did not answer', { cause })
  })
  const text = JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return { text, etag: null, lastModified: null, fetchedAtMs: now() }
}

async function fetchPage(
  { fetch, now, timeoutMs }: FetchSettings,
  request: PageRequest,
  cached: FetchedAnswer | undefined,
): Promise<FetchedAnswer> {
  const maxBytes = request.maxBytes ?? MAX_BYTES
  try {
    const response = await fetch(request.url, {
      headers: {
        accept: request.accept,
        ...(cached?.etag ? { 'if-none-match': cached.etag } : {}),
        ...(cached?.lastModified ? { 'if-modified-since': cached.lastModified } : {}),
        ...request.headers,
      },
      timeoutMs,
      maxBytes,
    })
    if (response.status === 304 && cached !== undefined) return { ...cached, fetchedAtMs: now() }
    if (!response.ok) {
      await response.body?.cancel()
      throw statusError(response)
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      text: decodeText(bytes, response.headers.get('content-type'), { maxBytes }),
      etag: response.headers.get('etag'),
      lastModified: response.headers.get('last-modified'),
      fetchedAtMs: now(),
    }
  } catch (error) {
    throw toSourceFailure(error)
  }
}

function statusError({ status, headers }: Response): SourceFailed {
  if (status !== 429 && status !== 503) {
    const text = `answered HTTP ${status}`
    // 408 and 425 ask for another try; other 4xx say that the request has no result.
    const isOutage = status < 400 || status >= 500 || status === 408 || status === 425
    return isOutage ? new SourceFailed(text) : new SourceAnswered(text)
  }
  const afterMs = parseRetryAfter(headers.get('retry-after')) ?? DEFAULT_RETRY_AFTER_MS
  const text =
    status === 429 ? 'refuses more calls for now (HTTP 429)' : 'is not available (HTTP 503)'
  return new TryLater(text, Math.min(afterMs, MAX_RETRY_AFTER_MS))
}

function toSourceFailure(cause: unknown): Error {
  if (cause instanceof SourceFailed) return cause
  const isTooLarge =
    cause instanceof RangeError || (cause instanceof OutboundError && cause.reason === 'too_large')
  if (isTooLarge) return new SourceAnswered('sent too much data', { cause })
  if (!(cause instanceof OutboundError)) {
    return new SourceFailed('sent an unreadable answer', { cause })
  }
  if (cause.isRefusal) return new SourceAnswered('is at an address that is not allowed', { cause })
  const text = cause.reason === 'timeout' ? 'did not answer in time' : 'could not be reached'
  return new SourceFailed(text, { cause })
}
