import type { ScoreTerms } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/accounting.ts'
import { clearTrades } from '#engine/books/depth.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { WEIGHTS } from './weights.ts'

const LAMPORTS_PER_SOL = 1e9

const clip = (value: number): number => Math.min(1, Math.max(0, value))

/** Returns the percentile of a price among all prices in the window: 0 is the lowest, 1 the highest. */
export function pricePercentiles(flows: readonly ValuedFlow[]): (flow: ValuedFlow) => number {
  const prices = clearTrades(flows)
    .map(priceOf)
    .toSorted((a, b) => a - b)
  const countBelow = (price: number, isIncluded: boolean): number => {
    let low = 0
    let high = prices.length
    while (low < high) {
      const middle = (low + high) >> 1
      const at = prices[middle] ?? 0
      if (at < price || (isIncluded && at === price)) low = middle + 1
      else high = middle
    }
    return low
  }
  return (flow) => {
    if (prices.length < 2) return 0.5
    const price = priceOf(flow)
    return (countBelow(price, false) + countBelow(price, true)) / 2 / prices.length
  }
}

const priceOf = (flow: ValuedFlow): number =>
  Number(flow.grossLamports ?? flow.valueLamports ?? 0n) / Number(flow.tokens)

/** Returns the mean price percentile of one side, weighted by value; null without a valued trade. */
export function meanPercentile(
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

function evidenceOf(trades: number): number {
  const { leastEvidence, fullTrades } = WEIGHTS.score
  return leastEvidence + (1 - leastEvidence) * Math.min(1, trades / fullTrades)
}

export type ScoreInput = {
  trader: Trader
  /** Realized profit plus unrealized profit, limited to what selling everything would bring. */
  ownProfitLamports: bigint
  entryPercentile: number | null
  exitPercentile: number | null
}

/**
 * Returns the score 100 · E · (0.25 P + 0.15 R + 0.20 W + 0.20 En + 0.20 Ex): profit, return, wins, early entry, high
 * exit, times the amount of evidence. Each term is between 0 and 1 and is shown.
 */
export function scoreOf({
  trader,
  ownProfitLamports,
  entryPercentile,
  exitPercentile,
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
    E: round(evidenceOf(buys + sells)),
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

/** Returns 0–100: how well a follower could copy the wallet with a delay of seconds. */
export function copyabilityOf(trader: Trader, entryMarketUsd: number | null): number {
  const { position } = trader
  const weights = WEIGHTS.copyability
  const trades = trader.flows.filter(isTrade).length
  const profitPerTrade =
    Number(position.average.realizedLamports) / LAMPORTS_PER_SOL / Math.max(1, trades)
  const edgeFactor = profitPerTrade < weights.thinProfitSol ? weights.thinFactor : 1
  const isThin = entryMarketUsd !== null && entryMarketUsd < weights.thinMarketUsd
  const entryFactor = isThin ? weights.thinFactor : 1
  const evidenceFactor = evidenceOf(trades)
  const holdFactor = holdFactorOf(position.holdSecondsMedian)
  return round(100 * holdFactor * edgeFactor * entryFactor * evidenceFactor)
}

function holdFactorOf(holdS: number | null): number {
  const { unsoldFactor, latencyS, latencyFactor, shortHoldS, shortHoldFactor } = WEIGHTS.copyability
  if (holdS === null) return unsoldFactor
  if (holdS < latencyS) return latencyFactor
  return holdS < shortHoldS ? shortHoldFactor : 1
}

/** Six decimals are precise enough to rank by and equal on every machine. */
export const round = (value: number): number => Math.round(value * 1e6) / 1e6
