import { readField } from '#src/lib/read-field.ts'

const AUTHENTICATION_FAILED = 'Authentication failed, please login again'

/**
 * A call without a usable answer. `message` is for users, `tried` (`POST /auth/login`) is for logs; subclasses name
 * the cause. An abort by the caller is thrown as it is.
 */
export class ApiError extends Error {
  readonly tried: string

  constructor(message: string, tried: string, options?: ErrorOptions) {
    super(message, options)
    this.tried = tried
    this.name = new.target.name
  }
}

export class HttpError extends ApiError {
  readonly status: number
  /** A code of `contract/error.ts` when the body carries one. */
  readonly code: string | null
  readonly body: unknown
  readonly retryAfterMs: number | null
  readonly receivedMs = Date.now()

  constructor(answer: {
    status: number
    body: unknown
    tried: string
    retryAfterMs?: number | null
  }) {
    const message = readMessage(answer.status, answer.body)
    super(
      answer.status === 429 ? addRetryTime(message, answer.retryAfterMs ?? null) : message,
      answer.tried,
    )
    this.status = answer.status
    this.code = readText(answer.body, 'code')
    this.body = answer.body
    this.retryAfterMs = answer.retryAfterMs ?? null
  }
}

/** Returns when (Unix milliseconds) a rate-limited call can be repeated, or null when the server did not say. */
export const getRetryTime = (error: unknown): number | null =>
  error instanceof HttpError && error.status === 429 && error.retryAfterMs !== null
    ? error.receivedMs + error.retryAfterMs
    : null

/** True if the requested object does not exist (any more). */
export const isNotFound = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 404

/** The session cannot be renewed. The stored credentials have been cleared. */
export class SessionLostError extends ApiError {
  readonly status = 401

  constructor(tried: string, cause: Error) {
    super(AUTHENTICATION_FAILED, tried, { cause })
  }
}

/** No answer: offline, refused, or the connection broke. */
export class NetworkError extends ApiError {
  constructor(tried: string, cause: unknown) {
    super('The server cannot be reached. Check your connection and try again.', tried, { cause })
  }
}

export class TimeoutError extends ApiError {
  readonly timeoutMs: number

  constructor(tried: string, timeoutMs: number) {
    super('The server took too long to answer. Please try again.', tried)
    this.timeoutMs = timeoutMs
  }
}

export class SchemaError extends ApiError {
  constructor(tried: string, cause: unknown) {
    super('The server sent an answer that this page does not understand.', tried, { cause })
  }
}

/**
 * Returns a failed response's `message` or `error`, for 401 and 403 `detail` or `error` first, else the status in
 * words.
 */
const readMessage = (status: number, body: unknown): string => {
  const fields =
    status === 401 || status === 403 ? ['detail', 'error', 'message'] : ['message', 'error']
  for (const field of fields) {
    const text = readText(body, field)
    if (text !== null) return text
  }
  return `API request failed with status ${status}`
}

/** Adds when to try again, if the server sent the time and its message lacks it. */
const addRetryTime = (sentence: string, waitMs: number | null): string => {
  if (waitMs === null || /\bagain\b/i.test(sentence)) return sentence
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const time =
    seconds < 90
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(seconds / 60)} minutes`
  return `${/[.!?]$/.test(sentence) ? sentence : `${sentence}.`} Try again in ${time}.`
}

const readText = (body: unknown, field: string): string | null => {
  const value = readField(body, field)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Statuses of a busy or restarting server, which are unrelated to the request. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** True if the same call may succeed in a moment. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof HttpError && TEMPORARY_STATUSES.has(error.status))

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Returns the server's message per field of a request; empty when there are none. */
export const getFieldProblems = (error: unknown): Readonly<Record<string, string>> => {
  const fields = error instanceof HttpError ? readField(error.body, 'fields') : null
  return Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
