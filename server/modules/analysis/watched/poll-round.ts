import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { isUnavailable } from './trade-reader.ts'

/** A round ends before the next one begins. Items that it did not reach come first in the next one. */
const ROUND_MS = 50_000
/** An item that takes longer is polled again in a later round. */
const LOOK_MS = 15_000

/**
 * Polls the due items one by one, for at most 50 seconds and 15 seconds each. If an item fails or hangs, the others
 * still run; `AggregateError` with `failed` as its message reports unexpected failures at the end.
 *
 * @param claim returns the next due item and sets its next time; undefined if nothing is due
 */
export async function runPollRound<T>(
  parts: {
    claim: () => Promise<T | undefined>
    look: (due: T, signal: AbortSignal) => Promise<void>
    limit?: number
    failed: string
  },
  signal: AbortSignal,
): Promise<void> {
  const { claim, look, limit = Infinity, failed } = parts
  const round = AbortSignal.any([signal, AbortSignal.timeout(ROUND_MS)])
  const failures: unknown[] = []
  for (let looks = 0; looks < limit && !round.aborted; looks += 1) {
    const due = await claim()
    if (due === undefined) break
    const turn = AbortSignal.any([round, AbortSignal.timeout(LOOK_MS)])
    try {
      await look(due, turn)
    } catch (error) {
      signal.throwIfAborted()
      const isExpected = turn.aborted || isUnavailable(error) || error instanceof RpcError
      if (!isExpected) failures.push(error)
    }
  }
  signal.throwIfAborted()
  if (failures.length > 0) throw new AggregateError(failures, failed)
}
