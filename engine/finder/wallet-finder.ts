import type { CaReport, Wallet } from '#contract/analysis/report.ts'
import type { WalletFinderReport } from '#contract/analysis/analysis.ts'

import { ENGINE_VERSION } from '#engine/report/report.ts'
import { round } from '#engine/judge/score.ts'

type Hit = WalletFinderReport['wallets'][number]['hits'][number]

/** Returns wallets ranked in at least `minHits` of the reports, most hits first, then by mean score. */
export function findWallets(reports: readonly CaReport[], minHits: number): WalletFinderReport {
  const hitsOf = new Map<string, Hit[]>()
  for (const { mint, wallets } of reports) {
    for (const wallet of wallets) {
      const hits = hitsOf.get(wallet.address) ?? []
      hits.push(hitOf(mint, wallet))
      hitsOf.set(wallet.address, hits)
    }
  }
  const found = [...hitsOf]
    .filter(([, hits]) => hits.length >= minHits)
    .map(([address, hits]) => ({
      address,
      score: round(hits.reduce((sum, { score }) => sum + score, 0) / hits.length),
      pnl_sol: round(hits.reduce((sum, hit) => sum + hit.pnl_sol, 0)),
      hits,
    }))
    .toSorted(
      (a, b) =>
        b.hits.length - a.hits.length ||
        b.score - a.score ||
        b.pnl_sol - a.pnl_sol ||
        (a.address < b.address ? -1 : 1),
    )
  return {
    contract_addresses: reports.map(({ mint }) => mint),
    min_hits: minHits,
    wallets: found.map((wallet, index) => ({ rank: index + 1, ...wallet })),
    mints: reports.map(({ mint, coverage, wallets, counts }) => ({
      mint,
      complete: coverage.complete,
      reasons: coverage.reasons,
      wallets: wallets.length,
      trades: counts.trades,
    })),
    cost_points: 1,
    engine_version: ENGINE_VERSION,
  }
}

function hitOf(mint: string, wallet: Wallet): Hit {
  return {
    mint,
    rank: wallet.rank ?? 0,
    score: wallet.score,
    pnl_sol: wallet.pnl_sol,
    roi: wallet.roi,
    win_rate: wallet.win_rate,
    buys: wallet.buys,
    sells: wallet.sells,
    first_buy_slot: wallet.first_buy?.slot ?? null,
    evidence: wallet.evidence.map(({ signature, slot, kind }) => ({ signature, slot, kind })),
  }
}
