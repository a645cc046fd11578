import { createHash } from 'node:crypto'

import type { CaReport, Cluster, Coverage, Label, Wallet } from '#contract/analysis/report.ts'

import { computeBooks, type ValuedFlow } from '#engine/books/accounting.ts'
import { Paths } from '#engine/books/paths.ts'
import {
  findEntities,
  labelEntity,
  labelMember,
  mergeFlows,
  type Entity,
} from '#engine/judge/entities.ts'
import {
  findClusters,
  groupByAddress,
  type Funder,
  type WalletCluster,
} from '#engine/judge/clusters.ts'
import { makeLabel } from '#engine/judge/label-table.ts'
import { labelWallets, type LabelContext } from '#engine/judge/labels.ts'
import { listPoolEntries, listCoveredPools } from './pool-report.ts'
import { describeToken, type TokenTexts } from './token-report.ts'
import type { PriceMark } from '#engine/books/price-mark.ts'
import { buildTrader, type Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { draftWallet, type WalletContext, type WalletDraft } from './wallet-report.ts'
import { computeResults, estimateExit } from './wallet-results.ts'
import { findFirstBreak, proveConnected, type Completeness } from '#engine/window/completeness.ts'
import type { Window } from '#engine/window/dataset.ts'
import { readMarket, type Market, type MarketInput } from './market.ts'

const LINES_PER_UPDATE = 1_000

/** Maximum number of gaps in a report. */
const MAX_GAPS = 1_000

/** Increase it when the same input would produce another report, or when the layout of a stored window changes. */
export const ENGINE_VERSION = '8'

/** All that an analysis needs. */
export type AnalysisInput = ReportInput & MarketInput

/** What a report needs beside the market. Values that the chain did not answer are null. */
export type ReportInput = Pick<MarketInput, 'mint' | 'mintAuthority' | 'solUsd'> & {
  decimals: number
  tokenProgram: string | null
  /** Raw units. */
  supplyRaw: bigint | null
  /** First funder by wallet. Only wallets that were looked up have one. */
  funders: ReadonlyMap<string, Funder>
  collection: {
    /** Number of signatures whose transaction no node returned. */
    missing: number
    /** Number of failed transactions that were listed and, since they moved no tokens, not read. */
    failed?: number
    pages: number
    addresses: number
    /** True if a limit ended the collection early. */
    isTruncated: boolean
    /** Why the history may be incomplete, in sentences for people. */
    reasons: readonly string[]
  }
  /** Balances of the mint's token accounts on the chain now, which prove that the end is not missing. */
  balancesNow?: ReadonlyMap<string, bigint> | null
  /** Absent if the chain was not asked. */
  texts?: TokenTexts | null
}

type Judged = { trader: Trader; labels: Label[] }

/** Returns the clusters, and each trader with its labels. The leader of an entity has the books of all members. */
function judge(
  { window, traders, links, mintAuthority, judgeTrades }: Market,
  funders: AnalysisInput['funders'],
): { clusters: WalletCluster[]; judged: Judged[] } {
  const clusters = findClusters(
    traders.filter(({ hasTrades }) => hasTrades),
    links,
    funders,
  )
  const context: LabelContext = {
    window,
    traders,
    links,
    clustersOf: groupByAddress(clusters, ({ members }) => members),
    funders,
    inTrades: judgeTrades(),
    mintAuthority,
  }
  const labels = labelWallets(context)
  const entityByMember = new Map<string, Entity>()
  for (const entity of findEntities(clusters, traders)) {
    for (const member of entity.cluster.members) {
      if (!entityByMember.has(member)) entityByMember.set(member, entity)
    }
  }
  const judged = traders.map((trader) => {
    const own = labels.get(trader.address) ?? []
    const entity = entityByMember.get(trader.address)
    if (!entity) return { trader, labels: own }
    return entity.leader === trader.address
      ? { trader: entity.trader, labels: labelEntity(entity, labels, funders) }
      : { trader, labels: labelMember(entity, own) }
  })
  return { clusters, judged }
}

type Placed = Pick<Wallet, 'address' | 'score' | 'pnl_sol'> & { first_buy: { slot: number } | null }

/** Ranks by trades alone, without funders: the first pass, which decides whose funders are looked up. */
export function rankProvisionally(market: Market): { wallets: Placed[]; excluded: Placed[] } {
  const wallets: Placed[] = []
  const excluded: Placed[] = []
  for (const { trader, labels } of judge(market, new Map()).judged) {
    const { score, average } = market.gradeOf(trader)
    const { address, firstBuy } = trader
    const first_buy = firstBuy && { slot: firstBuy.slot }
    const placed = { address, score, pnl_sol: average.fields.pnl_sol, first_buy }
    if (isExcluded({ labels })) excluded.push(placed)
    else wallets.push(placed)
  }
  return { wallets: wallets.toSorted(byScore), excluded }
}

/**
 * Returns the report on the evidence. Pure: the same input returns the same bytes, in whatever order its transactions
 * are.
 */
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
  const { clusters, judged } = judge(market, input.funders)
  const proof = proveConnected(window.balances, input.balancesNow ?? null)
  const coverage = describeCoverage(input, window, proof, listCoveredPools(window, states))
  const lastSlot = window.entries.at(-1)?.slot ?? null
  const solUsd = lastSlot === null ? input.solUsd : window.prices.at(lastSlot)

  const context: WalletContext = {
    window,
    mark,
    gradeOf: market.gradeOf,
    paths: new Paths(window.flows),
    supplyRaw: input.supplyRaw,
    decimals,
    solUsd,
    rankedUntil: findRankedUntil(input, window, proof),
    clusterIds: indexClusters(clusters),
    funders: input.funders,
    buyerRanks: rankBuyers(traders),
  }
  const wallets = judged.map(({ trader, labels }) => draftWallet(trader, labels, context))
  const ranked = wallets
    .filter(({ row }) => !isExcluded(row))
    .toSorted((a, b) => byScore(a.row, b.row))
  for (const [index, { row }] of ranked.entries()) row.rank = index + 1
  const excluded = [
    ...wallets.filter(({ row }) => isExcluded(row)),
    ...listPoolEntries(window, states, (address) =>
      draftWallet(createEmptyTrader(address), [labelPool(window, address)], context),
    ),
  ].toSorted(({ row: a }, { row: b }) => b.pnl_sol - a.pnl_sol || compareText(a.address, b.address))
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
      linked: coverage.pools,
      wallets: judged,
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

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isExcluded = ({ labels }: Pick<Wallet, 'labels'>): boolean => labels.some(({ hard }) => hard)

function byScore(a: Placed, b: Placed): number {
  return b.score - a.score || b.pnl_sol - a.pnl_sol || compareText(a.address, b.address)
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

/**
 * Returns the last slot in which the order of the buyers is certain; null when the creation is out of reach. A gap
 * hides purchases from the balance before it on. A missing transaction without a gap may have been any purchase.
 */
function findRankedUntil(
  { collection }: ReportInput,
  { creation }: Window,
  proof: Completeness,
): number | null {
  const isWhole = collection.missing === 0 && !collection.isTruncated
  return creation === null ? null : (findFirstBreak(proof) ?? (isWhole ? Infinity : null))
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
  const sol = mark === null ? null : (mark.lamportsPerToken * 10 ** decimals) / 1e9
  return {
    sol,
    usd: sol === null || solUsd === null ? null : sol * solUsd,
    sol_usd: solUsd,
    source_sig: mark?.signature ?? null,
  }
}

function describeCoverage(
  { collection }: ReportInput,
  window: Window,
  { gaps, explained }: Completeness,
  pools: Coverage['pools'],
): Coverage {
  const { entries, creation, failed, ownerUnknown, flows } = window
  const unpriced = flows.filter(({ flags }) => flags.includes('unpriced')).length
  const reasons = [...collection.reasons]
  if (!creation) {
    reasons.push(
      'We can’t tell who bought first: the token’s creation is outside the history we read',
    )
  }
  if (collection.missing > 0) {
    reasons.push(`${collection.missing} transaction(s) could not be read`)
  }
  if (ownerUnknown > 0) {
    reasons.push(`${ownerUnknown} balance change(s) have no known owner`)
  }
  if (gaps.length > 0) {
    const accounts = new Set(gaps.map(({ account }) => account)).size
    reasons.push(
      `The balances of ${accounts} token account(s) do not connect: transactions are missing`,
    )
  }
  if (unpriced > 0) reasons.push(`${unpriced} trade(s) could not be valued in SOL`)
  const unread = collection.failed ?? 0
  return {
    signatures: entries.length + collection.missing + unread,
    parsed: entries.length - failed,
    failed: failed + unread,
    missing: collection.missing,
    pages: collection.pages,
    addresses: collection.addresses,
    pools,
    window: {
      from_slot: entries[0]?.slot ?? null,
      to_slot: entries.at(-1)?.slot ?? null,
      from_time: entries[0]?.timeS ?? null,
      to_time: entries.at(-1)?.timeS ?? null,
    },
    creation: creation && { slot: creation.slot, sig: creation.signature },
    owner_unknown: ownerUnknown,
    unpriced,
    complete:
      creation !== null && !collection.isTruncated && collection.missing === 0 && gaps.length === 0,
    gaps: gaps.slice(0, MAX_GAPS).map(({ account, owner, fromSlot, toSlot, unexplained }) => ({
      account,
      owner,
      from_slot: fromSlot,
      to_slot: toSlot,
      unexplained_raw: unexplained.toString(),
    })),
    explained,
    reasons,
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
