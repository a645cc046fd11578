import type { Label, Wallet } from '#contract/analysis/report.ts'

import type { Funder } from '#engine/judge/clusters.ts'
import type { Follower, Followed } from '#engine/books/follower.ts'
import type { Paths } from '#engine/books/paths.ts'
import type { Position } from '#engine/books/position.ts'
import type { PriceMark } from '#engine/books/price-mark.ts'
import { computeCopyability, round } from '#engine/judge/score.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import type { Window } from '#engine/window/dataset.ts'
import {
  computeResults,
  computeSizeVsDepth,
  computePaperLamports,
  toSol,
  type Grade,
} from './wallet-results.ts'
import {
  computeAveragePrice,
  describeEvidence,
  describePoint,
  sumPricedTokens,
  sumUsd,
} from './wallet-trades.ts'

export type WalletContext = {
  window: Window
  mark: PriceMark | null
  gradeOf: (trader: Trader) => Grade
  paths: Paths
  follower: Follower
  supplyRaw: bigint | null
  decimals: number
  solUsd: number | null
  /** Last slot in which the order of the buyers is certain; null when there is none. */
  rankedUntil: number | null
  clusterIds: ReadonlyMap<string, string>
  funders: ReadonlyMap<string, Funder>
  buyerRanks: ReadonlyMap<string, number>
}

/** A wallet of a report without its lists of trades and results, the largest part of a report. `whole` makes them. */
export type WalletDraft = { row: Omit<Wallet, 'pnl_series' | 'evidence'>; whole: () => Wallet }

/** Returns the entry of a wallet in the report, without its rank. */
export function draftWallet(trader: Trader, labels: Label[], context: WalletContext): WalletDraft {
  // `whole` may use only these, so that the rest of the market can be freed before the report is stored.
  const { flows } = trader
  const { prices } = context.window
  const { drawdown, points } = context.paths.of(flows)
  const followed = context.follower.follow(points)
  const row = describeRow(trader, labels, { ...context, drawdown, followed })
  return {
    row,
    whole() {
      const evidence = flows.map((flow) => describeEvidence(flow, prices))
      return { ...row, pnl_series: points.map(describePoint), evidence }
    },
  }
}

function describeRow(
  trader: Trader,
  labels: Label[],
  context: WalletContext & { drawdown: number; followed: Followed | null },
): WalletDraft['row'] {
  const { address, position } = trader
  const { followed } = context
  const { score, terms, average } = context.gradeOf(trader)
  return {
    rank: null,
    address,
    score,
    score_terms: terms,
    copyability: computeCopyability(average.pnlLamports, followed),
    follower_pnl_sol: followed && Math.round(followed.profit) / 1e9,
    follower_roi: followed && round(followed.profit / followed.cost),
    labels,
    cluster_id: context.clusterIds.get(address) ?? null,
    ...describeAmounts(position),
    ...describePrices(trader, context),
    ...describeProfit(trader, context),
    first_buy: describeFirstBuy(trader, context),
    ...describeHabits(trader, context),
    supply_pct:
      context.supplyRaw === null ? null : computeRatio(position.heldTokens, context.supplyRaw),
    funder: findFunder(trader, context.funders),
    flags: listFlags(trader, labels),
  }
}

const describeAmounts = (position: Position) => ({
  buys: position.buys,
  sells: position.sells,
  bought_tokens: position.boughtTokens.toString(),
  sold_tokens: position.soldTokens.toString(),
  held_tokens: position.heldTokens.toString(),
  transfer_in_tokens: position.transferInTokens.toString(),
  transfer_out_tokens: position.transferOutTokens.toString(),
  burned_tokens: position.burnedTokens.toString(),
  unseen_tokens: position.unseenTokens.toString(),
  cost_lamports: position.costLamports.toString(),
  proceeds_lamports: position.proceedsLamports.toString(),
  fees_lamports: position.feesLamports.toString(),
  tips_lamports: position.tipsLamports.toString(),
  rent_lamports: position.rentLamports.toString(),
})

/** Returns what it paid and received for a token, also in dollars at the time of each trade. */
function describePrices({ position, flows }: Trader, { window, decimals }: WalletContext) {
  const { costLamports, proceedsLamports } = position
  return {
    avg_buy_sol: computeAveragePrice(costLamports, sumPricedTokens(flows, 'BUY'), decimals),
    avg_sell_sol: computeAveragePrice(proceedsLamports, sumPricedTokens(flows, 'SELL'), decimals),
    cost_usd: sumUsd(flows, 'BUY', window.prices),
    proceeds_usd: sumUsd(flows, 'SELL', window.prices),
  }
}

