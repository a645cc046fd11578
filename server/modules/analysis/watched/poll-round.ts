import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { isUnavailable } from './trade-reader.ts'

/** A round ends before the next one begins. What it does not reach comes first then. */
const ROUND_MS = 50_000
/** What takes longer is looked at again in a later round, so that the others have their turn. */
const LOOK_MS = 15_000

/**
 * Looks at what is due, one after another, for at most 50 seconds and 15 seconds each. One that fails or hangs does not stop
 * the others; `AggregateError` with `failed` as its message reports unexpected failures at the end.
 *
 * @param claim returns the next one and sets its next time; undefined: nothing is due
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
