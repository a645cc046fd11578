import type { CallOptions, JsonRpcCall } from '#server/clients/solana-rpc/json-rpc.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { pause } from '#server/lib/async/pause.ts'

/** Time limit of one request. After it, a hanging node is asked again. */
const REQUEST_MS = 6_000
/**
 * A node that counts calls per second refuses the rest of a large request, so each request has a tenth of a second's
 * calls.
 */
const REQUESTS_PER_S = 10
/** A node that never answered is given up after this… */
const FIRST_ANSWER_MS = 25_000
/** …and one that went away in the middle after this. It may restart meanwhile. */
const OUTAGE_MS = 150_000
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 5_000
const PING_MS = 3_000
/** A call that gets no answer from a node that answers others is given up after this many attempts. */
const MAX_SILENT_ATTEMPTS = 4

export type PacedRpc = Pick<SolanaRpc, 'pacer' | 'postCalls' | 'getSlot'>

/** The answer to one request, or why the request is worth repeating in another form. */
export type LinkReply =
  | { kind: 'answered'; body: Buffer; busy: () => void }
  /** Too many calls per second, or in one request. */
  | { kind: 'busy' }
  | { kind: 'refused'; reason: string }
  | { kind: 'silent'; reason: string }

/** One analysis's calls to a node, paced and patient. Throws `RpcUnavailable` after too long a silence. */
export class NodeLink {
  readonly #rpc: PacedRpc
  readonly #signal: AbortSignal
  readonly #onAnswer: (body: Buffer) => void
  #silentSince: number | null = null
  #silences = 0
  #hasData = false

  /** @param onAnswer takes each answer with transactions as the node sent it */
  constructor(rpc: PacedRpc, signal: AbortSignal, onAnswer: (body: Buffer) => void) {
    this.#rpc = rpc
    this.#signal = signal
    this.#onAnswer = onAnswer
  }

  /** Once there are transactions, an outage of the node is waited out. */
  noteTransactions(body: Buffer, count: number): void {
    if (count > 0) this.#hasData = true
    this.#onAnswer(body)
  }

  /** Returns how many calls of the method one request should carry, from 1 to `max`. */
  batchSize(method: string, max: number): number {
    return Math.max(1, Math.min(max, Math.floor(this.#rpc.pacer.readRate(method) / REQUESTS_PER_S)))
  }

  /** Sends a call until it is answered. Throws `RpcError` if refused, `RpcUnavailable` if only this call fails. */
  async ask<T>(method: string, send: (options: CallOptions) => Promise<T>): Promise<T> {
    for (let silentAttempts = 0; ;) {
      const permit = await this.#rpc.pacer.waitForTurn(method, 1, this.#signal)
      try {
        const result = await send({ signal: this.#signal, timeoutMs: REQUEST_MS, retries: 0 })
        permit.accepted()
        this.#noteAnswer()
        return result
      } catch (error) {
        if (error instanceof RpcUnavailable && error.isBusy) {
          permit.refused(error.retryAfterMs)
          continue
        }
        if (error instanceof RpcError) {
          permit.accepted()
          this.#noteAnswer()
        } else permit.unknown()
        if (!(error instanceof RpcUnavailable)) throw error
        if (await this.#isOut(error)) continue
        silentAttempts += 1
        if (silentAttempts >= MAX_SILENT_ATTEMPTS) throw error
      }
    }
  }

  /**
   * Sends calls of one method in one request. Waits while the node is away, or busy for a single call. `silent` means
   * that it answers others, but not this request.
   *
   * @param onTurn called when the calls may be sent, before each attempt
   */
  async post(calls: readonly JsonRpcCall[], onTurn: () => void): Promise<LinkReply> {
    const method = calls[0]?.method ?? ''
    for (;;) {
      const permit = await this.#rpc.pacer.waitForTurn(method, calls.length, this.#signal)
      onTurn()
      const reply = await this.#rpc
        .postCalls(calls, { signal: this.#signal, timeoutMs: REQUEST_MS })
        .catch((error: unknown) => {
          permit.unknown()
          throw error
        })
      if (reply.kind === 'busy') {
        permit.refused(reply.retryAfterMs)
        if (calls.length > 1) return { kind: 'busy' }
        continue
      }
      if (reply.kind === 'answered') {
        this.#noteAnswer()
        permit.accepted()
        // A node can take the request and still refuse some of its calls.
        return { ...reply, busy: () => permit.refused() }
      }
      permit.unknown()
      const isOut =
        reply.kind === 'silent' && (await this.#isOut(new RpcUnavailable(method, reply.reason)))
      if (!isOut) return reply
    }
  }

  #noteAnswer(): void {
    this.#silentSince = null
    this.#silences = 0
  }

  /** Returns true, after a pause, while the node answers no call. Throws `error` when that has lasted too long. */
  async #isOut(error: RpcUnavailable): Promise<boolean> {
    if (await this.#isAlive()) {
      this.#noteAnswer()
      return false
    }
    this.#silentSince ??= performance.now()
    const allowedMs = this.#hasData ? OUTAGE_MS : FIRST_ANSWER_MS
    if (performance.now() - this.#silentSince > allowedMs) throw error
    this.#silences += 1
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#silences - 1), MAX_PAUSE_MS)
    await pause(pauseMs, this.#signal)
    return true
  }

  async #isAlive(): Promise<boolean> {
    try {
      await this.#rpc.getSlot({ signal: this.#signal, timeoutMs: PING_MS, retries: 0 })
      return true
    } catch (cause) {
      this.#signal.throwIfAborted()
      return cause instanceof RpcUnavailable && cause.isBusy
    }
  }
}
