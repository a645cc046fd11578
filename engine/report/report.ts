import { createHash } from 'node:crypto'

import type { CaReport, Cluster, Coverage, Label, Wallet } from '#contract/analysis/report.ts'

import { accountFor } from '#engine/books/accounting.ts'
import { readReserves } from '#engine/books/depth.ts'
import { Paths } from '#engine/books/paths.ts'
import { entitiesOf, entityLabels, memberLabels, mergedFlows } from '#engine/judge/entities.ts'
import {
  findClusters,
  transferLinks,
  type Funder,
  type WalletCluster,
} from '#engine/judge/clusters.ts'
import { makeLabel, type LabelContext } from '#engine/judge/label-table.ts'
import { labelsOf } from '#engine/judge/labels.ts'
import { poolEntries, poolsCovered } from './pool-report.ts'
import { poolStates, priceMark, type PriceMark } from '#engine/books/price-mark.ts'
import { traderOf, tradersOf, type Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { exitOf, resultsOf, walletOf, type WalletContext } from './wallet-report.ts'
import { firstBreak, proveComplete, type Completeness } from '#engine/scan/completeness.ts'
import { readWindow, type Evidence as WindowEvidence, type Window } from '#engine/scan/dataset.ts'

/** A window with holes everywhere says no more with all of them. */
const MAX_GAPS = 1_000

/** Increase it when the same input would produce another report. */
export const ENGINE_VERSION = '4'

/** Facts about the mint and the gaps in the collected data. */
export type AnalysisInput = {
  mint: string
  decimals: number
  tokenProgram: string | null
  supplyRaw: bigint | null
  mintAuthority: string | null
  evidence: readonly WindowEvidence[]
  /** Transactions used only for the price of SOL. */
  priceEvidence: readonly WindowEvidence[]
  accountPrograms: ReadonlyMap<string, string>
  funders: ReadonlyMap<string, Funder>
  collection: {
    /** Number of signatures whose transaction no node returned. */
    missing: number
    pages: number
    addresses: number
    isTruncated: boolean
    reasons: readonly string[]
  }
  /** Balances of the mint's token accounts on the chain now, which prove that the end is not missing. */
  balancesNow?: ReadonlyMap<string, bigint> | null
  /** US dollars per SOL, used where the window has no price. */
  solUsd: number | null
}

/**
 * Returns the analysis of the evidence. Pure: the same input returns the same bytes, whatever the order of its
 * transactions.
 */
export function analyze(input: AnalysisInput): CaReport {
  const { mint, decimals } = input
  const window = readWindow(input)
  const traders = tradersOf(window.flows)
  const links = transferLinks(window)
  const clusters = findClusters(
    traders.filter(({ hasTrades }) => hasTrades),
    links,
    input.funders,
  )
  const labelContext: LabelContext = {
    window,
    traders,
    links,
    clusters,
    funders: input.funders,
    mintAuthority: input.mintAuthority,
  }
  const labels = labelsOf(labelContext)
  const reserves = readReserves(window)
  const mark = priceMark(window, reserves)
  const states = poolStates(window, reserves)
  const proof = proveComplete(mint, window.evidence, input.balancesNow ?? null)
  const coverage = coverageOf(input, window, proof, poolsCovered(window, states))
  const lastSlot = window.evidence.at(-1)?.tx.slot ?? null
  const solUsd = lastSlot === null ? input.solUsd : window.prices.at(lastSlot)

  const context: WalletContext = {
    window,
    mark,
    reserves,
    paths: new Paths(window.flows),
    supplyRaw: input.supplyRaw,
    decimals,
    solUsd,
    rankedUntil: rankedUntil(input, window, proof),
    clusterOf: clusterIndex(clusters),
    funders: input.funders,
    buyerRanks: rankBuyers(traders),
  }
  const entities = entitiesOf(clusters, traders)
  const wallets = traders.map((trader) => {
    const own = labels.get(trader.address) ?? []
    const entity = entities.find(({ cluster }) => cluster.members.includes(trader.address))
    if (!entity) return walletOf(trader, own, context)
    return entity.leader === trader.address
      ? walletOf(entity.trader, entityLabels(entity, labels, input.funders), context)
      : walletOf(trader, memberLabels(entity, own), context)
  })
  const ranked = wallets.filter((wallet) => !isExcluded(wallet)).toSorted(byScore)
  const excluded = [
    ...wallets.filter(isExcluded),
    ...poolEntries(window, states, (address) =>
      walletOf(emptyTrader(address), [poolLabel(window, address)], context),
    ),
  ].toSorted((a, b) => b.pnl_sol - a.pnl_sol || compareText(a.address, b.address))

  return {
    mint,
    decimals,
    token_program: input.tokenProgram,
    supply_raw: input.supplyRaw?.toString() ?? null,
    asof_slot: lastSlot,
    asof_time: window.evidence.at(-1)?.tx.timeS ?? null,
    coverage,
    price: priceOf(mark, decimals, solUsd),
    wallets: ranked.map((wallet, index) => ({ ...wallet, rank: index + 1 })),
    excluded,
    clusters: clusters.map((cluster) => clusterReport(cluster, window, mark)),
    counts: countsOf(window, traders, [...ranked, ...excluded]),
    cost_points: 1,
    engine_version: ENGINE_VERSION,
    input_digest: digestOf(input, window),
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isExcluded = ({ labels }: Wallet): boolean => labels.some(({ hard }) => hard)

function byScore(a: Wallet, b: Wallet): number {
  return b.score - a.score || b.pnl_sol - a.pnl_sol || compareText(a.address, b.address)
}

function clusterIndex(clusters: readonly WalletCluster[]): Map<string, string> {
  const index = new Map<string, string>()
  for (const { id, members } of clusters) {
    for (const member of members) if (!index.has(member)) index.set(member, id)
  }
  return index
}

/** Returns the rank of each buyer by its first purchase. */
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
function rankedUntil(
  { collection }: AnalysisInput,
  { creation }: Window,
  proof: Completeness,
): number | null {
  const isWhole = collection.missing === 0 && !collection.isTruncated
  return creation === null ? null : (firstBreak(proof) ?? (isWhole ? Infinity : null))
}

function emptyTrader(address: string): Trader {
  return traderOf(address, [], accountFor([]))
}

function poolLabel(window: Window, address: string): Label {
  const proof = window.flows
    .filter(({ pool }) => pool === address)
    .map(({ signature }) => signature)
  return makeLabel('pool', 'Trades against everyone: a pool or the authority of its vaults', proof)
}

function priceOf(
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

function coverageOf(
  { collection }: AnalysisInput,
  window: Window,
  { gaps, explained }: Completeness,
  pools: Coverage['pools'],
): Coverage {
  const { evidence, creation, failed, ownerUnknown, flows } = window
  const unpriced = flows.filter(({ flags }) => flags.includes('unpriced')).length
  const reasons = [...collection.reasons]
  if (!creation) {
    reasons.push('The creation of the mint is not in reach: who came first cannot be told')
  }
  if (collection.missing > 0) {
    reasons.push(`${collection.missing} transaction(s) could not be read`)
  }
  if (ownerUnknown > 0) {
    reasons.push(`${ownerUnknown} balance change(s) name no owner and are attributed to nobody`)
  }
  if (gaps.length > 0) {
    const accounts = new Set(gaps.map(({ account }) => account)).size
    reasons.push(
      `The balances of ${accounts} token account(s) do not connect: transactions are missing`,
    )
  }
  if (unpriced > 0) reasons.push(`${unpriced} trade(s) could not be valued in SOL`)
  return {
    signatures: evidence.length + collection.missing,
    parsed: evidence.length - failed,
    failed,
    missing: collection.missing,
    pages: collection.pages,
    addresses: collection.addresses,
    pools,
    window: {
      from_slot: evidence[0]?.tx.slot ?? null,
      to_slot: evidence.at(-1)?.tx.slot ?? null,
      from_time: evidence[0]?.tx.timeS ?? null,
      to_time: evidence.at(-1)?.tx.timeS ?? null,
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
function clusterReport(
  { id, kind, members, funder, proof }: WalletCluster,
  { flows }: Window,
  mark: PriceMark | null,
): Cluster {
  const inside = new Set(members)
  const merged = mergedFlows(flows.filter(({ owner }) => inside.has(owner)))
  const position = accountFor(merged)
  const { fields } = resultsOf(position, position.average, exitOf(position, mark))
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

function countsOf(
  { flows }: Window,
  traders: readonly Trader[],
  wallets: readonly Wallet[],
): CaReport['counts'] {
  const byLabel = new Map<string, number>()
  for (const { labels } of wallets) {
    for (const name of new Set(labels.map((each) => each.label))) {
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

/** Returns a hash of the input: engine version, mint and every transaction in order. */
function digestOf({ mint, supplyRaw }: AnalysisInput, { evidence }: Window): string {
  const hash = createHash('sha256').update(`${ENGINE_VERSION}\n${mint}\n${supplyRaw ?? ''}\n`)
  for (const { tx } of evidence) hash.update(`${tx.slot} ${tx.signature}\n`)
  return hash.digest('hex')
}
