import * as z from 'zod/mini'
import { withRetry } from '#server/lib/async/with-retry.ts'
import { parseRetryAfter } from '#server/lib/retry-after.ts'
import { readBoundedText } from '#server/lib/text/read-bounded-text.ts'
import { parseExactJson } from '#solana/exact-json.ts'
import { toRpcError, RpcError, RpcUnavailable } from './solana-rpc-errors.ts'

export type JsonRpcCall = { method: string; params?: readonly unknown[] }

/** One failed call of a batch does not fail the others. */
export type JsonRpcOutcome =
  | { ok: true; result: unknown }
  | { ok: false; error: RpcError | RpcUnavailable }

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** For the call with all its retries. */
  timeoutMs?: number | undefined
  /** Retries after `RpcUnavailable`; for reads only. */
  retries?: number | undefined
}

export type JsonRpcSettings = {
  url: string
  timeoutMs: number
  retries: number
  /** Maximum number of calls per request. */
  maxBatch: number
  fetch: typeof globalThis.fetch
  random: () => number
}

const Failure = z.looseObject({
  code: z.number(),
  message: z.string(),
  data: z.optional(z.unknown()),
})
const Answer = z.looseObject({
  id: z.nullish(z.union([z.number(), z.string()])),
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(Failure)),
})

const FIRST_BACK_OFF_MS = 100
const MAX_BACK_OFF_MS = 2_000
/** An account of 10 MB in base64 fits. Some wallets have millions of token accounts, whose list would stop the server. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** HTTP's code. */
const TOO_LARGE = 413

/**
 * Sends JSON-RPC 2.0 over HTTP POST. `call` returns the `result` or throws `RpcError` (the node refused) or
 * `RpcUnavailable` (timeout, network, 429, 5xx, invalid response, node behind). An abort rethrows the signal's
 * reason.
 */
export function createJsonRpc(settings: JsonRpcSettings) {
  let lastId = 0

  async function call(
    method: string,
    params: readonly unknown[] = [],
    options: CallOptions = {},
  ): Promise<unknown> {
    return withRetries(settings, options, async (signal) => {
      const id = (lastId += 1)
      const body = await post(settings, method, { jsonrpc: '2.0', id, method, params }, signal)
      const outcome = readAnswer(method, body, id)
      if (!outcome.ok) throw outcome.error
      return outcome.result
    })
  }

  async function batchOnce(
    calls: readonly JsonRpcCall[],
    options: CallOptions,
  ): Promise<JsonRpcOutcome[]> {
    return withRetries(settings, options, async (signal) => {
      const firstId = lastId + 1
      lastId += calls.length
      const body = await post(
        settings,
        'batch',
        calls.map(({ method, params = [] }, index) => ({
          jsonrpc: '2.0',
          id: firstId + index,
          method,
          params,
        })),
        signal,
      )
      return readAnswers(calls, body, firstId)
    })
  }

  async function singly(
    calls: readonly JsonRpcCall[],
    options: CallOptions,
  ): Promise<JsonRpcOutcome[]> {
    const outcomes: JsonRpcOutcome[] = []
    for (const { method, params } of calls) {
      try {
        outcomes.push({ ok: true, result: await call(method, params, options) })
      } catch (error) {
        if (!(error instanceof RpcError || error instanceof RpcUnavailable)) throw error
        outcomes.push({ ok: false, error })
      }
    }
    return outcomes
  }

  /**
   * Sends many calls in few requests and returns the outcomes in their order. Throws only if a whole request fails; a
   * failed call is its own outcome. Nodes without batches get single calls.
   */
  async function batch(
    calls: readonly JsonRpcCall[],
    options: CallOptions = {},
  ): Promise<JsonRpcOutcome[]> {
    const outcomes: JsonRpcOutcome[] = []
    for (let start = 0; start < calls.length; start += settings.maxBatch) {
      const chunk = calls.slice(start, start + settings.maxBatch)
      try {
        outcomes.push(...(await batchOnce(chunk, options)))
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        outcomes.push(...(await singly(chunk, options)))
      }
    }
    return outcomes
  }

  return { call, batch }
}

