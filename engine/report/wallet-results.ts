import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import type { MethodResult, Position } from '#engine/books/position.ts'
import type { PriceMark } from '#engine/books/price-mark.ts'
import type { Trader } from '#engine/books/trader.ts'
import { computeScore, computeMeanPercentile, round } from '#engine/judge/score.ts'
import { computePart } from '#engine/trades/trades.ts'

export const toSol = (lamports: bigint): number => Number(lamports) / 1e9

type GradeContext = {
  mark: PriceMark | null
  /** Percentile of a trade's price among all trades, from 0 to 1. */
  percentile: (flow: ValuedFlow) => number
  /** Skill at timing in standard deviations; see `createTimingTest`. */
  timing: (trader: Trader) => number | null
}

export type Grade = ReturnType<typeof gradeTrader>

/** Returns the score of a trader with its terms, and the figures it was computed from. Ignores labels. */
export function gradeTrader(trader: Trader, { mark, percentile, timing }: GradeContext) {
  const { position } = trader
  const entryPercentile = computeMeanPercentile(trader, 'BUY', percentile)
  const exitPercentile = computeMeanPercentile(trader, 'SELL', percentile)
  const exit = estimateExit(position, mark)
  const average = computeResults(position, position.average, exit)
  const paper = computePaperLamports(position.heldBoughtTokens, mark)
  // If the depth is unknown, a paper loss counts and a paper profit does not.
  const paperLoss = paper - position.average.heldCostLamports
  const unrealized = average.unrealized ?? (paperLoss < 0n ? paperLoss : 0n)
  const ownProfitLamports = position.average.realizedLamports + unrealized
  const { score, terms } = computeScore({
    trader,
    ownProfitLamports,
    entryPercentile,
    exitPercentile,
    timing: timing(trader),
  })
  return { score, terms, exit, average, entryPercentile, exitPercentile }
}

/** Returns the lamports for selling all held tokens at once; null if the depth is unknown. */
export const estimateExit = ({ heldTokens }: Position, mark: PriceMark | null): bigint | null =>
  heldTokens === 0n ? 0n : (mark?.exitLamports(heldTokens) ?? null)

export const computePaperLamports = (tokens: bigint, mark: PriceMark | null): bigint =>
  mark === null ? 0n : BigInt(Math.round(Number(tokens) * mark.lamportsPerToken))

/** Returns the results of one accounting method. Held tokens share the exit value equally, bought or received. */
export function computeResults(
  { heldTokens, heldBoughtTokens, costLamports, matchedSells }: Position,
  { realizedLamports, heldCostLamports, wins }: MethodResult,
  exit: bigint | null,
) {
  const unrealized =
    exit === null ? null : computePart(exit, heldBoughtTokens, heldTokens) - heldCostLamports
  const pnl = realizedLamports + (unrealized ?? 0n)
  return {
    unrealized,
    pnlLamports: pnl,
    fields: {
      realized_sol: toSol(realizedLamports),
      unrealized_sol: unrealized === null ? null : toSol(unrealized),
      pnl_sol: toSol(pnl),
      roi: costLamports === 0n ? null : round(Number(pnl) / Number(costLamports)),
      win_rate: matchedSells === 0 ? null : round(wins / matchedSells),
    },
  }
}

/** Returns the largest purchase divided by the quote side of its pool before it; null where no depth is known. */
export function computeSizeVsDepth(flows: readonly ValuedFlow[]): number | null {
  let largest: number | null = null
  for (const flow of flows) {
    const after = flow.kind === 'BUY' ? flow.reserves?.quoteLamports : undefined
    const paid = flow.grossLamports
    if (after === undefined || paid === null || after <= paid) continue
    largest = Math.max(largest ?? 0, round(Number(paid) / Number(after - paid)))
  }
  return largest
}
