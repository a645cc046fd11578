import { LRUCache } from 'lru-cache'
import { pause } from '#server/lib/async/pause.ts'
import {
  fetchSource,
  SourceAnswered,
  SourceFailed,
  TryLater,
  type FetchedAnswer,
  type FetchSettings,
} from './fetch-source.ts'
import type { Source, SourceRequest } from '#server/modules/research/sources/source.ts'

/** Answers from the cache, or fetches from the source. Throws `SourceFailed`, also when the rate is used up. */
export type FetchAnswer = (
  source: Source,
  request: SourceRequest,
  signal: AbortSignal,
) => Promise<Pick<FetchedAnswer, 'text' | 'fetchedAtMs'>>

const MAX_CACHED_CHARS = 24_000_000
/** Users add and remove sources, so the state of sources that were not used for long is dropped. */
const MAX_SOURCES = 10_000
/** Without the figures of a market, a question for one has no answer, so a call to one waits for its turn. */
const MAX_WAIT_MS = 4_500
const FAILURES_TO_OPEN = 3
const OPEN_MS = 60_000

/**
 * Creates a client that calls sources within their rate limits. Fresh answers come from the cache, stale ones are revalidated, and equal
 * requests at the same time share one call. A source that fails three times in a row is paused for a minute.
 */
export function createSourceClient(settings: FetchSettings): FetchAnswer {
  const { now } = settings
  const cache = new LRUCache<string, FetchedAnswer>({
    maxSize: MAX_CACHED_CHARS,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  const pending = new Map<string, Promise<FetchedAnswer>>()
  const states = new LRUCache<string, SourceState>({ max: MAX_SOURCES })

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

  async function call(source: Source, request: SourceRequest): Promise<FetchedAnswer> {
    const key = cacheKey(request)
    const cached = cache.get(key)
    if (cached !== undefined && now() - cached.fetchedAtMs < source.freshMs) return cached
    const state = getState(source)
    const closedMs = state.closedUntilMs - now()
    if (closedMs > 0) throw new SourceFailed(`is paused for ${seconds(closedMs)} after a failure`)
    const maxWaitMs = source.kind === 'market' && cached === undefined ? MAX_WAIT_MS : 0
    const waitMs = takeToken(state, source.rate, { nowMs: now(), maxWaitMs })
    if (waitMs > maxWaitMs) {
      // The digest shows the age of a stale answer, so it is better than none.
      if (cached !== undefined) return cached
      throw new SourceFailed(`has reached its rate limit; try again in ${seconds(waitMs)}`)
    }
    if (waitMs > 0) await pause(waitMs)
    try {
      const answer = await fetchSource(settings, request, cached)
      recordSuccess(state)
      cache.set(key, answer)
      return answer
    } catch (error) {
      if (error instanceof SourceAnswered) recordSuccess(state)
      else recordFailure(state, error instanceof TryLater ? error.afterMs : 0, now())
      throw error
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

/** Returns the milliseconds until a call may be made. Takes its token, also ahead of time, unless that is over the maximum. */
function takeToken(
  state: SourceState,
  { perMinute, burst }: Source['rate'],
  { nowMs, maxWaitMs }: { nowMs: number; maxWaitMs: number },
): number {
  const refilled = ((nowMs - state.countedAtMs) * perMinute) / 60_000
  state.tokens = Math.min(burst, state.tokens + refilled)
  state.countedAtMs = nowMs
  const waitMs = Math.max(0, ((1 - state.tokens) * 60_000) / perMinute)
  if (waitMs <= maxWaitMs) state.tokens -= 1
  return waitMs
}

function recordSuccess(state: SourceState): void {
  state.failures = 0
  state.closedUntilMs = 0
}

function recordFailure(state: SourceState, retryAfterMs: number, nowMs: number): void {
  state.failures += 1
  const openMs = state.failures >= FAILURES_TO_OPEN ? OPEN_MS : 0
  state.closedUntilMs = Math.max(state.closedUntilMs, nowMs + Math.max(openMs, retryAfterMs))
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
