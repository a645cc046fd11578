import { fillPath, type Endpoint, type ResponseOf } from '#contract/endpoint/endpoint.ts'
import type { Clock } from '#src/lib/clock.ts'
import { HttpError, NetworkError, SchemaError, TimeoutError } from './api-error.ts'
import { parseRetryAfter, retryDelayMs } from './retry.ts'

const CALL_TIMEOUT_MS = 30_000

export type ExchangeRequest = {
  readonly token?: string | null
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly lastEventId?: string | null
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

type ExchangeOptions = {
  readonly base: string
  readonly clock: Clock
  readonly random: () => number
  /** Called after each attempt, except an aborted one; true if the server answered. */
  readonly onReach: (isReached: boolean) => void
}

/** Statuses of a proxy that got no answer from the server. */
const GATEWAY_FAILURES: readonly number[] = [502, 504]

type Reader<T> = (response: Response, limit: TimeLimit) => Promise<T>

/**
 * Sends a request and passes a successful response to `read`. Repeats GETs that fail for a temporary reason. Throws
 * HttpError, NetworkError, TimeoutError, errors of `read`, or the caller's abort.
 */
export const createExchange = ({ base, clock, random, onReach }: ExchangeOptions) => {
  const once = async <T>(endpoint: Endpoint, request: ExchangeRequest, read: Reader<T>) => {
    const limit = startTimeLimit(endpoint, request, () => onReach(false))
    try {
      const response = await limit.guard(
        fetch(`${base}${buildLocation(endpoint, request)}`, {
          method: endpoint.method,
          headers: buildHeaders(endpoint, request),
          signal: limit.signal,
          ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        }),
      )
      onReach(!GATEWAY_FAILURES.includes(response.status))
      if (response.ok) return await read(response, limit)
      throw new HttpError({
        status: response.status,
        body: readJson(await limit.guard(response.text())),
        tried: describeAttempt(endpoint),
        retryAfterMs: parseRetryAfter(response.headers.get('Retry-After'), clock.now()),
      })
    } finally {
      limit.stop()
    }
  }

  return async <T>(endpoint: Endpoint, request: ExchangeRequest, read: Reader<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(endpoint, request, read)
      } catch (error) {
        const delayMs = retryDelayMs(error, { method: endpoint.method, attempt, random })
        if (delayMs === null) throw error
        await clock.sleep(delayMs, request.signal)
      }
    }
  }
}

export const describeAttempt = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`

/** Returns the parsed body; an empty object for 204 or zero length. */
export const readAnswer = async <E extends Endpoint>(
  endpoint: E,
  response: Response,
  limit: TimeLimit,
): Promise<ResponseOf<E>> => {
  const text = await limit.guard(response.text())
  if (response.status === 204 || text === '') return {} as ResponseOf<E>
  return parseAnswer(endpoint, text)
}

/** Parses the body of a response. Throws `SchemaError` if it does not match the endpoint's schema. */
export const parseAnswer = <E extends Endpoint>(endpoint: E, text: string): ResponseOf<E> => {
  const parsed = endpoint.response.safeParse(readJson(text))
  if (!parsed.success) throw new SchemaError(describeAttempt(endpoint), parsed.error)
  return parsed.data as ResponseOf<E>
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const buildLocation = (endpoint: Endpoint, { params, query }: ExchangeRequest): string => {
  const path = fillPath(endpoint.path, toTexts(params))
  const search = new URLSearchParams(toTexts(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

const toTexts = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

const buildHeaders = (endpoint: Endpoint, request: ExchangeRequest): Headers => {
  const headers = new Headers({
    Accept: endpoint.kind === 'events' ? 'text/event-stream' : 'application/json',
  })
  const { token, body, idempotencyKey, lastEventId } = request
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (typeof token === 'string') headers.set('Authorization', `Bearer ${token}`)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  if (typeof lastEventId === 'string') headers.set('Last-Event-ID', lastEventId)
  return headers
}

type TimeLimit = {
  readonly signal: AbortSignal
  /** Translates a rejection into its cause: the caller's abort, the time limit, or the network. */
  guard<T>(promise: Promise<T>): Promise<T>
  /** Ends the limit. The caller's signal still aborts a body that is being read. */
  stop(): void
}

const startTimeLimit = (
  endpoint: Endpoint,
  request: ExchangeRequest,
  onSilence: () => void,
): TimeLimit => {
  const { signal, timeoutMs = CALL_TIMEOUT_MS } = request
  const expiry = new AbortController()
  const timer = setTimeout(() => expiry.abort(), timeoutMs)
  return {
    signal: signal === undefined ? expiry.signal : AbortSignal.any([signal, expiry.signal]),
    guard: async (promise) => {
      try {
        return await promise
      } catch (error) {
        if (signal?.aborted === true) throw error
        onSilence()
        if (expiry.signal.aborted) throw new TimeoutError(describeAttempt(endpoint), timeoutMs)
        throw new NetworkError(describeAttempt(endpoint), error)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
