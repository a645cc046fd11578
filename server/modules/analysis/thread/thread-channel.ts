import type { MessagePort } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import type { Exchange } from '#server/clients/solana-rpc/post-calls.ts'
import type { ReportShape } from '#server/modules/analysis/report-run.ts'

/** Calls of a thread to the server, because a thread has no connection to the node or the database. */
export type ServerCalls = {
  /** Sends the body of a JSON-RPC request. `stopExchange` ends the wait. */
  exchange(id: number, body: string, of: { method: string; calls: number }): Promise<Exchange>
  stopExchange(id: number): void
  /** Waits for the turn of calls at the node. Returns the calls per second that the node seems to allow. */
  takeTurn(id: number, method: string, calls: number): Promise<number>
  endTurn(id: number, outcome: 'accepted' | 'refused' | 'unknown', retryAfterMs?: number): void
  /** Outside a transaction when `transaction` is null. */
  query(transaction: number | null, text: string, params: readonly unknown[]): Promise<object[]>
  beginTransaction(id: number): Promise<void>
  /** Commits or rolls back. Returns true when the work has to be repeated because it met another transaction. */
  endTransaction(id: number, isDone: boolean): Promise<boolean>
  solUsd(): Promise<number | null>
  reportProgress(progress: ReportShape['progress'], event: ReportShape['event']): void
}

export type ThreadCalls = {
  /** Ends the work soon. What was read from the node is stored first. */
  abort(): void
}

/** Connects two threads: each calls the functions of the other. Bytes are moved and not copied. */
export function connectThreads<Remote extends object, Own extends object>(
  port: MessagePort,
  own: Own,
) {
  return createBirpc<Remote, Own>(own, {
    post: (message: object) => port.postMessage(message, listBuffers(message)),
    on: (take) => port.on('message', take),
    timeout: -1,
  })
}

/** Arguments and results hold bytes this deep: a message, its list, an object or a list in it. */
const DEPTH = 4

function listBuffers(value: unknown, depth = DEPTH): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value
    // A view of a part shares its buffer with others, so it is copied.
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    return isWhole && byteLength > 0 ? [buffer] : []
  }
  return Object.values(value).flatMap((member) => listBuffers(member, depth - 1))
}
