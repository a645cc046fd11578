import type { Evidence, Label, Wallet } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/accounting.ts'
import type { Funder } from '#engine/judge/clusters.ts'
import type { Reserves } from '#engine/books/depth.ts'
import type { PathPoint, Paths } from '#engine/books/paths.ts'
import type { MethodResult, Position } from '#engine/books/position.ts'
import type { PriceMark } from '#engine/books/price-mark.ts'
import { computeCopyability, meanPercentile, round, computeScore } from '#engine/judge/score.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade, computePart } from '#engine/trades/trades.ts'
import type { Window } from '#engine/window/dataset.ts'

export type WalletContext = {
  window: Window
  mark: PriceMark | null
  gradeOf: (trader: Trader) => Grade
  paths: Paths
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

const toSol = (lamports: bigint): number => Number(lamports) / 1e9

type GradeContext = {
  mark: PriceMark | null
  /** Percentile of a trade's price among all trades, from 0 to 1. */
  percentile: (flow: ValuedFlow) => number
  /** Skill at timing in standard deviations; see `timingTest`. */
  timing: (trader: Trader) => number | null
}

export type Grade = ReturnType<typeof gradeTrader>

/** Returns the score of a trader with its terms, and the figures it was computed from. Ignores labels. */
export function gradeTrader(trader: Trader, { mark, percentile, timing }: GradeContext) {
  const { position } = trader
  const entryPercentile = meanPercentile(trader, 'BUY', percentile)
  const exitPercentile = meanPercentile(trader, 'SELL', percentile)
  const exit = estimateExit(position, mark)
  const average = computeResults(position, position.average, exit)
  const paper = paperLamports(position.heldBoughtTokens, mark)
  // Where the depth is not known, a loss on paper counts and a profit on paper does not.
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

/** Returns the entry of a wallet in the report, without its rank. */
export function draftWallet(trader: Trader, labels: Label[], context: WalletContext): WalletDraft {
  const { drawdown, points } = context.paths.of(trader.flows)
  const row = describeRow(trader, labels, { ...context, drawdown })
  return {
    row,
    whole() {
      const { window } = context
      const evidence = trader.flows.map((flow) => describeEvidence(flow, window))
      return { ...row, pnl_series: points.map(describePoint), evidence }
    },
  }
}

function describeRow(
  trader: Trader,
  labels: Label[],
  context: WalletContext & { drawdown: number },
): WalletDraft['row'] {
  const { window, mark, supplyRaw, solUsd, clusterIds, funders, drawdown } = context
  const { address, position, flows } = trader
  const { score, terms, exit, average, entryPercentile, exitPercentile } = context.gradeOf(trader)
  const firstBuy = describeFirstBuy(trader, context)
  const lastTrade = flows.findLast(isTrade)
  const pricedBought = sumPricedTokens(flows, 'BUY')
  const pricedSold = sumPricedTokens(flows, 'SELL')

  return {
    rank: null,
    address,
    score,
    score_terms: terms,
    copyability: computeCopyability(trader, firstBuy?.mcap_usd ?? null),
    labels,
    cluster_id: clusterIds.get(address) ?? null,
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
    cost_usd: sumUsd(flows, 'BUY', window),
    proceeds_usd: sumUsd(flows, 'SELL', window),
    ...average.fields,
    exit_value_sol: exit === null ? null : toSol(exit),
    paper_value_sol: mark === null ? null : toSol(paperLamports(position.heldTokens, mark)),
    fifo: computeResults(position, position.fifo, exit).fields,
    drawdown_sol: toSol(BigInt(Math.round(drawdown))),
    drawdown: position.costLamports === 0n ? null : round(drawdown / Number(position.costLamports)),
    size_vs_depth: computeSizeVsDepth(flows, window.reserves),
    pnl_usd: solUsd === null ? null : average.fields.pnl_sol * solUsd,
    unattributed_proceeds_sol: toSol(position.unattributedLamports),
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
    funder: findFunder(trader, funders),
    flags: listFlags(trader, labels),
  }
}

/** Returns the lamports for selling the whole bag at once; null where the depth is not known. */
export const estimateExit = ({ heldTokens }: Position, mark: PriceMark | null): bigint | null =>
  heldTokens === 0n ? 0n : (mark?.exitLamports(heldTokens) ?? null)

const paperLamports = (tokens: bigint, mark: PriceMark | null): bigint =>
  mark === null ? 0n : BigInt(Math.round(Number(tokens) * mark.lamportsPerToken))

/** Returns the results of one accounting method. Bought and received tokens of a bag share its exit value alike. */
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
function computeSizeVsDepth(
  flows: readonly ValuedFlow[],
  reserves: ReadonlyMap<ValuedFlow, Reserves>,
): number | null {
  let largest: number | null = null
  for (const flow of flows) {
    const after = flow.kind === 'BUY' ? reserves.get(flow)?.quoteLamports : undefined
    const paid = flow.grossLamports
    if (after === undefined || paid === null || after <= paid) continue
    largest = Math.max(largest ?? 0, round(Number(paid) / Number(after - paid)))
  }
  return largest
}

const solInUsd = (lamports: bigint, slot: number, { prices }: Window): number | null => {
  const price = prices.at(slot)
  return price === null ? null : round(toSol(lamports) * price)
}

/** Returns the sum in dollars of the time of each trade; null if one of them has no price. */
function sumUsd(flows: readonly ValuedFlow[], kind: 'BUY' | 'SELL', window: Window): number | null {
  let sum = 0
  for (const flow of flows) {
    if (flow.kind !== kind) continue
    const usd = flow.valueLamports === null ? null : solInUsd(flow.valueLamports, flow.slot, window)
    if (usd === null) return null
    sum += usd
  }
  return round(sum)
}

const describePoint = ({
  flow,
  realized,
  fifoRealized,
  heldTokens,
  paperValue,
}: PathPoint): Wallet['pnl_series'][number] => ({
  slot: flow.slot,
  time: flow.timeS,
  realized_sol: Math.round(realized) / 1e9,
  fifo_realized_sol: Math.round(fifoRealized) / 1e9,
  held_tokens: heldTokens,
  paper_value_sol: paperValue === null ? null : Math.round(paperValue) / 1e9,
})

function sumPricedTokens(flows: readonly ValuedFlow[], kind: 'BUY' | 'SELL'): bigint {
  let tokens = 0n
  for (const flow of flows) {
    if (flow.kind === kind && flow.valueLamports !== null) tokens += flow.tokens
  }
  return tokens
}

/** Returns SOL per whole token; null without tokens. */
function averagePrice(lamports: bigint, tokens: bigint, decimals: number): number | null {
  return tokens === 0n ? null : (Number(lamports) / Number(tokens)) * 10 ** (decimals - 9)
}

/** Returns `part ÷ whole`, at most 1; null if `whole` is 0. */
function ratio(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : round(Math.min(1, Number(part) / Number(whole)))
}

function describeFirstBuy(
  { address, firstBuy }: Trader,
  { window, rankedUntil, buyerRanks, supplyRaw }: WalletContext,
): Wallet['first_buy'] {
  if (!firstBuy) return null
  const isRankKnown = rankedUntil !== null && firstBuy.slot <= rankedUntil
  const rank = isRankKnown ? (buyerRanks.get(address) ?? null) : null
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

function describeEvidence(flow: ValuedFlow, window: Window): Evidence {
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
    value_usd: flow.valueLamports === null ? null : solInUsd(flow.valueLamports, flow.slot, window),
    fee_lamports: flow.feeLamports.toString(),
    tip_lamports: flow.tipLamports.toString(),
    rent_lamports: flow.rentLamports.toString(),
    token_tax_raw: flow.taxedTokens.toString(),
    pool: flow.pool,
    flags: [...flow.flags],
  }
}
