import { parseExactJson, writeExactJson } from '#solana/exact-json.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'

import { lookUpMint } from '#server/modules/analysis/analysis-request.ts'
import { NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'
import { collect } from './collect.ts'

/** They are all held in memory. */
const MAX_TRANSACTIONS = 10_000

type Recording = {
  rpc: SolanaRpc
  signal: AbortSignal
  /** Takes one transaction: a `getTransaction` result as JSON without line breaks. */
  write: (line: string) => void
  onProgress?: (message: string) => void
}

/**
 * Reads everything that an analysis of a mint reads and passes on each transaction as the node sent it, once, so
 * that another chain can answer the same analysis. Throws what `lookUpMint` and `collect` throw.
 */
export async function recordHistory(
  address: string,
  { rpc, signal, write, onProgress }: Recording,
): Promise<{ transactions: number; missing: number }> {
  const mint = await lookUpMint(rpc, address, signal)
  const written = new Set<string>()
  const onAnswer = (body: Buffer): void => {
    for (const given of listTransactions(parseExactJson(body.toString()))) {
      const signature = given.transaction.signatures[0] ?? ''
      if (written.has(signature)) continue
      written.add(signature)
      write(writeExactJson(given))
    }
  }
  const { collection } = await collect(mint, {
    rpc,
    signal,
    onAnswer,
    readsFailed: true,
    record: NOTHING_KEPT,
    // An operator's recording may take any time; the count bounds the memory.
    limits: {
      maxTransactions: MAX_TRANSACTIONS,
      maxMb: Infinity,
      maxMinutes: Infinity,
      endsAt: Infinity,
    },
    solUsd: async () => null,
    onProgress: ({ message }) => onProgress?.(message),
  })
  return { transactions: written.size, missing: collection.missing }
}

type Given = { transaction: { signatures: readonly string[] } }

function listTransactions(answer: unknown): Given[] {
  const answers = Array.isArray(answer) ? answer : [answer]
  return answers.flatMap(({ result }: { result?: Given | null }) =>
    result?.transaction?.signatures ? [result] : [],
  )
}
