import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/error.ts'
import type { LimitSetting, RateLimits } from './limits.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the product as a value. The browser's client, the server's routes, the mocks of the tests and the
 * OpenAPI document are all made from it, so a path or a shape is written once.
 */
export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = {
  /** Unique, lowerCamelCase. Also the OpenAPI operationId. */
  readonly name: string
  readonly method: Method
  /** Below `/api`, with `{name}` for path parameters. */
  readonly path: `/${string}`
  readonly summary: string
  /** False: no bearer token is sent or asked for. */
  readonly auth: boolean
  /** HTTP status of success. */
  readonly status: number
  /** True if the call moves money: it honors `Idempotency-Key`. */
  readonly idempotent: boolean
  /** `events`: the response is a stream of server-sent events and `response` describes one event's data. */
  readonly kind: 'json' | 'events' | 'file'
  /** How often it may be called. Every route enforces it. */
  readonly limits: RateLimits
  /** The cap on what the call creates. The service that creates it enforces it. */
  readonly caps: readonly LimitSetting[]
  /** Every error code that it may return. */
  readonly errors: readonly ErrorCode[]
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
}

const nothing = z.optional(z.unknown())
type Nothing = typeof nothing

type Definition<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = {
  name: string
  method?: Method
  path: `/${string}`
  summary: string
  auth?: boolean
  status?: number
  idempotent?: boolean
  kind?: 'json' | 'events' | 'file'
  limits: RateLimits
  caps?: readonly LimitSetting[]
  /** Codes beyond those that follow from the other members. */
  errors?: readonly ErrorCode[]
  params?: Params
  query?: Query
  body?: Body
  response: Response
}

/** Completes a definition: by default an authenticated GET with status 200 and JSON. Refuses NUL in requests. */
export const endpoint = <
  Response extends z.ZodMiniType,
  Params extends z.ZodMiniType = Nothing,
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
>(
  definition: Definition<Params, Query, Body, Response>,
): Endpoint<Params, Query, Body, Response> => ({
  method: 'GET',
  auth: true,
  status: 200,
  idempotent: false,
  kind: 'json',
  caps: [],
  ...definition,
  errors: [...new Set([...listImpliedErrors(definition), ...(definition.errors ?? [])])],
  params: refuseNul(definition.params ?? (nothing as unknown as Params)),
  query: refuseNul(definition.query ?? (nothing as unknown as Query)),
  body: refuseNul(definition.body ?? (nothing as unknown as Body)),
})

/** Codes that follow from the method, schemas, authentication, idempotency and limits of an endpoint. */
const listImpliedErrors = ({
  method = 'GET',
  auth = true,
  idempotent = false,
  params,
  query,
  body,
}: Pick<Definition, 'method' | 'auth' | 'idempotent' | 'params' | 'query' | 'body'>) => {
  const hasInput = idempotent || params !== undefined || query !== undefined || body !== undefined
  const codes: ErrorCode[] = ['BAD_REQUEST']
  if (hasInput) codes.push('VALIDATION_FAILED')
  if (auth) codes.push('UNAUTHENTICATED', 'TOKEN_EXPIRED', 'SESSION_REVOKED')
  if (params !== undefined) codes.push('NOT_FOUND')
  if (idempotent) codes.push('CONFLICT', 'IDEMPOTENCY_CONFLICT')
  if (method !== 'GET') codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  codes.push('RATE_LIMITED', 'INTERNAL', 'DATABASE_UNAVAILABLE', 'UNAVAILABLE')
  return codes
}

/** Returns the schema with a check that no text in its value holds NUL, which PostgreSQL cannot store. */
const refuseNul = <Schema extends z.ZodMiniType>(schema: Schema): Schema =>
  schema.check(({ value, issues }) => {
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
    for (const [field, content] of fields) {
      if (!holdsNul([field, content])) continue
      const message = 'Must not contain NUL'
      issues.push({ code: 'custom', path: [field.replaceAll('\0', '')], message, input: value })
    }
  })

/** Returns true if any text in the value holds NUL. Without recursion, because a request can be nested deeper than the stack. */
const holdsNul = (value: unknown): boolean => {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next !== 'object' || next === null) continue
    for (const entry of Object.entries(next)) for (const part of entry) open.push(part)
  }
  return false
}

export type ResponseOf<E extends Endpoint> = z.infer<E['response']>
export type BodyOf<E extends Endpoint> = z.input<E['body']>
export type QueryOf<E extends Endpoint> = z.input<E['query']>
export type ParamsOf<E extends Endpoint> = z.input<E['params']>

/** Returns the path with each `{name}` replaced by its percent-encoded value; a missing one becomes empty. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
