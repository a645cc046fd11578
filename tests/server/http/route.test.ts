import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { READ } from '#contract/endpoint/limits.ts'
import { ErrorBody } from '#contract/error.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { AppError } from '#server/errors.ts'
import { registerErrorHandler } from '#server/http/error-handler.ts'
import { fileRoute, prepareRoutes, publicRoute, route, type Caller } from '#server/http/route.ts'

const caller: Caller = {
  id: 'user-1',
  username: 'ann',
  sessionId: 'session-1',
  walletAddresses: [],
  hasPassword: true,
}

let app: FastifyInstance

function build(): FastifyInstance {
  app = Fastify({ logger: false, bodyLimit: 2_000 })
  prepareRoutes(app, {
    withIdempotencyKey: (_, work) => work(),
    meters: () => [],
    authenticate: async (request) => {
      if (request.headers.authorization === 'Bearer good') return caller
      throw new AppError('UNAUTHENTICATED', 'Sign in first')
    },
  })
  registerErrorHandler(app)
  return app
}

afterEach(() => app.close())

const post = endpoint({
  name: 'post',
  method: 'POST',
  path: '/things/{id}',
  summary: 'test',
  limits: READ,
  auth: false,
  status: 201,
  idempotent: true,
  params: z.object({ id: z.string() }),
  query: z.object({ n: z._default(z.coerce.number().check(z.gte(1)), 3) }),
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1)) }),
  response: z.object({ id: z.string(), n: z.number(), name: z.string() }),
})

const bindPost = () =>
  publicRoute(build(), post, ({ params, query, body }) => ({
    id: params.id,
    n: query.n,
    name: body.name,
  }))

const sendWithKey = (key: string) =>
  app.inject({
    method: 'POST',
    url: '/api/things/a',
    headers: { 'idempotency-key': key },
    payload: { name: 'x' },
  })

const failing = (thrown: unknown) => {
  const boom = endpoint({
    name: 'boom',
    method: 'GET',
    path: '/boom',
    summary: 'test',
    limits: READ,
    auth: false,
    response: z.object({}),
  })
  publicRoute(build(), boom, () => Promise.reject(thrown as Error))
  return app.inject('/api/boom')
}

