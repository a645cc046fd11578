import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isNestedDeeper } from '#server/lib/is-nested-deeper.ts'
import { registerGracefulStop } from './graceful-stop.ts'
import type { CallMeter, CallMeters } from './call-limits.ts'
import type { WithIdempotencyKey } from './idempotency.ts'
import { PLAIN_MESSAGES } from './input-messages.ts'
import { createOutputWriter } from './output-writer.ts'

export type Caller = {
  id: string
  username: string
  sessionId: string
  walletAddresses: string[]
  hasPassword: boolean
}

type ApiState = {
  /** Every registered endpoint, for the OpenAPI document, 405 answers and tests. */
  endpoints: Endpoint[]
  authenticate: (request: FastifyRequest) => Promise<Caller>
  withIdempotencyKey: WithIdempotencyKey
  meters: CallMeters
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal
}

declare module 'fastify' {
  interface FastifyInstance {
    api: ApiState
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

export const API_PREFIX = '/api'
export const MAX_PARAM_LENGTH = 200
/** Deeper JSON could overflow the stack where it is written again. */
const MAX_DEPTH = 100

z.config(PLAIN_MESSAGES)

export type PublicContext<E extends Endpoint> = {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** 1–255 visible ASCII characters. */
  readonly idempotencyKey: string | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

export type Context<E extends Endpoint> = PublicContext<E> & {
  readonly user: Caller
  /**
   * Runs the work at most once per user, endpoint and `Idempotency-Key`, and returns the first answer to repeated
   * calls. Throws `IDEMPOTENCY_CONFLICT` for the same key with other input. Without the header it just runs. The
   * answer must be plain JSON.
   */
  withIdempotencyKey<T>(work: () => Promise<T>): Promise<T>
}

type Answer<E extends Endpoint> = Promise<z.input<E['response']>> | z.input<E['response']>

/** `fileName` makes it a download. Pieces are sent one after the other. */
export type FileAnswer = {
  content: string | Buffer | AsyncIterable<string>
  contentType: string
  fileName?: string
}

/** Prepares an instance for `route`: state, graceful stop, zod, JSON bodies only. */
export function prepareRoutes(
  app: FastifyInstance,
  {
    authenticate,
    withIdempotencyKey,
    meters,
  }: Pick<ApiState, 'authenticate' | 'withIdempotencyKey' | 'meters'>,
): void {
  const stopping = registerGracefulStop(app)
  app.decorate('api', { endpoints: [], authenticate, withIdempotencyKey, meters, stopping })
  app.decorateRequest('caller', null)
  app.setValidatorCompiler(({ schema }) => createInputParser(schema as z.ZodMiniType))
  app.setSerializerCompiler(({ schema, method, url }) =>
    createOutputWriter(schema as z.ZodMiniType, `${method} ${url}`, app.log),
  )
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) {
      done(null, undefined)
      return
    }
    void parseJson(request, text.toString(), (error, body) => {
      const isRefused = error === null && isNestedDeeper(body, MAX_DEPTH)
      done(
        isRefused ? new AppError('BAD_REQUEST', 'The request is nested too deeply') : error,
        body,
      )
    })
  })
}

/**
 * Registers an authenticated JSON endpoint below `/api`. The endpoint's schemas parse the input and check the result;
 * a thrown `AppError` becomes the error body.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>) => Answer<E>,
): void {
  assertDeclared(endpoint, { auth: true, kind: 'json' })
  bind(app, endpoint, async (request, reply) => {
    reply.code(endpoint.status)
    return handler(createContext(endpoint, request, reply))
  })
}

/** Registers an endpoint without authentication. */
export function publicRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: PublicContext<E>) => Answer<E>,
): void {
  assertDeclared(endpoint, { auth: false, kind: 'json' })
  bind(app, endpoint, async (request, reply) => {
    reply.code(endpoint.status)
    return handler(createPublicContext(endpoint, request, reply))
  })
}

export function fileRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>) => Promise<FileAnswer>,
): void {
  assertDeclared(endpoint, { auth: true, kind: 'file' })
  bind(app, endpoint, async (request, reply) => {
    const { content, contentType, fileName } = await handler(
      createContext(endpoint, request, reply),
    )
    if (fileName !== undefined) {
      const safeName = fileName.replaceAll(/[^\w.-]/g, '_')
      reply.header('content-disposition', `attachment; filename="${safeName}"`)
    }
    const isWhole = typeof content === 'string' || Buffer.isBuffer(content)
    return reply
      .code(endpoint.status)
      .type(contentType)
      .send(isWhole ? content : Readable.from(content, { objectMode: false }))
  })
}

