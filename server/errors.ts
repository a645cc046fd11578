import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/error.ts'

type Options = {
  cause?: unknown
  /** Texts for people, by name of the wrong field. */
  fields?: Record<string, string>
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number
  countsAsFailure?: boolean
}

/** An expected failure. `code` decides the HTTP status, and `message` is for people. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** True when limits on failed calls count this error although the server caused it. */
  readonly countsAsFailure: boolean

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.countsAsFailure = options.countsAsFailure ?? false
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** Creates the error for an invalid field. */
export const createFieldError = (field: string, reason: string): AppError =>
  new AppError('VALIDATION_FAILED', `${field}: ${reason}`, { fields: { [field]: reason } })

/** Returns the body for the wire. From status 500 on, the text is replaced, and the log has the cause. */
export const toErrorBody = (error: AppError, requestId: string): ErrorBody => {
  const isPrivate = error.status >= 500
  const message = isPrivate ? privateMessage(error.code, requestId) : error.message
  return {
    status: 'error',
    success: false,
    code: error.code,
    message,
    error: message,
    data: null,
    ...(error.status === 401 || error.status === 403 ? { detail: message } : {}),
    ...(error.fields === undefined || isPrivate ? {} : { fields: error.fields }),
    ...(isPrivate ? { request_id: requestId } : {}),
  }
}

const privateMessage = (code: ErrorCode, requestId: string): string => {
  const reason =
    code === 'CHAIN_UNAVAILABLE'
      ? 'The Solana network cannot be reached right now. Please try again.'
      : code === 'DATABASE_UNAVAILABLE'
        ? 'The service is restarting. Please try again in a moment.'
        : 'Something went wrong on our side.'
  return `${reason} (request ${requestId})`
}
