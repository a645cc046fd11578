import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import { AppError, toErrorBody } from '#server/errors.ts'
import { bind, createContext, assertDeclared, type Context } from './route.ts'

/** The default `id` is the data's `seq`. */
export type ServerEvent<Data> = { data: Data; id?: string | number; event?: string }

type EventContext<E extends Endpoint> = Context<E> & {
  /** The last event that a reconnecting reader received. */
  readonly lastEventId: string | undefined
}

/** Proxies and browsers cut silent connections after 30–60 s. */
const HEARTBEAT_MS = 15_000
/** Enough for the windows and tabs of one person; each stream holds a connection. */
const MAX_STREAMS_PER_USER = 32
const RECONNECT_MS = 2_000

/**
 * Registers an authenticated `events` endpoint. The handler returns the events, or rejects with an ordinary error. The
 * next event is requested only after the reader took the last one. When the reader leaves or the server stops, `signal`
 * aborts and the iterator returns.
 */
export function eventRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    context: EventContext<E>,
  ) => Promise<AsyncIterable<ServerEvent<z.input<E['response']>>>>,
): void {
  assertDeclared(endpoint, { auth: true, kind: 'events' })
  const openStreams = new Map<string, number>()
  bind(app, endpoint, async (request, reply) => {
    const context = createContext(endpoint, request, reply)
    reserveStream(openStreams, context.user.id, reply)
    const signal = AbortSignal.any([context.signal, app.api.stopping])
    const lastEventId = request.headers['last-event-id']
    const events = await handler({
      ...context,
      signal,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    })
    const onError = (error: unknown): string => {
      const known = error instanceof AppError ? error : new AppError('INTERNAL', 'stream failed')
      if (known.status >= 500) request.log.error({ err: error }, 'event stream failed')
      return formatFrame({ event: 'error', data: toErrorBody(known, request.id) })
    }
    return reply
      .code(endpoint.status)
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      })
      .send(Readable.from(formatEvents(events, { signal, onError }), { objectMode: false }))
  })
}

function reserveStream(
  openStreams: Map<string, number>,
  userId: string,
  reply: FastifyReply,
): void {
  // A connection that closed during the sign-in check emits no further event.
  if (reply.raw.destroyed) return
  const count = openStreams.get(userId) ?? 0
  if (count >= MAX_STREAMS_PER_USER) {
    throw new AppError('RATE_LIMITED', 'Too many live views are open', { retryAfterSeconds: 10 })
  }
  openStreams.set(userId, count + 1)
  reply.raw.once('close', () => {
    const left = (openStreams.get(userId) ?? 1) - 1
    if (left === 0) openStreams.delete(userId)
    else openStreams.set(userId, left)
  })
}

type FrameOptions = {
  signal: AbortSignal
  onError: (error: unknown) => string
  heartbeatMs?: number
}

/** Formats events for the wire, with heartbeats. An error becomes an `error` event. */
export async function* formatEvents(
  events: AsyncIterable<ServerEvent<unknown>>,
  { signal, onError, heartbeatMs = HEARTBEAT_MS }: FrameOptions,
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    yield `retry: ${RECONNECT_MS}\n\n`
    let pending: Promise<IteratorResult<ServerEvent<unknown>>> | undefined
    while (!signal.aborted) {
      pending ??= iterator.next()
      const outcome = await raceNext(pending, signal, heartbeatMs)
      if (outcome === 'aborted') return
      if (outcome === 'silence') {
        yield ': keep-alive\n\n'
        continue
      }
      pending = undefined
      if (outcome.done === true) return
      yield formatFrame(outcome.value)
    }
  } catch (error) {
    if (!signal.aborted) yield onError(error)
  } finally {
    // Not awaited, because a generator that ignores the signal would keep the connection open.
    iterator.return?.().catch(ignoreLateFailure)
  }
}

function formatFrame({ id, event, data }: ServerEvent<unknown>): string {
  const shownId = id ?? readSequence(data)
  return [
    ...(shownId === undefined ? [] : [`id: ${toOneLine(String(shownId))}`]),
    ...(event === undefined ? [] : [`event: ${toOneLine(event)}`]),
    `data: ${JSON.stringify(data)}`,
    '\n',
  ].join('\n')
}

const toOneLine = (text: string): string => text.replaceAll(/[\r\n\0]/g, ' ')

/** Returns the number in a `Last-Event-ID` header. 0: none was seen. */
export const parseLastEventId = (lastEventId: string | undefined): number =>
  /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0

function readSequence(data: unknown): number | undefined {
  const isNumbered = typeof data === 'object' && data !== null && 'seq' in data
  return isNumbered && typeof data.seq === 'number' ? data.seq : undefined
}

function raceNext<T>(
  next: Promise<T>,
  signal: AbortSignal,
  silenceMs: number,
): Promise<T | 'aborted' | 'silence'> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const onAbort = settle(() => resolve('aborted'))
    const timer = setTimeout(
      settle(() => resolve('silence')),
      silenceMs,
    )
    signal.addEventListener('abort', onAbort, { once: true })
    next.then(
      (value) => settle(() => resolve(value))(),
      (error: unknown) => settle(() => reject(error))(),
    )
  })
}

function ignoreLateFailure(): void {
  return undefined
}
