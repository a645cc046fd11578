import { LRUCache } from 'lru-cache'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { OutboundError } from '#server/clients/outbound/outbound-address.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { NodeRequest, PageRequest, Source, SourceRequest } from './source.ts'
import { decodeText } from '#server/modules/research/text/decode-text.ts'

const INVALID_PARAMS = -32_602

/** Calls the configured Solana node and returns the `result`. */
export type NodeCall = (
  method: string,
  params: readonly unknown[],
  options: { signal: AbortSignal; timeoutMs: number },
) => Promise<unknown>

type AskSettings = {
  fetch: GuardedFetch
  node: NodeCall
  now: () => number
  timeoutMs: number
}

type SourceAnswer = { text: string; fetchedAtMs: number }

type CachedAnswer = SourceAnswer & { etag: string | null; lastModified: string | null }

export type Ask = (
  source: Source,
  request: SourceRequest,
  signal: AbortSignal,
) => Promise<SourceAnswer>

/** A source did not answer. The message is for people and names no address. */
export class SourceFailed extends Error {
  override name = 'SourceFailed'
}

/** The source works, but has nothing usable at this address. */
class SourceAnswered extends SourceFailed {}

class TryLater extends SourceFailed {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

const MAX_BYTES = 2_000_000
const MAX_CACHED_CHARS = 24_000_000
const DEFAULT_RETRY_AFTER_MS = 30_000
const MAX_RETRY_AFTER_MS = 10 * 60_000
const FAILURES_TO_OPEN = 3
const OPEN_MS = 60_000

/**
 * Asks sources within their rate limits. Fresh answers come from the cache, stale ones are revalidated, and equal
 * requests at the same time share one call. A source that fails three times in a row is not asked for a minute.
 */
export function createAsk({ fetch, node, now, timeoutMs }: AskSettings): Ask {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_CACHED_CHARS,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  const pending = new Map<string, Promise<SourceAnswer>>()
  const states = new Map<string, SourceState>()

  const getState = ({ id, rate }: Source): SourceState => {
    const state = states.get(id) ?? {
      tokens: rate.burst,
      countedAtMs: now(),
      failures: 0,
      closedUntilMs: 0,
    }
    states.set(id, state)
    return state
  }

  async function call(source: Source, request: SourceRequest): Promise<SourceAnswer> {
    const key = cacheKey(request)
    const cached = cache.get(key)
    if (cached !== undefined && now() - cached.fetchedAtMs < source.freshMs) return cached
    const state = getState(source)
    const closedMs = state.closedUntilMs - now()
    if (closedMs > 0) throw new SourceFailed(`left alone for ${seconds(closedMs)} after it failed`)
    const waitMs = takeToken(state, source.rate, now())
    if (waitMs > 0) {
      // The digest shows the age of a stale answer, so it is better than none.
      if (cached !== undefined) return cached
      throw new SourceFailed(`asked as often as it allows; free again in ${seconds(waitMs)}`)
    }
    const succeed = () => Object.assign(state, { failures: 0, closedUntilMs: 0 })
    try {
      const answer =
        'rpc' in request ? await callNode(request.rpc) : await fetchPage(request, cached)
      succeed()
      cache.set(key, answer)
      return answer
    } catch (error) {
      if (error instanceof SourceAnswered) succeed()
      else recordFailure(state, error instanceof TryLater ? error.afterMs : 0, now())
      throw error
    }
  }

  async function callNode({ method, params }: NodeRequest['rpc']): Promise<CachedAnswer> {
    const signal = AbortSignal.timeout(timeoutMs)
    const result = await node(method, params, { signal, timeoutMs }).catch((cause: unknown) => {
      // The node works, and has no such account.
      if (cause instanceof RpcError && cause.code === INVALID_PARAMS) return null
      throw new SourceFailed('the node gave no answer', { cause })
    })
    const text = JSON.stringify(result, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    return { text, etag: null, lastModified: null, fetchedAtMs: now() }
  }

  async function fetchPage(
    request: PageRequest,
    cached: CachedAnswer | undefined,
  ): Promise<CachedAnswer> {
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

  return async (source, request, signal) => {
    signal.throwIfAborted()
    const key = `${source.id} ${cacheKey(request)}`
    const shared = pending.get(key) ?? call(source, request)
    if (!pending.has(key)) {
      pending.set(key, shared)
      // The callers handle a failure; this only clears the entry.
      shared.catch(() => undefined).finally(() => pending.delete(key))
    }
    return unlessAborted(shared, signal)
  }
}

/** A token bucket and a circuit breaker. */
type SourceState = { tokens: number; countedAtMs: number; failures: number; closedUntilMs: number }

/** Takes a token and returns 0, or returns the milliseconds until there is one. */
function takeToken(state: SourceState, { perMinute, burst }: Source['rate'], nowMs: number) {
  const refilled = ((nowMs - state.countedAtMs) * perMinute) / 60_000
  state.tokens = Math.min(burst, state.tokens + refilled)
  state.countedAtMs = nowMs
  if (state.tokens < 1) return ((1 - state.tokens) * 60_000) / perMinute
  state.tokens -= 1
  return 0
}

function recordFailure(state: SourceState, retryAfterMs: number, nowMs: number): void {
  state.failures += 1
  const openMs = state.failures >= FAILURES_TO_OPEN ? OPEN_MS : 0
  state.closedUntilMs = Math.max(state.closedUntilMs, nowMs + Math.max(openMs, retryAfterMs))
}

function statusError({ status, headers }: Response): SourceFailed {
  if (status !== 429 && status !== 503) {
    const text = `answered HTTP ${status}`
    // 408 and 425 ask for another try; other 4xx say that the request has no result.
    const isOutage = status < 400 || status >= 500 || status === 408 || status === 425
    return isOutage ? new SourceFailed(text) : new SourceAnswered(text)
  }
  const given = Number(headers.get('retry-after') ?? Number.NaN)
  const afterMs = Number.isFinite(given) && given > 0 ? given * 1000 : DEFAULT_RETRY_AFTER_MS
  const text = status === 429 ? 'asks for fewer calls (HTTP 429)' : 'is not available (HTTP 503)'
  return new TryLater(text, Math.min(afterMs, MAX_RETRY_AFTER_MS))
}

function toSourceFailure(cause: unknown): Error {
  if (cause instanceof SourceFailed) return cause
  const isTooLarge =
    cause instanceof RangeError || (cause instanceof OutboundError && cause.reason === 'too_large')
  if (isTooLarge) return new SourceAnswered('sent more than it should', { cause })
  if (!(cause instanceof OutboundError)) {
    return new SourceFailed('sent what cannot be read', { cause })
  }
  if (cause.isRefusal) return new SourceAnswered('is at an address that is not allowed', { cause })
  const text = cause.reason === 'timeout' ? 'did not answer in time' : 'could not be reached'
  return new SourceFailed(text, { cause })
}

const cacheKey = (request: SourceRequest): string =>
  'rpc' in request ? JSON.stringify(request.rpc) : request.url

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`

/** Rejects on abort without canceling the call, which others may share. */
function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new SourceFailed('did not answer in time'))
    signal.addEventListener('abort', onAbort, { once: true })
    const settled = (): void => signal.removeEventListener('abort', onAbort)
    shared.then(resolve, reject).finally(settled)
  })
}
