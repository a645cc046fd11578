import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'

/**
 * Runs the work of one item. A failure goes to `onFailure` and the result is undefined, so that the other items go on.
 * Throws only when every other item would fail as well: the database or the chain is away, or `signal` is aborted.
 */
export async function runIsolated<T>(
  work: () => Promise<T>,
  onFailure: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const isCommon = error instanceof DatabaseUnavailable || error instanceof RpcUnavailable
    if (isCommon || signal?.aborted === true) throw error
    onFailure(error)
    return undefined
  }
}
