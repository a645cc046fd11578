import { readBoundedText } from '#server/lib/text/read-bounded-text.ts'
import type { RpcCall } from './rpc-proxy-methods.ts'

export type UpstreamAnswer =
  | { ok: true; text: string }
  | { ok: false; status: 429 | 502 | 504; message: string; retryAfter: string | null }

/** Answers of the allowed methods are far smaller. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** Returns the node's answer as text. No message contains the node's address. */
export async function callNode(
  url: string,
  calls: RpcCall | readonly RpcCall[],
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<UpstreamAnswer> {
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(Array.isArray(calls) ? calls.map(toWire) : toWire(calls as RpcCall)),
      redirect: 'error',
      signal: AbortSignal.any([deadline, signal]),
    })
    if (response.status === 429) {
      await response.body?.cancel()
      const retryAfter = response.headers.get('retry-after')
      return { ok: false, status: 429, message: 'The Solana node is busy', retryAfter }
    }
    if (!response.ok) {
      await response.body?.cancel()
      return failure(502, 'The Solana node does not answer')
    }
    const text = await readBoundedText(response, MAX_ANSWER_BYTES)
    return text === null ? failure(502, 'The answer is too large') : { ok: true, text }
  } catch {
    // The client only learns whether the node was unreachable or too slow.
    return deadline.aborted
      ? failure(504, 'The Solana node did not answer in time')
      : failure(502, 'The Solana node does not answer')
  }
}

const toWire = ({ id, method, params }: RpcCall) => ({ jsonrpc: '2.0', id, method, params })

const failure = (status: 502 | 504, message: string): UpstreamAnswer => ({
  ok: false,
  status,
  message,
  retryAfter: null,
})
