import { getErrorMessage } from '#contract/error-message.ts'
import { parseRetryAfter } from '#server/lib/retry-after.ts'
import type { JsonRpcCall } from './json-rpc.ts'

/** The answer to one request, or why there is none. */
export type BulkReply =
  /** `body` is the JSON of one answer or of a list of answers, not parsed yet. */
  | { kind: 'answered'; body: Buffer }
  /** The node refused because of too many calls. */
  | { kind: 'busy'; retryAfterMs: number | undefined }
  /** The node refuses this request as a whole, for example because it takes no batches of this size. */
  | { kind: 'refused'; reason: string }
  /** The node did not answer in time, is not reachable, or failed. */
  | { kind: 'silent'; reason: string }

/** The unread HTTP answer to one request. */
export type Exchange = { status: number; retryAfter: string | null; bytes: Uint8Array }

/** Sends the body of a request for calls of one method. Throws what `fetch` throws. */
export type SendBody = (
  body: string,
  of: { method: string; calls: number },
  signal: AbortSignal,
) => Promise<Exchange>

/** Sends calls of one method in one HTTP request, several as a batch; ids count from 0. Throws only the reason of `signal`. */
export async function postCalls(
  send: SendBody,
  calls: readonly JsonRpcCall[],
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<BulkReply> {
  const bodies = calls.map(({ method, params = [] }, id) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  }))
  try {
    const { status, retryAfter, bytes } = await send(
      JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
      { method: calls[0]?.method ?? '', calls: calls.length },
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    )
    if (status === 429) return { kind: 'busy', retryAfterMs: parseRetryAfter(retryAfter) }
    if (status >= 500) return { kind: 'silent', reason: `HTTP ${status}` }
    if (status >= 400) return { kind: 'refused', reason: `HTTP ${status}` }
    return { kind: 'answered', body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'silent', reason: getErrorMessage(error) }
  }
}
