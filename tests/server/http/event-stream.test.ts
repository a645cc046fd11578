import { createConnection } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { READ } from '#contract/endpoint/limits.ts'
import { AppError } from '#server/errors.ts'
import { registerErrorHandler } from '#server/http/error-handler.ts'
import { eventRoute, formatEvents, type ServerEvent } from '#server/http/event-stream.ts'
import { prepareRoutes } from '#server/http/route.ts'

const live = endpoint({
  name: 'live',
  method: 'GET',
  path: '/live',
  summary: 'test',
  limits: READ,
  kind: 'events',
  response: z.object({ seq: z.number(), text: z.string() }),
})
type Live = ServerEvent<{ seq: number; text: string }>

let app: FastifyInstance

function build(
  signInCheck: (request: FastifyRequest) => Promise<void> = async () => undefined,
): FastifyInstance {
  app = Fastify({ logger: false })
  prepareRoutes(app, {
    withIdempotencyKey: (_, work) => work(),
    meters: () => [],
    authenticate: async (request) => {
      await signInCheck(request)
      return {
        id: 'user-1',
        username: 'ann',
        sessionId: 'session-1',
        walletAddresses: [],
        hasPassword: false,
      }
    },
  })
  registerErrorHandler(app)
  return app
}

afterEach(() => app?.close())

async function* two(text = 'a\nb'): AsyncGenerator<Live> {
  yield { data: { seq: 1, text } }
  yield { data: { seq: 2, text: 'c' }, event: 'progress', id: 'x\r\ny' }
}

async function* failing(): AsyncGenerator<Live> {
  yield { data: { seq: 1, text: 'a' } }
  throw new Error('password is hunter2')
}

async function* deaf(): AsyncGenerator<Live> {
  yield { data: { seq: 1, text: 'a' } }
  await new Promise(() => {})
}

async function* silentUntil(signal: AbortSignal): AsyncGenerator<Live> {
  await never(signal)
  yield* []
}

const never = async (signal: AbortSignal): Promise<void> => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}

describe('eventRoute', () => {
  it('streams events with ids taken from seq and ends after the last one', async () => {
    eventRoute(build(), live, async () => two())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${url}/api/live`)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const text = await answer.text()
    expect(text).toContain('id: 1\ndata: {"seq":1,"text":"a\\nb"}\n\n')
    expect(text).toContain('id: x  y\nevent: progress\ndata: {"seq":2,"text":"c"}\n\n')
  })

  it('answers an ordinary error when the handler refuses', async () => {
    eventRoute(build(), live, async () => {
      throw new AppError('NOT_FOUND', 'No such report')
    })
    const answer = await app.inject('/api/live')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('ends with an error event that keeps the cause to itself', async () => {
    eventRoute(build(), live, async () => failing())
    const answer = await app.inject('/api/live')
    expect(answer.body).toContain('event: error\ndata: {"status":"error"')
    expect(answer.body).not.toContain('hunter2')
  })

  it('hands over Last-Event-ID', async () => {
    eventRoute(build(), live, async ({ lastEventId }) => two(lastEventId))
    const answer = await app.inject({ url: '/api/live', headers: { 'last-event-id': '7' } })
    expect(answer.body).toContain('"text":"7"')
  })

  it('stops the source when the reader leaves', async () => {
    const ended = Promise.withResolvers<boolean>()
    eventRoute(build(), live, async ({ signal }) =>
      (async function* events(): AsyncGenerator<Live> {
        try {
          yield { data: { seq: 1, text: 'a' } }
          await never(signal)
        } finally {
          ended.resolve(signal.aborted)
        }
      })(),
    )
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const answer = await fetch(`${url}/api/live`, { signal: leaving.signal })
    await answer.body?.getReader().read()
    leaving.abort()
    expect(await ended.promise).toBe(true)
  })

  it('reads no more events than a stuck reader takes', async () => {
    let made = 0
    async function* endless(): AsyncGenerator<Live> {
      for (;;) yield { data: { seq: (made += 1), text: 'x'.repeat(10_000) } }
    }
    eventRoute(build(), live, async () => endless())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const socket = createConnection(address.port, '127.0.0.1')
    socket.pause()
    socket.write('GET /api/live HTTP/1.1\r\nhost: x\r\n\r\n')
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = made > 0 && made === before
          before = made
          return isStill
        },
        { interval: 200, timeout: 10_000 },
      )
      .toBe(true)
    expect(made).toBeLessThan(5_000)
    socket.destroy()
  })

  it('opens no more than 32 streams for one user, and another when one has ended', async () => {
    eventRoute(build(), live, async () => deaf())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const open = (signal?: AbortSignal) =>
      fetch(`${url}/api/live`, signal === undefined ? {} : { signal })
    const first = await open(leaving.signal)
    const others = await Promise.all(Array.from({ length: 31 }, () => open()))
    expect([first, ...others].every(({ status }) => status === 200)).toBe(true)
    expect((await open()).status).toBe(429)
    leaving.abort()
    await expect.poll(async () => (await open()).status).toBe(200)
  })

  it('counts no stream of a reader who left during the sign-in check', async () => {
    const check = Promise.withResolvers<void>()
    const counts = { checked: 0, gone: 0 }
    const signInCheck = async ({ raw }: FastifyRequest) => {
      counts.checked += 1
      raw.socket.once('close', () => {
        counts.gone += 1
      })
      await check.promise
    }
    eventRoute(build(signInCheck), live, async () => deaf())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const left = Array.from({ length: 32 }, () =>
      fetch(`${url}/api/live`, { signal: leaving.signal }).catch(() => undefined),
    )
    await expect.poll(() => counts.checked).toBe(32)
    leaving.abort()
    await Promise.all(left)
    await expect.poll(() => counts.gone).toBe(32)
    check.resolve()
    expect((await fetch(`${url}/api/live`)).status).toBe(200)
  })

  it('ends every stream when the server stops, even if its source ignores the signal', async () => {
    eventRoute(build(), live, async () => deaf())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${url}/api/live`)
    const startedMs = performance.now()
    await app.close()
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    expect(await answer.text()).toContain('"seq":1')
  })
})

describe('frames', () => {
  it('writes a comment into silence', async () => {
    const stop = new AbortController()
    const silent = silentUntil(stop.signal)
    const lines: string[] = []
    for await (const line of formatEvents(silent, {
      signal: stop.signal,
      onError: String,
      heartbeatMs: 5,
    })) {
      lines.push(line)
      if (lines.length === 3) stop.abort()
    }
    expect(lines.slice(1)).toEqual([': keep-alive\n\n', ': keep-alive\n\n'])
  })
})
