import { table } from '#server/lib/markdown.ts'
import { readStored } from './report-store.ts'

export function reportText(body: string): string {
  const stored = readStored(body)
  if (stored === null) return ''
  const { mint, wallets, excluded, counts, coverage, token } = stored.head
  const head = `**CA Analysis** of ${token.symbol === null ? '' : `${token.symbol}, `}${mint}: ${wallets} wallets ranked, ${excluded} left out, ${counts.trades} trades.`
  const partial = coverage.complete ? '' : ' This token’s history is incomplete.'
  if (wallets === 0) return `${head}${partial}`
  const rows = stored.best.map(({ rank, address, score, pnl_sol: pnl }) => [
    String(rank ?? ''),
    address,
    score.toFixed(1),
    `${pnl.toFixed(3)} SOL`,
  ])
  const note = 'Open **CA Analysis** for the evidence of every number.'
  return `${head}${partial}\n\n${table(['Rank', 'Wallet', 'Score', 'Profit'], rows)}\n\n${note}`
}