/** Registers an endpoint. Authentication and limits run before the body is read, unless a limit needs more. */
export function bind(app: FastifyInstance, endpoint: Endpoint, handler: Handler): void {
  app.api.endpoints.push(endpoint)
  const { params, query, body } = endpoint
  const meters = app.api.meters(endpoint)
  // If one limit must run late, all do, to keep their order.
  const isEarly = meters.every(
    ({ limit }) => limit.counts === 'calls' && typeof limit.per === 'string',
  )
  app.route({
    method: endpoint.method,
    url: toRouteUrl(endpoint),
    exposeHeadRoute: endpoint.kind === 'json',
    schema: {
      ...(isAbsent(params) ? {} : { params }),
      ...(isAbsent(query) ? {} : { querystring: query }),
      ...(isAbsent(body) ? {} : { body }),
      ...(endpoint.kind === 'json' ? { response: { [endpoint.status]: endpoint.response } } : {}),
    },
    onRequest: async (request: FastifyRequest) => {
      if (endpoint.auth) request.caller = await app.api.authenticate(request)
      if (isEarly) await takeAll(meters, request)
    },
    handler: isEarly ? handler : countCalls(meters, handler),
  })
}

/** Returns the path of an endpoint in Fastify's syntax. */
export const toRouteUrl = ({ path }: Endpoint): string =>
  `${API_PREFIX}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

async function takeAll(meters: readonly CallMeter[], request: FastifyRequest): Promise<void> {
  for (const [index, meter] of meters.entries()) {
    try {
      await meter.take(request)
    } catch (error) {
      // A refused call tried nothing, so it is not a failure; the refusing meter counted it too.
      if (isRefusal(error)) await giveBack(meters.slice(0, index + 1), request)
      throw error
    }
  }
}

async function giveBack(meters: readonly CallMeter[], request: FastifyRequest): Promise<void> {
  const returned = meters.filter(({ limit }) => limit.counts === 'failures')
  await Promise.all(returned.map((meter) => meter.giveBack(request)))
}

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'RATE_LIMITED'

const isFailure = (error: unknown): boolean =>
  error instanceof AppError && !isRefusal(error) && (error.status < 500 || error.countsAsFailure)

/** Counts calls before the handler. Limits on failures give back successes, refused calls and server errors. */
function countCalls(meters: readonly CallMeter[], handler: Handler): Handler {
  return async (request, reply) => {
    await takeAll(meters, request)
    try {
      const answer = await handler(request, reply)
      await giveBack(meters, request)
      return answer
    } catch (error) {
      if (!isFailure(error)) await giveBack(meters, request)
      throw error
    }
  }
}

/** Returns true for the placeholder schema of `endpoint()`. */
export const isAbsent = (schema: z.ZodMiniType): boolean => schema.type === 'optional'

function createInputParser(schema: z.ZodMiniType) {
  return (input: unknown) => {
    const parsed = z.safeParse(schema, input, { reportInput: true })
    if (parsed.success) return { value: parsed.data }
    const fields = Object.fromEntries(
      parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
    )
    const [[field, reason] = ['body', 'Invalid']] = Object.entries(fields)
    return { error: new AppError('VALIDATION_FAILED', `${field}: ${reason}`, { fields }) }
  }
}

/** Throws if the endpoint is declared otherwise, so that a wrong registration fails at the start. */
export function assertDeclared(
  endpoint: Endpoint,
  { auth, kind }: { auth: boolean; kind: Endpoint['kind'] },
): void {
  if (endpoint.auth !== auth || endpoint.kind !== kind) {
    throw new Error(
      `${endpoint.name} is ${endpoint.auth ? 'authenticated' : 'public'} and answers ${endpoint.kind}`,
    )
  }
}

/** Returns what a handler gets. Throws if the request has no authenticated user. */
export function createContext<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Context<E> {
  const user = request.caller
  if (user === null) throw new Error(`${endpoint.name} ran without authentication`)
  const context = createPublicContext(endpoint, request, reply)
  const { params, query, body, idempotencyKey: key } = context
  return Object.assign(context, {
    user,
    withIdempotencyKey: async <T>(work: () => Promise<T>): Promise<T> =>
      key === undefined
        ? work()
        : request.server.api.withIdempotencyKey(
            { userId: user.id, endpoint: endpoint.name, key, request: { params, query, body } },
            work,
          ),
  })
}

function createPublicContext<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): PublicContext<E> {
  let gone: AbortController | undefined
  return {
    params: request.params as z.output<E['params']>,
    query: request.query as z.output<E['query']>,
    body: request.body as z.output<E['body']>,
    request,
    reply,
    idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request) : undefined,
    get signal() {
      gone ??= abortWhenGone(reply)
      return gone.signal
    },
  }
}

function abortWhenGone(reply: FastifyReply): AbortController {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new AppError('VALIDATION_FAILED', 'Idempotency-Key must be 1 to 255 visible characters', {
    fields: { 'Idempotency-Key': 'Must be 1 to 255 visible ASCII characters' },
  })
}

export const success = <Data>(data: Data): { status: 'success'; data: Data; error: null } => ({
  status: 'success',
  data,
  error: null,
})

export const successList = <Entry>(
  { rows, total, hasMore }: Page<Entry>,
  { offset, limit }: { offset: number; limit: number },
) => ({ ...success(rows), meta: { offset, limit, total, has_more: hasMore } })