describe('route', () => {
  it('hands over parsed params, query and body and answers with the endpoint status', async () => {
    bindPost()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things/a%20b?n=7',
      payload: { name: ' x ' },
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ id: 'a b', n: 7, name: 'x' })
  })

  it('names every field that does not fit', async () => {
    bindPost()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things/a',
      payload: { name: ' ' },
    })
    expect(answer.statusCode).toBe(400)
    const body = ErrorBody.parse(answer.json())
    expect(body).toMatchObject({ status: 'error', success: false, code: 'VALIDATION_FAILED' })
    expect(Object.keys(body.fields ?? {})).toEqual(['name'])
    expect(body.error).toBe(body.message)
  })

  it.each([
    ['broken JSON', '{"name":', 'application/json', 400],
    ['__proto__', '{"name":"a","__proto__":{"x":1}}', 'application/json', 400],
    ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}', 'application/json', 400],
    ['deep nesting', '['.repeat(1_900), 'application/json', 400],
    ['XML', '<name/>', 'text/xml', 415],
    ['plain text', 'name', 'text/plain', 415],
    ['too much', `{"name":"${'x'.repeat(3_000)}"}`, 'application/json', 413],
    ['an array', '[]', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
  ])('refuses %s with the error body', async (_, payload, contentType, status) => {
    bindPost()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things/a',
      headers: { 'content-type': contentType },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(ErrorBody.safeParse(answer.json()).success).toBe(true)
  })

  it('refuses an idempotency key with spaces or of 256 characters', async () => {
    publicRoute(build(), post, ({ idempotencyKey }) => ({
      id: idempotencyKey ?? 'none',
      n: 1,
      name: '',
    }))
    expect((await sendWithKey('k'.repeat(255))).json()).toMatchObject({ id: 'k'.repeat(255) })
    expect((await sendWithKey('k'.repeat(256))).statusCode).toBe(400)
    expect((await sendWithKey('a b')).statusCode).toBe(400)
  })

  it('answers a result outside the response schema with 500 and no detail', async () => {
    publicRoute(build(), post, () => ({ id: 'a', n: 'secret' as unknown as number, name: '' }))
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things/a',
      payload: { name: 'x' },
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
  })

  it('authenticates before it reads the body and hands over the caller', async () => {
    const mine = endpoint({ ...post, name: 'mine', auth: true })
    route(build(), mine, ({ user }) => ({ id: user.id, n: 1, name: user.username }))
    const request = { method: 'POST', url: '/api/things/a' } as const
    const refused = await app.inject({ ...request, payload: '{', headers: {} })
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({ code: 'UNAUTHENTICATED', detail: 'Sign in first' })
    const taken = await app.inject({
      ...request,
      headers: { authorization: 'Bearer good' },
      payload: { name: 'x' },
    })
    expect(taken.json()).toMatchObject({ id: 'user-1', name: 'ann' })
  })

  it('refuses to bind a public endpoint as an authenticated one', () => {
    expect(() => route(build(), post, () => ({ id: '', n: 1, name: '' }))).toThrow(/public/)
  })

  it('aborts the signal when the caller leaves', async () => {
    let signal: AbortSignal | undefined
    const started = Promise.withResolvers<void>()
    publicRoute(build(), post, async (context) => {
      signal = context.signal
      started.resolve()
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      return { id: '', n: 1, name: '' }
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const call = fetch(`${url}/api/things/a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"x"}',
      signal: leaving.signal,
    })
    await started.promise
    leaving.abort()
    await expect(call).rejects.toThrow()
    await expect.poll(() => signal?.aborted).toBe(true)
  })

  it('sends a file as a download with a harmless name', async () => {
    const file = endpoint({
      name: 'file',
      method: 'GET',
      path: '/file',
      summary: 'test',
      limits: READ,
      kind: 'file',
      response: z.string(),
    })
    fileRoute(build(), file, async () => ({
      content: 'a,b',
      contentType: 'text/csv',
      fileName: 'x"\r\ny.csv',
    }))
    const answer = await app.inject({
      url: '/api/file',
      headers: { authorization: 'Bearer good' },
    })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="x___y.csv"')
    expect(answer.body).toBe('a,b')
  })
})

describe('error handler', () => {
  it('tells the caller of an unforeseen error nothing but the request id', async () => {
    const answer = await failing(new Error('password is hunter2'))
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'INTERNAL', data: null })
    expect(answer.body).not.toContain('hunter2')
    expect(ErrorBody.parse(answer.json()).request_id).toBeTruthy()
  })

  it('says 503 and Retry-After when the chain or the database cannot be reached', async () => {
    const chain = await failing(new RpcUnavailable('getSlot', 'timeout'))
    expect(chain.statusCode).toBe(503)
    expect(chain.json()).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    await app.close()
    const database = await failing(
      Object.assign(new Error('terminating connection'), { code: '57P01' }),
    )
    expect(database.statusCode).toBe(503)
    expect(database.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(Number(database.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('turns a value that the database refuses into 400', async () => {
    const answer = await failing(Object.assign(new Error('NUL'), { code: '22021' }))
    expect(answer.statusCode).toBe(400)
  })

  it('answers 404 for an unknown path and 405 with Allow for an unknown method', async () => {
    bindPost()
    const missing = await app.inject('/api/nowhere')
    expect(missing.statusCode).toBe(404)
    expect(missing.json()).toMatchObject({ code: 'NOT_FOUND', error: 'Not found' })
    const wrong = await app.inject({ method: 'DELETE', url: '/api/things/a' })
    expect(wrong.statusCode).toBe(405)
    expect(wrong.headers.allow).toBe('POST')
  })

  it('carries Retry-After of a rate limit', async () => {
    const answer = await failing(
      new AppError('RATE_LIMITED', 'Too many attempts', { retryAfterSeconds: 12.2 }),
    )
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('13')
  })
})