async function post(
  { url, fetch }: JsonRpcSettings,
  name: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  let status = 0
  let retryAfterMs: number | undefined
  let parsed: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    status = response.status
    retryAfterMs = parseRetryAfter(response.headers.get('retry-after'))
    const text = await readBoundedText(response, MAX_ANSWER_BYTES)
    if (status === 429 || status >= 500) throw new Error(`HTTP ${status}`)
    parsed = text === null ? undefined : parseExactJson(text)
  } catch (cause) {
    throw new RpcUnavailable(name, describeTransportFailure(status, signal, cause), {
      cause,
      isBusy: status === 429,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  // Another try would have the same answer.
  if (parsed === undefined) throw new RpcError(name, TOO_LARGE, 'the answer is too large')
  const refusedOutright = status >= 400 && !isErrorAnswer(parsed)
  if (refusedOutright) throw new RpcUnavailable(name, `HTTP ${status}`)
  return parsed
}

async function withRetries<T>(
  { timeoutMs, retries, random }: JsonRpcSettings,
  options: CallOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const allowedMs = options.timeoutMs ?? timeoutMs
  const deadline = AbortSignal.timeout(allowedMs)
  const endsAt = performance.now() + allowedMs
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const maxRetries = options.retries ?? retries
  return withRetry(() => attempt(signal), {
    signal: options.signal,
    pauseMs: (error, tries) => {
      if (!(error instanceof RpcUnavailable) || tries > maxRetries) return null
      const pauseMs = error.retryAfterMs ?? backOffMs(tries - 1, random)
      return performance.now() + pauseMs >= endsAt ? null : pauseMs
    },
  })
}

function readAnswers(
  calls: readonly JsonRpcCall[],
  body: unknown,
  firstId: number,
): JsonRpcOutcome[] {
  if (!Array.isArray(body)) {
    const refusal = readAnswer('batch', body, undefined)
    throw refusal.ok ? new RpcUnavailable('batch', 'answer is not a list') : refusal.error
  }
  const byId = new Map(body.map((answer: unknown) => [readId(answer), answer]))
  return calls.map(({ method }, index) =>
    readAnswer(method, byId.get(firstId + index), firstId + index),
  )
}

function readAnswer(method: string, body: unknown, id: number | undefined): JsonRpcOutcome {
  const answer = Answer.safeParse(body)
  if (!answer.success) return unreadable(method, 'answer is not JSON-RPC')
  if (answer.data.error) return { ok: false, error: toRpcError(method, answer.data.error) }
  if (answer.data.id !== id) return unreadable(method, 'answer belongs to another call')
  if (!('result' in answer.data)) return unreadable(method, 'answer has no result')
  return { ok: true, result: answer.data.result }
}

const unreadable = (method: string, reason: string): JsonRpcOutcome => ({
  ok: false,
  error: new RpcUnavailable(method, reason),
})

function isErrorAnswer(body: unknown): boolean {
  const answer = Answer.safeParse(body)
  return answer.success && Boolean(answer.data.error)
}

const readId = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined

function describeTransportFailure(status: number, signal: AbortSignal, cause: unknown): string {
  if (signal.aborted) return 'no answer in time'
  if (status === 429 || status >= 500) return `HTTP ${status}`
  return status === 0 ? `not reachable (${describeCause(cause)})` : 'answer is not JSON'
}

function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message : cause.message
}

/** Returns the pause before a retry. Half of the doubled delay is fixed, half random, so that callers do not retry together. */
function backOffMs(retry: number, random: () => number): number {
  const fullMs = Math.min(FIRST_BACK_OFF_MS * 2 ** retry, MAX_BACK_OFF_MS)
  return fullMs / 2 + (fullMs / 2) * random()
}
