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

type Settings = { url: string; fetch: typeof globalThis.fetch }

/** Sends calls in one HTTP request, several as a batch; ids count from 0. Throws only the reason of `signal`. */
export async function postCalls(
  { url, fetch }: Settings,
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
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const body = Buffer.from(await response.arrayBuffer())
    const { status } = response
    if (status === 429) {
      return { kind: 'busy', retryAfterMs: parseRetryAfter(response.headers.get('retry-after')) }
    }
    if (status >= 500) return { kind: 'silent', reason: `HTTP ${status}` }
    if (status >= 400) return { kind: 'refused', reason: `HTTP ${status}` }
    return { kind: 'answered', body }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'silent', reason: getErrorMessage(error) }
  }
}
