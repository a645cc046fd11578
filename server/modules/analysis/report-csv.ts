import type { CaReport, Wallet } from '#contract/analysis/report.ts'
import type { WalletFinderReport } from '#contract/analysis/analysis.ts'

type Cell = string | number | null

const WALLET_COLUMNS: readonly (readonly [string, (wallet: Wallet) => Cell])[] = [
  ['rank', ({ rank }) => rank],
  ['address', ({ address }) => address],
  ['score', ({ score }) => score],
  ['copyability', ({ copyability }) => copyability],
  ['labels', ({ labels }) => labels.map(({ label }) => label).join(' ')],
  ['excluded_because', ({ labels }) => labels.find(({ hard }) => hard)?.reason ?? ''],
  ['buys', ({ buys }) => buys],
  ['sells', ({ sells }) => sells],
  ['bought_tokens', (wallet) => wallet.bought_tokens],
  ['sold_tokens', (wallet) => wallet.sold_tokens],
  ['held_tokens', (wallet) => wallet.held_tokens],
  ['cost_lamports', (wallet) => wallet.cost_lamports],
  ['proceeds_lamports', (wallet) => wallet.proceeds_lamports],
  ['fees_lamports', (wallet) => wallet.fees_lamports],
  ['tips_lamports', (wallet) => wallet.tips_lamports],
  ['realized_sol', (wallet) => wallet.realized_sol],
  ['unrealized_sol', (wallet) => wallet.unrealized_sol],
  ['exit_value_sol', (wallet) => wallet.exit_value_sol],
  ['pnl_sol', (wallet) => wallet.pnl_sol],
  ['pnl_usd', (wallet) => wallet.pnl_usd],
  ['roi', (wallet) => wallet.roi],
  ['win_rate', (wallet) => wallet.win_rate],
  ['unattributed_proceeds_sol', (wallet) => wallet.unattributed_proceeds_sol],
  ['first_buy_slot', (wallet) => wallet.first_buy?.slot ?? null],
  ['first_buy_rank', (wallet) => wallet.first_buy?.rank ?? null],
  ['first_buy_signature', (wallet) => wallet.first_buy?.sig ?? null],
  ['last_trade_signature', (wallet) => wallet.last_trade?.sig ?? null],
  ['hold_seconds_median', (wallet) => wallet.hold_seconds_median],
  ['flags', ({ flags }) => flags.join(' ')],
]

/** Returns CSV by RFC 4180 with a header row: ranked wallets, then the excluded ones without a rank. */
export function reportCsv({ wallets, excluded }: CaReport): string {
  const rows = [...wallets, ...excluded].map((wallet) =>
    WALLET_COLUMNS.map(([, read]) => read(wallet)),
  )
  return csv([WALLET_COLUMNS.map(([name]) => name), ...rows])
}

/** Returns one row per wallet and token. */
export function finderCsv({ wallets }: WalletFinderReport): string {
  const header = [
    'rank',
    'address',
    'hits',
    'mint',
    'rank_in_mint',
    'score',
    'pnl_sol',
    'buys',
    'sells',
  ]
  const rows = wallets.flatMap(({ rank, address, hits }) =>
    hits.map((hit) => [
      rank,
      address,
      hits.length,
      hit.mint,
      hit.rank,
      hit.score,
      hit.pnl_sol,
      hit.buys,
      hit.sells,
    ]),
  )
  return csv([header, ...rows])
}

function csv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // Spreadsheets interpret texts that begin like this as formulas.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
