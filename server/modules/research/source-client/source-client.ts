import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { LRUCache } from 'lru-cache'
import { OutboundError } from '#server/clients/outbound/outbound-address.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'

import { createBreaker } from './breaker.ts'
import { decodeText } from '#server/modules/research/text/decode-text.ts'
import { createTokenBucket } from './token-bucket.ts'
import type { Source, SourceRequest } from '#server/modules/research/sources/source.ts'

const INVALID_PARAMS = -32_602

/** A call to the product's own node; gives the `result`. */
export type NodeCall = (
  method: string,
  params: readonly unknown[],
  options: { signal: AbortSignal; timeoutMs: number },
) => Promise<unknown>

export type AskSettings = {
  fetch: GuardedFetch
  node: NodeCall
  now: () => number
  /** For one question to one source. */
  timeoutMs: number
}

type Answer = { text: string; fetchedAtMs: number }

type KeptAnswer = Answer & { etag: string | null; lastModified: string | null }

export type Ask = (source: Source, request: SourceRequest, signal: AbortSignal) => Promise<Answer>

/** A source that gave no answer; the message is for people and names no address. */
export class SourceFailed extends Error {
  override name = 'SourceFailed'
}

const MAX_BYTES = 2_000_000
/** Of all kept answers of this process. */
const CACHE_CHARS = 24_000_000
const MAX_RETRY_AFTER_MS = 10 * 60_000

/**
 * Asks sources within their budgets. Answers are kept while fresh and asked for again by their ETag; several who want
 * the same at once share one call; a source that keeps failing, or has said to come back later, is left alone.
 */
export function createAsk({ fetch, node, now, timeoutMs }: AskSettings): Ask {
  const cache = new LRUCache<string, KeptAnswer>({
    maxSize: CACHE_CHARS,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  const underWay = new Map<string, Promise<Answer>>()
  const desks = new Map<string, ReturnType<typeof openDesk>>()
  const openDesk = ({ rate }: Source) => ({
    bucket: createTokenBucket(rate, now),
    breaker: createBreaker(now),
  })

  const deskOf = (source: Source) => {
    const desk = desks.get(source.id) ?? openDesk(source)
    desks.set(source.id, desk)
    return desk
  }

  async function call(source: Source, request: SourceRequest): Promise<Answer> {
    const key = keyOf(request)
    const kept = cache.get(key)
    if (kept !== undefined && now() - kept.fetchedAtMs < source.freshMs) return kept
    const { bucket, breaker } = deskOf(source)
    if (breaker.waitMs() > 0) {
      throw new SourceFailed(`left alone for ${seconds(breaker.waitMs())} after it failed`)
    }
    const budgetMs = bucket.take()
    if (budgetMs > 0) {
      // An answer of a while ago, which says how old it is, is better than none.
      if (kept !== undefined) return kept
      throw new SourceFailed(`asked as often as it allows; free again in ${seconds(budgetMs)}`)
    }
    try {
      const answer = await fetchOnce(request, kept)
      breaker.succeeded()
      cache.set(key, answer)
      return answer
    } catch (error) {
      if (error instanceof SourceAnswered) breaker.succeeded()
      else breaker.failed(error instanceof TryLater ? error.afterMs : 0)
      throw error
    }
  }

  async function fetchOnce(
    request: SourceRequest,
    kept: KeptAnswer | undefined,
  ): Promise<KeptAnswer> {
    if ('rpc' in request) {
      const { method, params } = request.rpc
      const signal = AbortSignal.timeout(timeoutMs)
      const result = await node(method, params, { signal, timeoutMs }).catch((cause: unknown) => {
        // An answer too: it knows no such thing.
        if (cause instanceof RpcError && cause.code === INVALID_PARAMS) return null
        throw new SourceFailed('the node gave no answer', { cause })
      })
      const text = JSON.stringify(result, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      return { text, etag: null, lastModified: null, fetchedAtMs: now() }
    }
    const maxBytes = request.maxBytes ?? MAX_BYTES
    try {
      const response = await fetch(request.url, {
        headers: {
          accept: request.accept,
          ...(kept?.etag ? { 'if-none-match': kept.etag } : {}),
          ...(kept?.lastModified ? { 'if-modified-since': kept.lastModified } : {}),
          ...request.headers,
        },
        timeoutMs,
        maxBytes,
      })
      if (response.status === 304 && kept !== undefined) return { ...kept, fetchedAtMs: now() }
      if (!response.ok) {
        await response.body?.cancel()
        throw refusal(response)
      }
      const bytes = new Uint8Array(await response.arrayBuffer())
      return {
        text: decodeText(bytes, response.headers.get('content-type'), { maxBytes }),
        etag: response.headers.get('etag'),
        lastModified: response.headers.get('last-modified'),
        fetchedAtMs: now(),
      }
    } catch (error) {
      throw explained(error)
    }
  }

  return async (source, request, signal) => {
    signal.throwIfAborted()
    const key = `${source.id} ${keyOf(request)}`
    const shared = underWay.get(key) ?? call(source, request)
    if (!underWay.has(key)) {
      underWay.set(key, shared)
      // Whoever waits hears of a failure; this only clears the place.
      shared.catch(() => undefined).finally(() => underWay.delete(key))
    }
    return unlessAborted(shared, signal)
  }
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

function refusal(response: Response): SourceFailed {
  const { status } = response
  if (status !== 429 && status !== 503) {
    const text = `answered HTTP ${status}`
    return isOutage(status) ? new SourceFailed(text) : new SourceAnswered(text)
  }
  const given = Number(response.headers.get('retry-after') ?? Number.NaN)
  const afterMs = Number.isFinite(given) && given > 0 ? given * 1000 : 30_000
  const text = status === 429 ? 'asks for fewer calls (HTTP 429)' : 'is not available (HTTP 503)'
  return new TryLater(text, Math.min(afterMs, MAX_RETRY_AFTER_MS))
}

/** 408 and 425 ask for another try, as 429 does; the other 4xx say that the request has no result. */
const isOutage = (status: number): boolean =>
  status < 400 || status >= 500 || status === 408 || status === 425

const FAILURES: Partial<Record<OutboundError['reason'], string>> = {
  timeout: 'did not answer in time',
  too_large: 'sent more than it should',
}

function explained(error: unknown): Error {
  if (error instanceof SourceFailed) return error
  if (error instanceof OutboundError) {
    if (error.isRefusal) {
      return new SourceAnswered('is at an address that is not allowed', { cause: error })
    }
    const text = FAILURES[error.reason] ?? 'could not be reached'
    return error.reason === 'too_large'
      ? new SourceAnswered(text, { cause: error })
      : new SourceFailed(text, { cause: error })
  }
  if (error instanceof RangeError) {
    return new SourceAnswered('sent more than it should', { cause: error })
  }
  return new SourceFailed('sent what cannot be read', { cause: error })
}

const keyOf = (request: SourceRequest): string =>
  'rpc' in request ? JSON.stringify(request.rpc) : request.url

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`

/** The shared call goes on for others who wait for it. */
function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new SourceFailed('did not answer in time'))
    signal.addEventListener('abort', onAbort, { once: true })
    const settled = (): void => signal.removeEventListener('abort', onAbort)
    shared.then(resolve, reject).finally(settled)
  })
}
