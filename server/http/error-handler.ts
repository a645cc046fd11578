import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import createRouter from 'find-my-way'
import { getErrorCode } from '#contract/error-message.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/error.ts'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { DatabaseUnavailable, isStatementTimeout, ReadAborted } from '#server/db/database-errors.ts'
import { AppError, toErrorBody } from '#server/errors.ts'
import { MAX_PARAM_LENGTH, toRouteUrl } from './route.ts'

const FASTIFY_CODES: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request must be application/json',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'BAD_REQUEST', message: 'The request is not valid JSON' },
}

/** SQLSTATEs of data that PostgreSQL refuses to store (class 22). */
const REFUSED_DATA = new Set(['22P02', '22003', '22021', '22P05', '22008', '22007'])

/** SQLSTATEs of an unavailable database. */
const DATABASE_DOWN = /^(08|57P0|53)/
const RETRY_AFTER_SECONDS = 2

/** Sends a page for a navigation; returns undefined for other paths. */
export type PageFallback = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown> | undefined

/** Sends every error in the contract's form; above 499 only the log has the cause. */
export function registerErrorHandler(app: FastifyInstance, page?: PageFallback): void {
  app.setErrorHandler((error, request, reply) => {
    const known = translate(error, request)
    if (known.status >= 500) {
      request.log.error({ err: error, code: known.code }, 'request failed')
    }
    return sendError(known, request, reply)
  })

  const listAllowedMethods = createMethodFinder(app)
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = listAllowedMethods(request.url)
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '))
      return sendError(new AppError('METHOD_NOT_ALLOWED', 'Method not allowed'), request, reply)
    }
    return (
      page?.(request, reply) ?? sendError(new AppError('NOT_FOUND', 'Not found'), request, reply)
    )
  })
}

/** Sends the error with its status, `Retry-After` and `WWW-Authenticate`. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const retryAfterSeconds =
    error.retryAfterSeconds ?? (error.status === 503 ? RETRY_AFTER_SECONDS : undefined)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorBody(error, request.id)))
}

function translate(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (error instanceof RpcUnavailable) {
    return new AppError('CHAIN_UNAVAILABLE', 'chain unavailable', { cause: error })
  }
  if (error instanceof ReadAborted) {
    return new AppError('BAD_REQUEST', 'The request was aborted', { cause: error })
  }
  if (isStatementTimeout(error)) {
    return new AppError('UNAVAILABLE', 'a statement took too long', { cause: error })
  }
  const code = getErrorCode(error)
  const parserError = FASTIFY_CODES[code]
  if (parserError !== undefined) return new AppError(parserError.code, parserError.message)
  if (isDatabaseDown(error, code)) {
    return new AppError('DATABASE_UNAVAILABLE', 'database unavailable', { cause: error })
  }
  if (REFUSED_DATA.has(code)) {
    // Without a stack, because any client can cause this.
    request.log.warn({ code, reason: String(error) }, 'the database refused a value of the request')
    return code === '22P02' && Object.keys(request.params ?? {}).length > 0
      ? new AppError('NOT_FOUND', 'Not found')
      : new AppError('BAD_REQUEST', 'A value of the request cannot be used', { cause: error })
  }
  const status = (error as Partial<FastifyError> | null)?.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError(toErrorCode(status), 'The request cannot be understood', { cause: error })
  }
  return new AppError('INTERNAL', 'unexpected', { cause: error })
}

const isDatabaseDown = (error: unknown, code: string): boolean =>
  error instanceof DatabaseUnavailable || (code.length === 5 && DATABASE_DOWN.test(code))

/** Codes of Fastify's own errors; any other status below 500 is a `BAD_REQUEST`. */
const FASTIFY_STATUS_CODES = ['NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const

const toErrorCode = (status: number): ErrorCode =>
  FASTIFY_STATUS_CODES.find((code) => ERROR_STATUS[code] === status) ?? 'BAD_REQUEST'

/** Returns a function that lists the methods with which the endpoints answer an address, by Fastify's own router. */
function createMethodFinder(app: FastifyInstance): (url: string) => Endpoint['method'][] {
  const router = createRouter({ maxParamLength: MAX_PARAM_LENGTH })
  const methods = new Set<Endpoint['method']>()
  app.addHook('onReady', async () => {
    for (const endpoint of app.api.endpoints) {
      methods.add(endpoint.method)
      router.on(endpoint.method, toRouteUrl(endpoint), () => {})
    }
  })
  return (url) => [...methods].filter((method) => router.find(method, url) !== null)
}
