import { formatCsv, type CsvCell } from '#contract/csv.ts'
import { formatTokenAmount } from '#contract/money.ts'
import type { FinderHit, FinderWallet, WalletFinderReport } from '#contract/analysis/finder.ts'
import type { WalletRow } from '#contract/analysis/report-parts.ts'

/** `decimals` are those of the token. */
type ReadWallet = (wallet: WalletRow, decimals: number) => CsvCell

const WALLET_COLUMNS: readonly (readonly [string, ReadWallet])[] = [
  ['rank', ({ rank }) => rank],
  ['address', ({ address }) => address],
  ['score', ({ score }) => score],
  ['copyability', ({ copyability }) => copyability],
  ['follower_pnl_sol', (wallet) => wallet.follower_pnl_sol ?? null],
  ['follower_roi', (wallet) => wallet.follower_roi ?? null],
  ['labels', ({ labels }) => labels.map(({ label }) => label).join(' ')],
  ['excluded_because', ({ labels }) => labels.find(({ hard }) => hard)?.reason ?? ''],
  ['buys', ({ buys }) => buys],
  ['sells', ({ sells }) => sells],
  [
    'bought_tokens',
    (wallet, decimals) => formatTokenAmount(BigInt(wallet.bought_tokens), decimals),
  ],
  ['sold_tokens', (wallet, decimals) => formatTokenAmount(BigInt(wallet.sold_tokens), decimals)],
  ['held_tokens', (wallet, decimals) => formatTokenAmount(BigInt(wallet.held_tokens), decimals)],
  ['cost_lamports', (wallet) => wallet.cost_lamports],
  ['proceeds_lamports', (wallet) => wallet.proceeds_lamports],
  ['fees_lamports', (wallet) => wallet.fees_lamports],
  ['tips_lamports', (wallet) => wallet.tips_lamports],
  ['realized_sol', (wallet) => wallet.realized_sol],
  ['unrealized_sol', (wallet) => wallet.unrealized_sol],
  ['exit_value_sol', (wallet) => wallet.exit_value_sol],
  ['paper_value_sol', (wallet) => wallet.paper_value_sol],
  ['fifo_realized_sol', (wallet) => wallet.fifo?.realized_sol ?? null],
  ['fifo_pnl_sol', (wallet) => wallet.fifo?.pnl_sol ?? null],
  ['drawdown_sol', (wallet) => wallet.drawdown_sol],
  ['size_vs_depth', (wallet) => wallet.size_vs_depth],
  ['cost_usd', (wallet) => wallet.cost_usd],
  ['proceeds_usd', (wallet) => wallet.proceeds_usd],
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

/** Yields CSV by RFC 4180. `decimals` is the token's, whose amounts are in whole tokens. */
export async function* formatReportCsv(
  wallets: AsyncIterable<WalletRow>,
  decimals: number,
): AsyncGenerator<string> {
  yield formatCsv([WALLET_COLUMNS.map(([name]) => name)])
  for await (const wallet of wallets)
    yield formatCsv([WALLET_COLUMNS.map(([, read]) => read(wallet, decimals))])
}

type FinderRow = { wallet: FinderWallet; hit: FinderHit }

const FINDER_COLUMNS: readonly (readonly [string, (row: FinderRow) => CsvCell])[] = [
  ['rank', ({ wallet }) => wallet.rank],
  ['address', ({ wallet }) => wallet.address],
  ['members', ({ wallet }) => wallet.members.join(' ')],
  ['found', ({ wallet }) => (wallet.found ? 'yes' : 'no')],
  ['p_value', ({ wallet }) => wallet.p_value],
  ['q_value', ({ wallet }) => wallet.q_value],
  ['tokens_needed', ({ wallet }) => wallet.tokens_needed],
  ['hits', ({ wallet }) => wallet.hits.length],
  ['mint', ({ hit }) => hit.mint],
  ['rank_in_mint', ({ hit }) => hit.rank],
  ['percentile', ({ hit }) => hit.percentile],
  ['peers', ({ hit }) => hit.peers],
  ['score', ({ hit }) => hit.score],
  ['pnl_sol', ({ hit }) => hit.pnl_sol],
  ['cost_sol', ({ hit }) => hit.cost_sol],
  ['roi', ({ hit }) => hit.roi],
  ['win_rate', ({ hit }) => hit.win_rate],
  ['buys', ({ hit }) => hit.buys],
  ['sells', ({ hit }) => hit.sells],
  ['hold_seconds_median', ({ hit }) => hit.hold_seconds_median],
  ['first_buy_slot', ({ hit }) => hit.first_buy_slot],
  ['labels', ({ hit }) => hit.labels.join(' ')],
]

/** Returns CSV with one row for each wallet and token. */
export function formatFinderCsv({ wallets }: WalletFinderReport): string {
  const rows = wallets.flatMap((wallet) =>
    wallet.hits.map((hit) => FINDER_COLUMNS.map(([, read]) => read({ wallet, hit }))),
  )
  return formatCsv([FINDER_COLUMNS.map(([name]) => name), ...rows])
}
