import type { JsonRpcOutcome } from '#server/clients/solana-rpc/json-rpc.ts'
import { RawTransaction } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'

/** Callers get an answer within 5 s. This leaves time for the rest of the call. */
const FETCH_TIMEOUT_MS = 3_500

export type FetchedTransaction =
  | { readonly kind: 'found'; readonly transaction: RawTransaction }
  /** The node doesn't have it at `confirmed` or couldn't answer, which proves nothing. */
  | { readonly kind: 'pending'; readonly reason: 'not_found' | 'unavailable' }

/** Returns the raw transaction at `confirmed`. A node's failure, lag or refusal proves nothing about the payment. */
export async function fetchTransaction(
  rpc: Pick<SolanaRpc, 'getTransaction'>,
  signature: string,
): Promise<FetchedTransaction> {
  try {
    const transaction = await rpc.getTransaction(signature, {
      encoding: 'base64',
      commitment: 'confirmed',
      timeoutMs: FETCH_TIMEOUT_MS,
      retries: 0,
    })
    return transaction === null
      ? { kind: 'pending', reason: 'not_found' }
      : { kind: 'found', transaction }
  } catch (error) {
    if (!(error instanceof RpcUnavailable || error instanceof RpcError)) throw error
    return { kind: 'pending', reason: 'unavailable' }
  }
}

const FETCH_CHUNK = 50

/** Yields each signature with its raw transaction at `confirmed`, in the given order. Asks for 50 at a time. */
export async function* fetchTransactions(
  rpc: Pick<SolanaRpc, 'batch'>,
  signatures: readonly string[],
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<[signature: string, fetched: FetchedTransaction]> {
  for (let start = 0; start < signatures.length; start += FETCH_CHUNK) {
    const chunk = signatures.slice(start, start + FETCH_CHUNK)
    const outcomes = await rpc.batch(chunk.map(toCall), options)
    for (const [index, signature] of chunk.entries()) {
      yield [signature, toFetched(outcomes[index])]
    }
  }
}

const toCall = (signature: string) => ({
  method: 'getTransaction',
  params: [
    signature,
    { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ],
})

function toFetched(outcome: JsonRpcOutcome | undefined): FetchedTransaction {
  if (outcome?.ok !== true) return { kind: 'pending', reason: 'unavailable' }
  if (outcome.result === null) return { kind: 'pending', reason: 'not_found' }
  const parsed = RawTransaction.safeParse(outcome.result)
  return parsed.success
    ? { kind: 'found', transaction: parsed.data }
    : { kind: 'pending', reason: 'unavailable' }
}

/** Returns true for a transaction that changed the chain; a failed one lands too, with its error. */
export const hasSucceeded = ({ err }: { err?: unknown }): boolean =>
  err === null || err === undefined