function describeProfit(
  trader: Trader,
  { mark, solUsd, gradeOf, drawdown }: WalletContext & { drawdown: number },
) {
  const { position, flows } = trader
  const { exit, average } = gradeOf(trader)
  return {
    ...average.fields,
    exit_value_sol: exit === null ? null : toSol(exit),
    paper_value_sol: mark === null ? null : toSol(computePaperLamports(position.heldTokens, mark)),
    fifo: computeResults(position, position.fifo, exit).fields,
    drawdown_sol: toSol(BigInt(Math.round(drawdown))),
    drawdown: position.costLamports === 0n ? null : round(drawdown / Number(position.costLamports)),
    size_vs_depth: computeSizeVsDepth(flows),
    pnl_usd: solUsd === null ? null : average.fields.pnl_sol * solUsd,
    unattributed_proceeds_sol: toSol(position.unattributedLamports),
  }
}

/** Returns its last trade, its holding time, and the price percentiles of its purchases and sales. */
function describeHabits(trader: Trader, { gradeOf }: WalletContext) {
  const { position, flows } = trader
  const { entryPercentile, exitPercentile } = gradeOf(trader)
  const lastTrade = flows.findLast(isTrade)
  return {
    last_trade: lastTrade
      ? { slot: lastTrade.slot, time: lastTrade.timeS, sig: lastTrade.signature }
      : null,
    hold_seconds_avg: position.holdSecondsMean,
    hold_seconds_median: position.holdSecondsMedian,
    entry_pct: entryPercentile === null ? null : round(entryPercentile),
    exit_pct: exitPercentile === null ? null : round(exitPercentile),
    sold_ratio: computeRatio(position.soldTokens, position.boughtTokens),
  }
}

/** Returns `part ÷ whole`, at most 1; null if `whole` is 0. */
function computeRatio(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : round(Math.min(1, Number(part) / Number(whole)))
}

function describeFirstBuy(
  { firstBuy }: Trader,
  { window, rankedUntil, buyerRanks, supplyRaw }: WalletContext,
): Wallet['first_buy'] {
  if (!firstBuy) return null
  const isRankKnown = rankedUntil !== null && firstBuy.slot <= rankedUntil
  // A linked wallet may have made the first purchase of an entity.
  const rank = isRankKnown ? (buyerRanks.get(firstBuy.owner) ?? null) : null
  const solUsd = window.prices.at(firstBuy.slot)
  const price =
    Number(firstBuy.grossLamports ?? firstBuy.valueLamports ?? 0n) / Number(firstBuy.tokens)
  const mcapSol = supplyRaw === null || price === 0 ? null : (Number(supplyRaw) * price) / 1e9
  return {
    slot: firstBuy.slot,
    time: firstBuy.timeS,
    sig: firstBuy.signature,
    rank,
    percentile:
      rank === null ? null : round(buyerRanks.size < 2 ? 0 : (rank - 1) / (buyerRanks.size - 1)),
    blocks_after_create: window.creation === null ? null : firstBuy.slot - window.creation.slot,
    mcap_sol: mcapSol === null ? null : round(mcapSol),
    mcap_usd: mcapSol === null || solUsd === null ? null : round(mcapSol * solUsd),
  }
}

function findFunder(
  { address, flows }: Trader,
  funders: ReadonlyMap<string, Funder>,
): Wallet['funder'] {
  const funded = flows.find(({ flags }) => flags.includes('funded'))
  if (funded) return { address: funded.payer, sig: funded.signature }
  const funder = funders.get(address)
  return funder ? { address: funder.address, sig: funder.signature } : null
}

function listFlags({ position, flows }: Trader, labels: readonly Label[]): string[] {
  const flags: string[] = []
  if (position.unseenSoldTokens > 0n) flags.push('cost_unknown')
  if (position.unpricedTrades > 0) flags.push('unpriced')
  if (position.burnedTokens > 0n) flags.push('burned')
  if (position.transferInTokens > 0n) flags.push('received')
  if (position.transferOutTokens > 0n) flags.push('sent')
  if (flows.some(({ kind }) => kind === 'LP_ADD' || kind === 'LP_REMOVE')) flags.push('liquidity')
  if (labels.some((each) => each.label === 'linked_transfer')) flags.push('linked_transfer')
  return flags
}
