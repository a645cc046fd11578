import { postCalls, type SendBody } from '#server/clients/solana-rpc/post-calls.ts'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Permit } from '#server/clients/solana-rpc/rpc-pacer.ts'
import type { Queryable, Transactional } from '#server/db/database.ts'
import type { ServerCalls } from './thread-channel.ts'

/** All calls of an analysis set a shorter one. */
const TIMEOUT_MS = 30_000
/** Before the first turn at the node. */
const UNKNOWN_RATE = 50

type Server = {
  [Name in keyof ServerCalls]: ServerCalls[Name] & {
    asEvent: (...args: Parameters<ServerCalls[Name]>) => Promise<void>
  }
}

/** Creates a client of the node whose requests and turns go through the server's main thread. */
export function createRemoteRpc(server: Server): SolanaRpc {
  let lastId = 0
  const rates = new Map<string, number>()

  const exchange: SendBody = async (body, of, signal) => {
    const id = (lastId += 1)
    signal.throwIfAborted()
    const stop = () => void server.stopExchange.asEvent(id)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await server.exchange(id, body, of)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  const send: typeof fetch = async (_, init) => {
    const { body, signal } = init ?? {}
    if (typeof body !== 'string' || !signal) throw new TypeError('the request has no JSON')
    const { status, retryAfter, bytes } = await exchange(body, listCalls(body), signal)
    const headers = retryAfter === null ? {} : { 'retry-after': retryAfter }
    return new Response(new Uint8Array(bytes), { status, headers })
  }

  async function waitForTurn(method: string, calls: number, signal: AbortSignal): Promise<Permit> {
    signal.throwIfAborted()
    const id = (lastId += 1)
    rates.set(method, await server.takeTurn(id, method, calls))
    return {
      accepted: () => void server.endTurn.asEvent(id, 'accepted'),
      refused: (retryAfterMs) => void server.endTurn.asEvent(id, 'refused', retryAfterMs),
      unknown: () => void server.endTurn.asEvent(id, 'unknown'),
    }
  }

  return {
    ...createSolanaRpc({ url: 'http://node', timeoutMs: TIMEOUT_MS, fetch: send }),
    // Answers with transactions are the most bytes of an analysis, so no `Response` copies them.
    exchange,
    postCalls: (calls, options) => postCalls(exchange, calls, options),
    pacer: { waitForTurn, readRate: (method) => rates.get(method) ?? UNKNOWN_RATE },
  }
}

/** Returns the server's database. Bytes come as `Uint8Array`. */
export function createRemoteDatabase(server: Server): Transactional {
  let lastId = 0
  const queryIn =
    (transaction: number | null): Queryable['query'] =>
    async <R extends object>(text: string, params: readonly unknown[] = []) =>
      (await server.query(transaction, text, params)) as R[]

  return {
    query: queryIn(null),
    async transaction(work) {
      for (;;) {
        const id = (lastId += 1)
        await server.beginTransaction(id)
        try {
          const result = await work({ query: queryIn(id) })
          if (!(await server.endTransaction(id, true))) return result
        } catch (error) {
          if (!(await server.endTransaction(id, false))) throw error
        }
      }
    },
  }
}

/** Returns the method and number of calls in a request. All calls of one request have the same method. */
function listCalls(body: string): { method: string; calls: number } {
  const sent = JSON.parse(body) as { method: string } | { method: string }[]
  const calls = Array.isArray(sent) ? sent : [sent]
  return { method: calls[0]?.method ?? '', calls: calls.length }
}
