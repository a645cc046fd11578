import type { CaReport } from '#contract/analysis/report.ts'
import { findWallets, type FinderInput } from '#engine/index.ts'
import { RunFailed, type RunResult } from '#server/modules/runs/run.ts'
import { describeAnalysisFailure, createNoTradesError } from './analysis-failure.ts'
import type { ReportShape } from './report-run.ts'

const MIN_USABLE = 2

/** Analyzes one token of several. Returns an expected failure as text, so that the others can go on. Throws other errors. */
export async function analyzeOneOfSeveral(
  mint: string,
  analyzeToken: () => Promise<CaReport>,
): Promise<FinderInput> {
  try {
    return { mint, report: await analyzeToken() }
  } catch (error) {
    const text = describeAnalysisFailure(error)
    if (text === null) throw error
    return { mint, error: text }
  }
}

/** Returns the tokens, where those without trades are named as failed. */
export const markUntradedAsFailed = (results: readonly FinderInput[]): FinderInput[] =>
  results.map((result) =>
    'report' in result && result.report.counts.trades === 0
      ? { mint: result.mint, error: 'No trades found' }
      : result,
  )

/** Compares the tokens. Fails the run, which refunds it, when fewer than two can be compared. */
export function buildFinderResult(
  results: readonly FinderInput[],
  minHits: number,
): RunResult<ReportShape> {
  const inputs = markUntradedAsFailed(results)
  if (inputs.filter((input) => 'report' in input).length < MIN_USABLE) {
    const failed = results.find((result) => 'error' in result)
    throw failed
      ? new RunFailed(`${failed.error}. Your POINT was refunded.`)
      : createNoTradesError(
          results.flatMap((result) => ('report' in result ? [result.report] : [])),
        )
  }
  const found = findWallets(inputs, minHits)
  return {
    body: JSON.stringify(found),
    counts: {
      wallets: found.wallets.length,
      excluded: 0,
      trades: found.counts.trades,
      symbols: results.map((each) => ('report' in each ? each.report.token.symbol : null)),
    },
  }
}
