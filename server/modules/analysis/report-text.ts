import type { CaReport } from '#contract/analysis/report.ts'
import { table } from '#server/lib/markdown.ts'

const SHOWN_WALLETS = 10

/** Returns the best wallets of a CA report as Markdown, for an answer in a chat. */
export function reportText({ mint, wallets, excluded, counts, coverage }: CaReport): string {
  const head = `**CA Analysis** of ${mint}: ${wallets.length} wallets ranked, ${excluded.length} left out, ${counts.trades} trades.`
  const partial = coverage.complete ? '' : ' This token’s history is incomplete.'
  if (wallets.length === 0) return `${head}${partial}`
  const rows = wallets
    .slice(0, SHOWN_WALLETS)
    .map(({ rank, address, score, pnl_sol: pnl }) => [
      String(rank ?? ''),
      address,
      score.toFixed(1),
      `${pnl.toFixed(3)} SOL`,
    ])
  const note = 'Open **CA Analysis** for the evidence of every number.'
  return `${head}${partial}\n\n${table(['Rank', 'Wallet', 'Score', 'Profit'], rows)}\n\n${note}`
}
