import type { CaReport } from '#contract/analysis/report.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { AppError } from '#server/errors.ts'
import { RunFailed } from '#server/modules/runs/run.ts'

type Read = Pick<CaReport, 'coverage'>

/** Ends the run of a token without trades. A node that lists transactions but does not return them is another cause. */
export function createNoTradesError(reports: readonly Read[]): RunFailed {
  const tokens = reports.length === 1 ? 'this token' : 'at least two of these tokens'
  const isIncomplete = reports.some(({ coverage }) => coverage.missing > 0)
  return new RunFailed(
    isIncomplete
      ? `Couldn’t get the transactions of ${tokens} from the Solana node. Your POINT was refunded.`
      : `No trades found for ${tokens}. Your POINT was refunded.`,
  )
}

/** Returns the text for the report's owner; null for an unexpected error, which the queue retries. */
export function describeAnalysisFailure(error: unknown): string | null {
  if (error instanceof RpcUnavailable) return 'The Solana network did not answer'
  if (error instanceof RpcError) return 'The Solana node refused to give the history of this token'
  if (error instanceof AppError) {
    return error.status >= 500 ? 'The Solana network did not answer' : error.message
  }
  return null
}
