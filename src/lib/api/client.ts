import type * as z from 'zod/mini'
import { refresh as refreshEndpoint } from '#contract/auth.ts'
import type {
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '#contract/endpoint/endpoint.ts'
import { systemClock, type Clock } from '#src/lib/clock.ts'
import { createRandomId } from '#src/lib/random-id.ts'
import {
  HttpError,
  NetworkError,
  SessionLostError,
  TimeoutError,
  isTemporary,
} from './api-error.ts'
import { followEvents } from './event-stream.ts'
import { createExchange, parseAnswer, readAnswer, describeAttempt } from './exchange.ts'
import type { ExchangeRequest } from './exchange.ts'
import { createRefresher, type Locks, type TokenStore } from './refresh.ts'

/** Two attempts fit into the time in which the server accepts the same refresh token again. */
const REFRESH_TIMEOUT_MS = 4_500

/** A part is present only if the endpoint names it, and optional if it has no required fields. */
type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [Key in Name]?: never }
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value }

type CallOptions<E extends Endpoint> = {
  readonly signal?: AbortSignal | undefined
  /** Limits the complete response; for streams and files, only the headers. Default 30 s. */
  readonly timeoutMs?: number
  /** For calls that move money. Created if absent, so that retries are the same order. */
  readonly idempotencyKey?: string
} & Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>

type OptionalArgument<Options> =
  Partial<Options> extends Options ? [options?: Options] : [options: Options]

type StreamOptions<E extends Endpoint> = CallOptions<E> & {
  /** Returns true for the last event. A GET stream that ends earlier is reopened. */
  readonly isLast: (event: ResponseOf<E>) => boolean
  /** Called with false when the connection breaks, and with true when it is back. */
  readonly onConnection?: (isConnected: boolean) => void
}

/** An endpoint that answers with `{ data }`. */
type DataEndpoint = Endpoint & { response: z.ZodMiniType<{ data: unknown }> }

export type ApiClient = {
  /** Returns the parsed answer; an empty object for an empty one. Throws an ApiError, or the caller's abort. */
  call<E extends Endpoint>(
    endpoint: E,
    ...options: OptionalArgument<CallOptions<E>>
  ): Promise<ResponseOf<E>>
  /** Returns the `data` of the parsed answer. */
  callForData<E extends DataEndpoint>(
    endpoint: E,
    ...options: OptionalArgument<CallOptions<E>>
  ): Promise<ResponseOf<E>['data']>
  /** Returns the raw successful response, for files. */
  open<E extends Endpoint>(
    endpoint: E,
    ...options: OptionalArgument<CallOptions<E>>
  ): Promise<Response>
  /** Yields server-sent events until the last one or an abort. */
  stream<E extends Endpoint>(endpoint: E, options: StreamOptions<E>): AsyncGenerator<ResponseOf<E>>
}

export type ApiClientOptions = {
  readonly base: string
  readonly tokens: TokenStore
  /** Called after the credentials were cleared. */
  readonly onSessionLost: () => void
  /** Called for each call that fails because the session is lost. Callers show all other failures. */
  readonly onSessionError?: (error: SessionLostError) => void
  /** Called after each request; true if the server answered. */
  readonly onReach?: (isReached: boolean) => void
  readonly locks?: Locks | null
  readonly clock?: Clock
  readonly random?: () => number
}

type Exchange = ReturnType<typeof createExchange>

type SignedInOptions = Pick<ApiClientOptions, 'tokens' | 'onSessionLost'> & {
  readonly exchange: Exchange
  readonly locks: Locks | null
  readonly clock: Clock
}

