import { writeExactJson } from '#solana/exact-json.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'

import { lookUpMint } from '#server/modules/analysis/analysis-request.ts'
import { collect } from './collect.ts'

/** They are all held in memory. */
const MAX_TRANSACTIONS = 10_000

type Recording = {
  rpc: SolanaRpc
  signal: AbortSignal
  /** Takes one transaction: a `getTransaction` result as JSON without a line break. */
  write: (line: string) => void
  onProgress?: (message: string) => void
}

/**
 * Reads everything that an analysis of a mint reads and hands each transaction on as the node gave it, once, so that a
 * chain without that node can answer the same analysis. Throws what `lookUpMint` and `collect` throw.
 */
export async function recordHistory(
  address: string,
  { rpc, signal, write, onProgress }: Recording,
): Promise<{ transactions: number; missing: number }> {
  const mint = await lookUpMint(rpc, address, signal)
  const written = new Set<string>()
  const onGiven = (given: unknown): void => {
    const signature = signatureIn(given)
    if (written.has(signature)) return
    written.add(signature)
    write(writeExactJson(given))
  }
  const { collection } = await collect(mint, {
    rpc,
    signal,
    onGiven,
    // An operator's recording may take any time; the count bounds the memory.
    limits: { maxTransactions: MAX_TRANSACTIONS, maxMinutes: Infinity, endsAt: Infinity },
    solUsd: async () => null,
    onProgress: ({ message }) => onProgress?.(message),
  })
  return { transactions: written.size, missing: collection.missing }
}

function signatureIn(given: unknown): string {
  const { transaction } = given as { transaction: { signatures: readonly string[] } }
  return transaction.signatures[0] ?? ''
}
