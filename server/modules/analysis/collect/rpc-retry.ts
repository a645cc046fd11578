import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { CallOptions } from '#server/clients/solana-rpc/json-rpc.ts'
import { withRetry } from '#server/lib/with-retry.ts'

/** One attempt may hang this long before it is given up; with the pauses, a dead node is known within 30 s. */
const ATTEMPT_MS = 6_000
const PAUSES_MS = [200, 800, 2_000]
const MAX_RETRY_AFTER_MS = 5_000

/**
 * Calls the node again after `RpcUnavailable`. Each attempt has its own deadline, so a node that hangs once costs
 * seconds and not the analysis.
 */
export const askNodeWithRetry = <T>(
  signal: AbortSignal,
  ask: (options: CallOptions) => Promise<T>,
): Promise<T> =>
  withRetry(() => ask({ signal, timeoutMs: ATTEMPT_MS, retries: 0 }), {
    signal,
    pauseMs: (error, attempt) => {
      const pauseMs = PAUSES_MS[attempt - 1]
      if (!(error instanceof RpcUnavailable) || pauseMs === undefined) return null
      return Math.max(pauseMs, Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
    },
  })

/** Runs `work` over the items, at most `width` at once, results in the order of the items. */
export async function mapAtMost<Item, Result>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const run = async (): Promise<void> => {
    for (;;) {
      const index = next++
      const item = items[index]
      if (index >= items.length || item === undefined) return
      results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, run))
  return results
}

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
