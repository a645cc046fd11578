import type { Evidence, Label, Wallet } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/accounting.ts'
import type { Funder } from '#engine/judge/clusters.ts'
import type { PriceMark } from '#engine/books/price-mark.ts'
import {
  copyabilityOf,
  meanPercentile,
  pricePercentiles,
  round,
  scoreOf,
} from '#engine/judge/score.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import type { Window } from '#engine/scan/dataset.ts'

export type WalletContext = {
  window: Window
  mark: PriceMark | null
  supplyRaw: bigint | null
  decimals: number
  solUsd: number | null
  /** Slot up to which the order of the buyers is certain; null when it never is. */
  rankedUntil: number | null
  clusterOf: ReadonlyMap<string, string>
  funders: ReadonlyMap<string, Funder>
  buyerRanks: ReadonlyMap<string, number>
}

const solOf = (lamports: bigint): number => Number(lamports) / 1e9

const percentilesByWindow = new WeakMap<Window, (flow: ValuedFlow) => number>()
function percentilesOf(window: Window): (flow: ValuedFlow) => number {
  const known = percentilesByWindow.get(window) ?? pricePercentiles(window.flows)
  percentilesByWindow.set(window, known)
  return known
}

/** Returns one wallet in the form of the report, without a rank. */
export function walletOf(trader: Trader, labels: Label[], context: WalletContext): Wallet {
  const { window, mark, supplyRaw, solUsd, clusterOf, funders } = context
  const { address, position, flows } = trader
  const percentile = percentilesOf(window)
  const entryPercentile = meanPercentile(trader, 'BUY', percentile)
  const exitPercentile = meanPercentile(trader, 'SELL', percentile)

  const worth = (tokens: bigint): bigint =>
    mark === null ? 0n : BigInt(Math.round(Number(tokens) * mark.lamportsPerToken))
  const exitLamports = mark === null ? 0n : mark.exitLamports(position.heldTokens)
  const unrealized =
    mark === null ? 0n : worth(position.heldBoughtTokens) - position.average.heldCostLamports
  const pnl = position.average.realizedLamports + unrealized
  const exitOfBought = mark === null ? 0n : mark.exitLamports(position.heldBoughtTokens)
  const sober = mark === null ? 0n : exitOfBought - position.average.heldCostLamports
  const ownProfitLamports =
    position.average.realizedLamports + (sober < unrealized ? sober : unrealized)
  const { score, terms } = scoreOf({ trader, ownProfitLamports, entryPercentile, exitPercentile })
  const firstBuy = firstBuyOf(trader, context)
  const lastTrade = flows.findLast(isTrade)
  const pricedBought = tokensOf(flows, 'BUY')
  const pricedSold = tokensOf(flows, 'SELL')

  return {
    rank: null,
    address,
    score,
    score_terms: terms,
    copyability: copyabilityOf(trader, firstBuy?.mcap_usd ?? null),
    labels,
    cluster_id: clusterOf.get(address) ?? null,
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
    avg_buy_sol: averagePrice(position.costLamports, pricedBought, context.decimals),
    avg_sell_sol: averagePrice(position.proceedsLamports, pricedSold, context.decimals),
    realized_sol: solOf(position.average.realizedLamports),
    unrealized_sol: solOf(unrealized),
    exit_value_sol: solOf(exitLamports),
    pnl_sol: solOf(pnl),
    pnl_usd: solUsd === null ? null : solOf(pnl) * solUsd,
    roi: position.costLamports === 0n ? null : round(Number(pnl) / Number(position.costLamports)),
    win_rate:
      position.matchedSells === 0 ? null : round(position.average.wins / position.matchedSells),
    unattributed_proceeds_sol: solOf(position.unattributedLamports),
    first_buy: firstBuy,
    last_trade: lastTrade
      ? { slot: lastTrade.slot, time: lastTrade.timeS, sig: lastTrade.signature }
      : null,
    hold_seconds_avg: position.holdSecondsMean,
    hold_seconds_median: position.holdSecondsMedian,
    entry_pct: entryPercentile === null ? null : round(entryPercentile),
    exit_pct: exitPercentile === null ? null : round(exitPercentile),
    sold_ratio: ratio(position.soldTokens, position.boughtTokens),
    supply_pct: supplyRaw === null ? null : ratio(position.heldTokens, supplyRaw),
    funder: funderOf(trader, funders),
    flags: flagsOf(trader, labels),
    evidence: flows.map(evidenceOf),
  }
}

function tokensOf(flows: readonly ValuedFlow[], kind: 'BUY' | 'SELL'): bigint {
  let tokens = 0n
  for (const flow of flows) {
    if (flow.kind === kind && flow.valueLamports !== null) tokens += flow.tokens
  }
  return tokens
}

/** SOL per whole token. */
function averagePrice(lamports: bigint, tokens: bigint, decimals: number): number | null {
  return tokens === 0n ? null : (Number(lamports) / Number(tokens)) * 10 ** (decimals - 9)
}

/** Returns a ratio between 0 and 1, capped at 1. */
function ratio(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : round(Math.min(1, Number(part) / Number(whole)))
}

function firstBuyOf(
  { address, firstBuy }: Trader,
  { window, rankedUntil, buyerRanks, supplyRaw }: WalletContext,
): Wallet['first_buy'] {
  if (!firstBuy) return null
  const isRankKnown = rankedUntil !== null && firstBuy.slot <= rankedUntil
  const rank = isRankKnown ? (buyerRanks.get(address) ?? null) : null
  const solUsd = window.prices.at(firstBuy.slot)
  const price =
    Number(firstBuy.grossLamports ?? firstBuy.valueLamports ?? 0n) / Number(firstBuy.tokens)
  return {
    slot: firstBuy.slot,
    time: firstBuy.timeS,
    sig: firstBuy.signature,
    rank,
    percentile:
      rank === null ? null : round(buyerRanks.size < 2 ? 0 : (rank - 1) / (buyerRanks.size - 1)),
    blocks_after_create: window.creation === null ? null : firstBuy.slot - window.creation.slot,
    mcap_usd:
      supplyRaw === null || solUsd === null || price === 0
        ? null
        : round((Number(supplyRaw) * price * solUsd) / 1e9),
  }
}

function funderOf(
  { address, flows }: Trader,
  funders: ReadonlyMap<string, Funder>,
): Wallet['funder'] {
  const funded = flows.find(({ flags }) => flags.includes('funded'))
  if (funded) return { address: funded.payer, sig: funded.signature }
  const funder = funders.get(address)
  return funder ? { address: funder.address, sig: funder.signature } : null
}

function flagsOf({ position, flows }: Trader, labels: readonly Label[]): string[] {
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

function evidenceOf(flow: ValuedFlow): Evidence {
  return {
    signature: flow.signature,
    slot: flow.slot,
    time: flow.timeS,
    kind: flow.kind,
    token_raw: flow.tokens.toString(),
    quote_mint: flow.quoteMint,
    quote_net: flow.quoteNet.toString(),
    quote_gross: flow.quoteGross.toString(),
    gross_mint: flow.grossMint,
    value_lamports: flow.valueLamports?.toString() ?? null,
    fee_lamports: flow.feeLamports.toString(),
    tip_lamports: flow.tipLamports.toString(),
    rent_lamports: flow.rentLamports.toString(),
    token_tax_raw: flow.taxedTokens.toString(),
    pool: flow.pool,
    flags: [...flow.flags],
  }
}
