import { setTimeout as sleep } from 'node:timers/promises'

import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { CallOptions } from '#server/clients/solana-rpc/json-rpc.ts'

/** One attempt may hang this long before it is given up; with the pauses, a dead node is known within 30 s. */
const ATTEMPT_MS = 6_000
const PAUSES_MS = [200, 800, 2_000]

/**
 * Asks again after `RpcUnavailable`, with growing pauses, each attempt under its own deadline so that a node which
 * hangs once costs seconds and not the analysis. The last failure is thrown.
 */
export async function patiently<T>(
  signal: AbortSignal,
  ask: (options: CallOptions) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await ask({ signal, timeoutMs: ATTEMPT_MS, retries: 0 })
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt]
      if (!(error instanceof RpcUnavailable) || pauseMs === undefined) throw error
      await sleep(Math.max(pauseMs, Math.min(error.retryAfterMs ?? 0, 5_000)), undefined, {
        signal,
      })
    }
  }
}

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
