import { createHash } from 'node:crypto'

import type { CaReport, Cluster, Label } from '#contract/analysis/report.ts'

import { computeBooks } from '#engine/books/accounting.ts'
import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { Follower } from '#engine/books/follower.ts'
import { Paths } from '#engine/books/paths.ts'
import { computeTokenPrice, type PriceMark } from '#engine/books/price-mark.ts'
import { buildTrader, type Trader } from '#engine/books/trader.ts'
import type { Funder } from '#engine/judge/clusters.ts'
import type { WalletCluster } from '#engine/judge/wallet-cluster.ts'
import { mergeFlows } from '#engine/judge/linked-entities.ts'
import { WEIGHTS } from '#engine/judge/weights.ts'
import { makeLabel } from '#engine/judge/label-table.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { proveConnected } from '#engine/window/completeness.ts'
import type { Window } from '#engine/window/dataset.ts'
import { describeCoverage, findRankedUntil, type Collection } from './coverage.ts'
import { readMarket, type Market, type MarketInput } from './market.ts'
import { listCoveredPools, listPoolEntries } from './pool-report.ts'
import { byScore, compareText, isExcluded, judgeWallets, type JudgedWallet } from './ranking.ts'
import { describeToken, sumHeldByOwner, type TokenTexts } from './token-report.ts'
import { draftWallet, type WalletContext, type WalletDraft } from './wallet-report.ts'
import { computeResults, estimateExit } from './wallet-results.ts'

const LINES_PER_UPDATE = 1_000

/** Increase it when the same input would produce another report, or when the layout of a stored window changes. */
export const ENGINE_VERSION = '12'

/** All that an analysis needs. */
export type AnalysisInput = ReportInput & MarketInput

/** Input of a report besides the market. Values that the chain did not return are null. */
export type ReportInput = Pick<MarketInput, 'mint' | 'mintAuthority' | 'solUsd'> & {
  decimals: number
  tokenProgram: string | null
  /** Raw units. */
  supplyRaw: bigint | null
  /** First funder by wallet. Only wallets that were looked up have one. */
  funders: ReadonlyMap<string, Funder>
  collection: Collection
  /** Balances of the mint's token accounts on the chain now, which prove that the end is not missing. */
  balancesNow?: ReadonlyMap<string, bigint> | null
  /** Absent if they were not read. */
  texts?: TokenTexts | null
}

/** Returns the report on the evidence. Pure: the same transactions in any order return the same bytes. */
export function analyze(input: AnalysisInput): CaReport {
  return buildReport(readMarket(input), input)
}

/** Returns the report of a market that is already read: the same bytes as `analyze`. */
export function buildReport(market: Market, input: ReportInput): CaReport {
  return completeReport(draftReport(market, input))
}

/** A report whose wallets lack their lists of trades, so that a few lists at a time are in memory. */
export type DraftReport = Omit<CaReport, 'wallets' | 'excluded'> & {
  wallets: WalletDraft[]
  excluded: WalletDraft[]
}

/** Returns the report with the lists of trades of all wallets. */
export function completeReport(draft: DraftReport): CaReport {
  const wallets = draft.wallets.map((wallet) => wallet.whole())
  return { ...draft, wallets, excluded: draft.excluded.map((wallet) => wallet.whole()) }
}

/** Returns the report of a market that is already read, ranked, without lists of trades. */
export function draftReport(market: Market, input: ReportInput): DraftReport {
  const { mint, decimals } = input
  const { window, traders, mark, states } = market
  const { clusters, labels, judged } = judgeWallets(market, input.funders)
  const held = sumHeldByOwner(window, states)
  const proof = proveConnected(window.balances, input.balancesNow ?? null)
  const coverage = describeCoverage(
    input.collection,
    window,
    proof,
    listCoveredPools(window, states, held.byPool),
  )
  const lastSlot = window.entries.at(-1)?.slot ?? null
  const solUsd = lastSlot === null ? input.solUsd : window.prices.at(lastSlot)

  const context: WalletContext = {
    window,
    mark,
    gradeOf: market.gradeOf,
    paths: new Paths(window.flows),
    follower: new Follower(window.flows, mark, WEIGHTS.follower.delayS),
    supplyRaw: input.supplyRaw,
    decimals,
    solUsd,
    rankedUntil: findRankedUntil(input.collection, window, proof),
    clusterIds: indexClusters(clusters),
    funders: input.funders,
    buyerRanks: rankBuyers(traders),
  }
  const { ranked, excluded } = draftWallets(judged, states, context)
  const price = describePrice(mark, decimals, solUsd)
  const flowsOf = new Map(traders.map(({ address, flows }) => [address, flows]))

  return {
    mint,
    decimals,
    token_program: input.tokenProgram,
    supply_raw: input.supplyRaw?.toString() ?? null,
    token: describeToken({
      texts: input.texts ?? null,
      mintAuthority: input.mintAuthority,
      supplyRaw: input.supplyRaw,
      window,
      pools: states,
      held: held.byWallet,
      linked: coverage.pools,
      traders,
      labels,
      price,
      decimals,
      isWhole: window.creation !== null && !input.collection.isTruncated,
    }),
    asof_slot: lastSlot,
    asof_time: window.entries.at(-1)?.timeS ?? null,
    coverage,
    price,
    wallets: ranked,
    excluded,
    clusters: clusters.map((cluster) => describeCluster(cluster, flowsOf, mark)),
    counts: countWallets(window, traders, [...ranked, ...excluded]),
    cost_points: 1,
    engine_version: ENGINE_VERSION,
    input_digest: digestInput(input, window),
  }
}