/** Creates an exchange that sends and renews the bearer token; see `createApiClient`. */
const createSignedInExchange = ({
  exchange,
  tokens,
  onSessionLost,
  locks,
  clock,
}: SignedInOptions): Exchange => {
  const refresher = createRefresher({
    tokens,
    locks,
    clock,
    isTemporary,
    ask: async (refreshToken) => {
      const send = () =>
        exchange(
          refreshEndpoint,
          { body: { refresh_token: refreshToken }, timeoutMs: REFRESH_TIMEOUT_MS },
          (response, limit) => readAnswer(refreshEndpoint, response, limit),
        )
      try {
        return await send()
      } catch (error) {
        // The token may be used although the response was lost. A later retry would look like theft and end the session.
        if (error instanceof TimeoutError || error instanceof NetworkError) return await send()
        throw error
      }
    },
  })

  const loseSession = (endpoint: Endpoint, cause: Error): SessionLostError => {
    tokens.clear()
    onSessionLost()
    return new SessionLostError(describeAttempt(endpoint), cause)
  }

  /** Renews a token that expires soon. If that fails temporarily, the token is used until it expires. */
  const renewInTime = async (endpoint: Endpoint) => {
    const token = tokens.accessToken()
    if (!refresher.isEnding(token) || tokens.refreshToken() === null) return
    try {
      const outcome = await refresher.refresh(token)
      if (!outcome.ok) throw loseSession(endpoint, outcome.cause)
    } catch (error) {
      if (!isTemporary(error)) throw error
    }
  }

  return async (endpoint, request, read) => {
    await renewInTime(endpoint)
    const token = tokens.accessToken()
    try {
      return await exchange(endpoint, { ...request, token }, read)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    const outcome = await refresher.refresh(token)
    if (!outcome.ok) throw loseSession(endpoint, outcome.cause)
    try {
      return await exchange(endpoint, { ...request, token: tokens.accessToken() }, read)
    } catch (error) {
      // 403 with a fresh token is about the request, not about the session.
      if (isRefusal(error) && error.status === 401) throw loseSession(endpoint, error)
      throw error
    }
  }
}

/**
 * Creates the API client. It renews the bearer token shortly before it expires, and once after a 401 or 403, which
 * repeats the call. If that fails, it clears the credentials and throws `SessionLostError`.
 */
export const createApiClient = ({
  base,
  tokens,
  onSessionLost,
  onSessionError,
  onReach = () => undefined,
  locks = null,
  clock = systemClock,
  random = Math.random,
}: ApiClientOptions): ApiClient => {
  const exchange = createExchange({ base, clock, random, onReach })

  const exchangeSignedIn = createSignedInExchange({ exchange, tokens, onSessionLost, locks, clock })

  const run = async <T>(
    endpoint: Endpoint,
    request: ExchangeRequest = {},
    read: Parameters<typeof exchange<T>>[2],
  ): Promise<T> => {
    const idempotencyKey =
      request.idempotencyKey ?? (endpoint.idempotent ? createRandomId() : undefined)
    try {
      return await (endpoint.auth ? exchangeSignedIn : exchange)(
        endpoint,
        { ...request, idempotencyKey },
        read,
      )
    } catch (error) {
      if (error instanceof SessionLostError) onSessionError?.(error)
      throw error
    }
  }

  const call: ApiClient['call'] = (endpoint, ...[options]) =>
    run(endpoint, options, (response, limit) => readAnswer(endpoint, response, limit))

  return {
    call,
    callForData: async (endpoint, ...options) => (await call(endpoint, ...options)).data,
    open: (endpoint, ...[options]) => run(endpoint, options, keepResponse),
    stream: (endpoint, { isLast, onConnection, ...options }) =>
      followEvents({
        open: (lastEventId) => run(endpoint, { ...options, lastEventId }, keepResponse),
        parse: (text) => parseAnswer(endpoint, text),
        isLast,
        onConnection,
        isResumable: endpoint.method === 'GET',
        tried: describeAttempt(endpoint),
        signal: options.signal,
        clock,
        random,
      }),
  }
}

const keepResponse = (response: Response): Promise<Response> => Promise.resolve(response)

/** Codes that reject a signature or password in the request. A new session would not help. */
const REQUEST_CODES: ReadonlySet<string | null> = new Set([
  'INVALID_NONCE',
  'REAUTHENTICATION_REQUIRED',
])

const isRefusal = (error: unknown): error is HttpError =>
  error instanceof HttpError &&
  (error.status === 401 || error.status === 403) &&
  !REQUEST_CODES.has(error.code)
