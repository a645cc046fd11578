import type { ScoreTerms } from '#contract/analysis/report.ts'

import type { Followed } from '#engine/books/follower.ts'
import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { listClearTrades, computeExecutionPrice } from '#engine/books/depth.ts'
import type { Trader } from '#engine/books/trader.ts'
import { computePercentile } from './percentile.ts'
import { WEIGHTS } from './weights.ts'

const LAMPORTS_PER_SOL = 1e9

const clip = (value: number): number => Math.min(1, Math.max(0, value))

/** Returns the percentile of a price among all prices in the window: 0 is the lowest, 1 the highest. */
export function pricePercentiles(flows: readonly ValuedFlow[]): (flow: ValuedFlow) => number {
  const prices = listClearTrades(flows)
    .map(computeExecutionPrice)
    .toSorted((a, b) => a - b)
  return (flow) =>
    prices.length < 2 ? 0.5 : computePercentile(computeExecutionPrice(flow), prices)
}

/** Returns the mean price percentile of one side, weighted by value; null without a valued trade. */
export function computeMeanPercentile(
  { flows }: Trader,
  kind: 'BUY' | 'SELL',
  percentile: (flow: ValuedFlow) => number,
): number | null {
  let weight = 0
  let sum = 0
  for (const flow of flows) {
    if (flow.kind !== kind || flow.valueLamports === null || flow.tokens === 0n) continue
    const value = Number(flow.valueLamports)
    weight += value
    sum += value * percentile(flow)
  }
  return weight === 0 ? null : sum / weight
}

/** Returns how far the results can be trusted: by the number of trades, and by how unlikely chance explains their timing. */
function weighEvidence(trades: number, timing: number | null): number {
  const { minEvidence, fullTrades, fullTiming } = WEIGHTS.score
  const share = (clip(trades / fullTrades) + clip((timing ?? 0) / fullTiming)) / 2
  return minEvidence + (1 - minEvidence) * share
}

export type ScoreInput = {
  trader: Trader
  /** Realized profit plus unrealized profit, limited to what selling everything would bring. */
  ownProfitLamports: bigint
  entryPercentile: number | null
  exitPercentile: number | null
  /** Standard deviations above chance; see `createTimingTest`. */
  timing: number | null
}

/**
 * Returns the score 100 · E · (0.25 P + 0.15 R + 0.20 W + 0.20 En + 0.20 Ex), from 0 to 100: profit, return, wins,
 * early entry and high exit, times the amount of evidence. Each term is from 0 to 1 and part of the report.
 */
export function computeScore({
  trader,
  ownProfitLamports,
  entryPercentile,
  exitPercentile,
  timing,
}: ScoreInput): { score: number; terms: ScoreTerms } {
  const { costLamports, average, matchedSells, buys, sells } = trader.position
  const profitSol = Number(ownProfitLamports) / LAMPORTS_PER_SOL
  const roi = costLamports === 0n ? 0 : Number(ownProfitLamports) / Number(costLamports)
  const terms = {
    P: round(clip(Math.log1p(Math.max(0, profitSol)) / Math.log1p(WEIGHTS.score.fullProfitSol))),
    R: round(clip(roi / WEIGHTS.score.fullReturn)),
    W: round((average.wins + 1) / (matchedSells + 2)),
    En: round(entryPercentile === null ? 0 : 1 - entryPercentile),
    Ex: round(exitPercentile ?? 0),
    E: round(weighEvidence(buys + sells, timing)),
  }
  const { profit, returnOnCost, wins: winning, entry, exit } = WEIGHTS.score
  const sum =
    profit * terms.P +
    returnOnCost * terms.R +
    winning * terms.W +
    entry * terms.En +
    exit * terms.Ex
  return { score: round(100 * terms.E * sum), terms }
}

/** Returns the share of the wallet's profit that its follower also makes, from 0 to 100; 0 if unknown. */
export const computeCopyability = (profitLamports: bigint, followed: Followed | null): number =>
  profitLamports <= 0n || followed === null
    ? 0
    : round(100 * clip(followed.profit / Number(profitLamports)))

/** Rounds to six decimals, which are the same on every machine. */
export const round = (value: number): number => Math.round(value * 1e6) / 1e6
