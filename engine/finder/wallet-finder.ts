import type { CaReport, Wallet } from '#contract/analysis/report.ts'
import type {
  FinderHit,
  FinderMint,
  FinderWallet,
  WalletFinderReport,
} from '#contract/analysis/finder.ts'

import { ENGINE_VERSION } from '#engine/report/report.ts'
import { round } from '#engine/judge/score.ts'
import { listEntities, sumProfit, type Entity, type Place } from './entities.ts'
import { findOverlaps, type Traded } from './overlap.ts'
import { rankStandings, type Standing } from './standings.ts'
import { findRings, buildRingReport } from './rings.ts'
import { isProfitable, judge, type Result, type Verdict } from './verdict.ts'

/** A mint of the request: its report, or in words for people why there is none. */
export type FinderInput = { mint: string; report: CaReport } | { mint: string; error: string }

/**
 * Compares the traders of several mints. Returns the entities that are ranked in at least `minHits` of them, best
 * first, with how likely luck alone explains their results. Pure: the same input returns the same bytes.
 * docs/scoring.md explains the statistics.
 */
export function findWallets(inputs: readonly FinderInput[], minHits: number): WalletFinderReport {
  const reports = inputs.flatMap((input) => ('report' in input ? [input.report] : []))
  const mints = reports.map(({ mint }) => mint)
  const all = listEntities(reports)
  const rings = findRings(all)
  const inRings = new Set(rings.flatMap(({ members }) => members))
  const entities = all.filter((entity) => !inRings.has(entity))
  const standings: Standings = new Map(
    mints.map((mint) => [mint, rankStandings(rankedIn(mint, entities))]),
  )
  const candidates = entities.map((entity) => ({
    entity,
    results: listResults(entity, mints, standings),
  }))
  const { tested, persistence } = judge(
    candidates.filter(
      ({ results }) => results.filter(({ standing }) => standing !== null).length >= minHits,
    ),
  )
  const wallets = tested.map(toFinderWallet).toSorted(byPromise)
  return {
    contract_addresses: inputs.map(({ mint }) => mint),
    min_hits: minHits,
    wallets: wallets.map((wallet, index) => ({ ...wallet, rank: index + 1 })),
    rings: rings.map((ring) => buildRingReport(ring, mints)),
    overlap: findOverlaps(
      mints,
      candidates.map(({ results }) => tradedIn(results)),
    ),
    mints: inputs.map(toFinderMint),
    counts: {
      tested: tested.length,
      found: wallets.filter(({ found }) => found).length,
      trades: reports.reduce((sum, { counts }) => sum + counts.trades, 0),
    },
    persistence,
    cost_points: 1,
    engine_version: ENGINE_VERSION,
  }
}

/** The standing of each ranked entity, by mint and by the address whose books are compared. */
type Standings = ReadonlyMap<string, ReadonlyMap<string, Standing>>

/** Returns the wallets that are compared in a mint: the one with the largest cost of each entity. */
const rankedIn = (mint: string, entities: readonly Entity[]): Wallet[] =>
  entities.flatMap(({ places }) => places.get(mint)?.ranked[0] ?? [])

type Played = Result & { place: Place }

const listResults = (
  { places }: Entity,
  mints: readonly string[],
  standings: Standings,
): readonly Played[] =>
  mints.flatMap((mint) => {
    const place = places.get(mint)
    if (!place) return []
    const [compared] = place.ranked
    return [
      {
        place,
        standing: (compared && standings.get(mint)?.get(compared.address)) ?? null,
        trades: place.traders.reduce((sum, { buys, sells }) => sum + buys + sells, 0),
        profitSol: sumProfit(place),
      },
    ]
  })

const tradedIn = (results: readonly Played[]): Traded => ({
  mints: new Set(results.map(({ place }) => place.report.mint)),
  percentiles: new Map(
    results.flatMap(({ place, standing }) =>
      standing ? [[place.report.mint, standing.percentile] as const] : [],
    ),
  ),
})

type Unranked = Omit<FinderWallet, 'rank'>

/** Sorts found entities first, then by how unlikely luck explains their results. */
function byPromise(a: Unranked, b: Unranked): number {
  return (
    Number(b.found) - Number(a.found) ||
    a.p_value - b.p_value ||
    b.score - a.score ||
    b.pnl_sol - a.pnl_sol ||
    (a.address < b.address ? -1 : 1)
  )
}

function toFinderWallet({
  entity,
  results,
  verdict,
}: {
  entity: Entity
  results: readonly Played[]
  verdict: Verdict
}): Unranked {
  const hits = results.flatMap(({ place, standing }) => {
    const [compared] = place.ranked
    return compared && standing ? [toHit(place, compared, standing)] : []
  })
  const [largest] = hits.toSorted((a, b) => b.cost_sol - a.cost_sol)
  return {
    address: largest?.address ?? '',
    members: entity.members.toSorted(),
    score: round(hits.reduce((sum, { score }) => sum + score, 0) / hits.length),
    pnl_sol: round(results.reduce((sum, { profitSol }) => sum + profitSol, 0)),
    ...verdict,
    traded: results.length,
    profitable: results.filter(isProfitable).length,
    hits,
    excluded_in: results.flatMap(({ place: { report, exclusion } }) => {
      if (!exclusion) return []
      const { address, label } = exclusion
      const { label: name, reason, proof } = label
      return [{ mint: report.mint, address, label: name, reason, proof }]
    }),
  }
}

function toHit(place: Place, wallet: Wallet, { peers, percentile }: Standing): FinderHit {
  const { ranked, report } = place
  const sum = (pick: (each: Wallet) => number): number =>
    ranked.reduce((total, each) => total + pick(each), 0)
  return {
    mint: report.mint,
    address: wallet.address,
    rank: wallet.rank ?? 0,
    score: wallet.score,
    percentile,
    peers,
    pnl_sol: round(sum(({ pnl_sol }) => pnl_sol)),
    cost_sol: sum(({ cost_lamports }) => Number(cost_lamports)) / 1e9,
    roi: wallet.roi,
    win_rate: wallet.win_rate,
    buys: sum(({ buys }) => buys),
    sells: sum(({ sells }) => sells),
    entry_pct: wallet.entry_pct,
    exit_pct: wallet.exit_pct,
    hold_seconds_median: wallet.hold_seconds_median,
    first_buy_slot: wallet.first_buy?.slot ?? null,
    first_buy_time: wallet.first_buy?.time ?? null,
    labels: [...new Set(ranked.flatMap(({ labels }) => labels.map(({ label }) => label)))],
    evidence: ranked.flatMap(({ evidence }) =>
      evidence.map(({ signature, slot, kind, time, value_lamports }) => ({
        signature,
        slot,
        kind,
        time,
        value_lamports,
      })),
    ),
  }
}

function toFinderMint(input: FinderInput): FinderMint {
  if ('error' in input) {
    const { mint, error } = input
    return { mint, error, complete: false, reasons: [], wallets: 0, trades: 0 }
  }
  const { mint, token, coverage, wallets, counts } = input.report
  return {
    mint,
    name: token.name,
    symbol: token.symbol,
    error: null,
    complete: coverage.complete,
    reasons: coverage.reasons,
    wallets: wallets.length,
    trades: counts.trades,
  }
}