/** Returns the ranked wallets, best first, and the excluded ones and pools, highest profit first. */
function draftWallets(
  judged: readonly JudgedWallet[],
  states: Market['states'],
  context: WalletContext,
): { ranked: WalletDraft[]; excluded: WalletDraft[] } {
  const { window } = context
  const wallets = judged.map(({ trader, labels }) => draftWallet(trader, labels, context))
  const ranked = wallets
    .filter(({ row }) => !isExcluded(row))
    .toSorted((a, b) => byScore(a.row, b.row))
  for (const [index, { row }] of ranked.entries()) row.rank = index + 1
  const pools = listPoolEntries(window, states, (address) =>
    draftWallet(createEmptyTrader(address), [labelPool(window, address)], context),
  )
  const excluded = [...wallets.filter(({ row }) => isExcluded(row)), ...pools].toSorted(
    ({ row: a }, { row: b }) => b.pnl_sol - a.pnl_sol || compareText(a.address, b.address),
  )
  return { ranked, excluded }
}

function indexClusters(clusters: readonly WalletCluster[]): Map<string, string> {
  const index = new Map<string, string>()
  for (const { id, members } of clusters) {
    for (const member of members) if (!index.has(member)) index.set(member, id)
  }
  return index
}

/** Returns the rank of each buyer by its first purchase, from 1. */
function rankBuyers(traders: readonly Trader[]): Map<string, number> {
  const buyers = traders
    .flatMap(({ address, firstBuy }) => (firstBuy ? [{ address, order: firstBuy.order }] : []))
    .toSorted((a, b) => a.order - b.order || compareText(a.address, b.address))
  return new Map(buyers.map(({ address }, index) => [address, index + 1]))
}

function createEmptyTrader(address: string): Trader {
  return buildTrader(address, [], computeBooks([]))
}

function labelPool(window: Window, address: string): Label {
  const proof = window.flows
    .filter(({ pool }) => pool === address)
    .map(({ signature }) => signature)
  return makeLabel('pool', 'Trades against everyone: a pool or the authority of its vaults', proof)
}

function describePrice(
  mark: PriceMark | null,
  decimals: number,
  solUsd: number | null,
): CaReport['price'] {
  const sol = mark === null ? null : computeTokenPrice(mark, decimals)
  return {
    sol,
    usd: sol === null || solUsd === null ? null : sol * solUsd,
    sol_usd: solUsd,
    source_sig: mark?.signature ?? null,
  }
}

/** Returns the books of a cluster as one wallet, without transfers between its members. */
function describeCluster(
  { id, kind, members, funder, proof }: WalletCluster,
  flowsOf: ReadonlyMap<string, readonly ValuedFlow[]>,
  mark: PriceMark | null,
): Cluster {
  const merged = mergeFlows(members.flatMap((address) => flowsOf.get(address) ?? []))
  const position = computeBooks(merged)
  const { fields } = computeResults(position, position.average, estimateExit(position, mark))
  return {
    id,
    kind,
    members,
    funder,
    cost_lamports: position.costLamports.toString(),
    proceeds_lamports: position.proceedsLamports.toString(),
    realized_sol: fields.realized_sol,
    unrealized_sol: fields.unrealized_sol,
    pnl_sol: fields.pnl_sol,
    proof,
  }
}

function countWallets(
  { flows }: Window,
  traders: readonly Trader[],
  wallets: readonly WalletDraft[],
): CaReport['counts'] {
  const byLabel = new Map<string, number>()
  for (const { row } of wallets) {
    for (const name of new Set(row.labels.map((each) => each.label))) {
      byLabel.set(name, (byLabel.get(name) ?? 0) + 1)
    }
  }
  return {
    buyers: traders.filter(({ position }) => position.buys > 0).length,
    sellers: traders.filter(({ position }) => position.sells > 0).length,
    trades: flows.filter(isTrade).length,
    by_label: Object.fromEntries([...byLabel].toSorted(([a], [b]) => compareText(a, b))),
  }
}

/** Returns a SHA-256 of the engine version, the mint, its supply and the transactions that were read. */
function digestInput({ mint, supplyRaw }: ReportInput, { entries }: Window): string {
  const hash = createHash('sha256').update(`${ENGINE_VERSION}\n${mint}\n${supplyRaw ?? ''}\n`)
  for (let from = 0; from < entries.length; from += LINES_PER_UPDATE) {
    const lines = entries.slice(from, from + LINES_PER_UPDATE)
    hash.update(lines.map(({ slot, signature }) => `${slot} ${signature}\n`).join(''))
  }
  return hash.digest('hex')
}
