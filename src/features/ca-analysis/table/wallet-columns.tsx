import { formatFixed } from '#contract/numbers.ts'
import type { ReactNode } from 'react'
import type { WalletRow, WalletSort } from '#contract/analysis/report-parts.ts'
import {
  formatAxisPrice,
  formatLamportsShort,
  formatRatio,
  formatSignedSol,
  formatSignedUsd,
  formatSol,
  formatSpan,
  formatTime,
  formatTokens,
  formatUsd,
} from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { RankCell, ScoreCell, WalletCell } from './wallet-cells.tsx'

/** Facts about the token that cells need. `solUsd` is the price of 1 SOL; null when unknown. */
export type CellContext = { decimals: number; solUsd: number | null }

export type Column = {
  key: string
  title: string
  hint: string
  sort?: WalletSort
  /** The first click on the title shows the lowest first. */
  isLowFirst?: boolean
  /** Shown until the user chooses columns. */
  isDefault?: boolean
  /** Width, and the window widths that hide it while the user has not chosen. */
  className: string
  hidden?: string
  cell: (wallet: WalletRow, context: CellContext) => ReactNode
}

const tone = (value: number | null): string =>
  value === null || value === 0 ? 'text-ink-muted' : value > 0 ? 'text-positive' : 'text-danger'

const signed = (value: number | null, text: string) => (
  <span className={cn('font-medium', tone(value))}>{text}</span>
)
const price = (sol: number | null): string => (sol === null ? '—' : formatAxisPrice(sol))
const NUMBER = 'w-28 text-right'

export const COLUMNS: readonly Column[] = [
  {
    key: 'rank',
    title: '#',
    hint: 'Rank by score',
    sort: 'rank',
    isLowFirst: true,
    isDefault: true,
    className: 'w-15 text-right',
    cell: (wallet) => <RankCell wallet={wallet} />,
  },
  {
    key: 'wallet',
    title: 'Wallet',
    hint: 'Address and labels',
    isDefault: true,
    className: 'text-left',
    cell: (wallet) => <WalletCell wallet={wallet} />,
  },
  {
    key: 'score',
    title: 'Score',
    hint: '0 to 100: profit, return, wins, entry and exit, weighted by evidence',
    sort: 'score',
    isDefault: true,
    className: 'w-24 text-right @max-3xl:w-16',
    cell: ({ score }) => <ScoreCell score={score} />,
  },
  {
    key: 'pnl',
    title: 'PnL (SOL)',
    hint: 'Realized plus unrealized, without tokens received by transfer',
    sort: 'pnl_sol',
    isDefault: true,
    className: 'w-25 text-right @max-md:w-22',
    cell: ({ pnl_sol }) => signed(pnl_sol, formatSignedSol(pnl_sol, { isColumn: true })),
  },
  {
    key: 'pnl_usd',
    title: 'PnL (USD)',
    hint: 'The same in dollars at the price of SOL when the report was made',
    sort: 'pnl_sol',
    isDefault: true,
    className: 'w-24 text-right',
    hidden: '@max-4xl:hidden',
    cell: ({ pnl_usd }) => signed(pnl_usd, formatSignedUsd(pnl_usd)),
  },
  {
    key: 'realized',
    title: 'Realized',
    hint: 'Profit of what was bought and sold, in SOL',
    sort: 'realized_sol',
    className: NUMBER,
    cell: ({ realized_sol }) =>
      signed(realized_sol, formatSignedSol(realized_sol, { isColumn: true })),
  },
  {
    key: 'unrealized',
    title: 'Unrealized',
    hint: 'Profit of what is still held, in SOL',
    sort: 'unrealized_sol',
    className: NUMBER,
    cell: ({ unrealized_sol }) =>
      signed(unrealized_sol, formatSignedSol(unrealized_sol, { isColumn: true })),
  },
  {
    key: 'exit_value',
    title: 'Exit value',
    hint: 'What the whole bag would bring in the pool now, in SOL',
    sort: 'exit_value_sol',
    className: NUMBER,
    cell: ({ exit_value_sol }) => formatSol(exit_value_sol),
  },
  {
    key: 'paper_value',
    title: 'Paper value',
    hint: 'The whole bag at the last price, in SOL; never part of a profit',
    sort: 'paper_value_sol',
    className: NUMBER,
    cell: ({ paper_value_sol }) => formatSol(paper_value_sol),
  },
  {
    key: 'drawdown',
    title: 'Drawdown',
    hint: 'Largest fall of profit from its peak, in SOL',
    sort: 'drawdown_sol',
    isLowFirst: true,
    className: NUMBER,
    cell: ({ drawdown_sol }) => formatSol(drawdown_sol),
  },
  {
    key: 'size_vs_depth',
    title: 'Size / depth',
    hint: 'Largest purchase as a share of what the pool held',
    sort: 'size_vs_depth',
    className: NUMBER,
    cell: ({ size_vs_depth }) => formatRatio(size_vs_depth),
  },
  {
    key: 'roi',
    title: 'ROI',
    hint: 'PnL over what was paid',
    sort: 'roi',
    isDefault: true,
    className: 'w-20 text-right',
    hidden: '@max-sm:hidden',
    cell: ({ roi }) => <span className={tone(roi)}>{formatRatio(roi, true)}</span>,
  },
  {
    key: 'win',
    title: 'Win rate',
    hint: 'Share of sales with a profit',
    sort: 'win_rate',
    isDefault: true,
    className: 'w-20 text-right',
    hidden: '@max-2xl:hidden',
    cell: ({ win_rate }) => formatRatio(win_rate),
  },
  {
    key: 'trades',
    title: 'Buys / sells',
    hint: 'Number of buys and sells',
    sort: 'trades',
    isDefault: true,
    className: 'w-24 text-right',
    hidden: '@max-2xl:hidden',
    cell: ({ buys, sells }) => `${buys} / ${sells}`,
  },
  {
    key: 'cost',
    title: 'Paid',
    hint: 'What was paid for tokens, in SOL',
    sort: 'cost_lamports',
    isDefault: true,
    className: 'w-20 text-right',
    hidden: '@max-5xl:hidden',
    cell: ({ cost_lamports }) => formatLamportsShort(cost_lamports),
  },
  {
    key: 'proceeds',
    title: 'Received',
    hint: 'What was received for tokens, in SOL',
    sort: 'proceeds_lamports',
    className: 'w-24 text-right',
    cell: ({ proceeds_lamports }) => formatLamportsShort(proceeds_lamports),
  },
  {
    key: 'hold',
    title: 'Held',
    hint: 'Median time between purchase and sale',
    sort: 'hold_seconds_median',
    isDefault: true,
    className: 'w-26 text-right',
    hidden: '@max-[68rem]:hidden',
    cell: ({ hold_seconds_median }) => formatSpan(hold_seconds_median),
  },
  {
    key: 'hold_avg',
    title: 'Held, mean',
    hint: 'Mean time between purchase and sale',
    sort: 'hold_seconds_avg',
    className: NUMBER,
    cell: ({ hold_seconds_avg }) => formatSpan(hold_seconds_avg),
  },
  {
    key: 'entry',
    title: 'Buyer',
    hint: 'Rank among first buyers; a dash when the history doesn’t reach the start',
    sort: 'first_buy_rank',
    isLowFirst: true,
    isDefault: true,
    className: 'w-18 text-right',
    hidden: '@max-[68rem]:hidden',
    cell: ({ first_buy }) =>
      first_buy === null || first_buy.rank === null ? '—' : `#${first_buy.rank}`,
  },
  {
    key: 'entry_mcap',
    title: 'Entry cap',
    hint: 'Market cap at the first purchase',
    sort: 'first_buy_mcap_usd',
    isLowFirst: true,
    className: NUMBER,
    cell: ({ first_buy }) => formatUsd(first_buy?.mcap_usd ?? null),
  },
  {
    key: 'entry_pct',
    title: 'Entry %',
    hint: 'Where its purchases lie among all prices: 0% is the lowest',
    sort: 'entry_pct',
    isLowFirst: true,
    className: 'w-24 text-right',
    cell: ({ entry_pct }) => formatRatio(entry_pct),
  },
  {
    key: 'exit_pct',
    title: 'Exit %',
    hint: 'Where its sales lie among all prices: 100% is the highest',
    sort: 'exit_pct',
    className: 'w-24 text-right',
    cell: ({ exit_pct }) => formatRatio(exit_pct),
  },
  {
    key: 'avg_buy',
    title: 'Avg buy',
    hint: 'Mean price of its purchases, in SOL',
    sort: 'avg_buy_sol',
    isLowFirst: true,
    className: NUMBER,
    cell: ({ avg_buy_sol }) => price(avg_buy_sol),
  },
  {
    key: 'avg_sell',
    title: 'Avg sell',
    hint: 'Mean price of its sales, in SOL',
    sort: 'avg_sell_sol',
    className: NUMBER,
    cell: ({ avg_sell_sol }) => price(avg_sell_sol),
  },
  {
    key: 'bought',
    title: 'Bought',
    hint: 'Tokens bought',
    sort: 'bought_tokens',
    className: NUMBER,
    cell: ({ bought_tokens }, { decimals }) => formatTokens(bought_tokens, decimals),
  },
  {
    key: 'sold',
    title: 'Sold',
    hint: 'Tokens sold',
    sort: 'sold_tokens',
    className: NUMBER,
    cell: ({ sold_tokens }, { decimals }) => formatTokens(sold_tokens, decimals),
  },
  {
    key: 'holds',
    title: 'Still holds',
    hint: 'Tokens still held',
    sort: 'held_tokens',
    className: NUMBER,
    cell: ({ held_tokens }, { decimals }) => formatTokens(held_tokens, decimals),
  },
  {
    key: 'supply',
    title: 'Supply',
    hint: 'Share of the supply that it holds',
    sort: 'supply_pct',
    className: 'w-20 text-right',
    cell: ({ supply_pct }) => formatRatio(supply_pct),
  },
  {
    key: 'sold_ratio',
    title: 'Sold %',
    hint: 'Share of the bought tokens that it sold',
    sort: 'sold_ratio',
    className: 'w-20 text-right',
    cell: ({ sold_ratio }) => formatRatio(sold_ratio),
  },
  {
    key: 'copyability',
    title: 'Copyable',
    hint: '0 to 100: what would be left for a person who follows its trades',
    sort: 'copyability',
    className: 'w-24 text-right',
    cell: ({ copyability }) => formatFixed(copyability, 0),
  },
  {
    key: 'fees',
    title: 'Fees',
    hint: 'Network fees and tips, in SOL',
    sort: 'fees_lamports',
    className: 'w-24 text-right',
    cell: ({ fees_lamports, tips_lamports }) =>
      formatSol((Number(fees_lamports) + Number(tips_lamports)) / 1e9),
  },
  {
    key: 'first',
    title: 'First buy',
    hint: 'Time of the first purchase',
    sort: 'first_buy_time',
    isLowFirst: true,
    className: 'w-40 text-right',
    cell: ({ first_buy }) => formatTime(first_buy?.time ?? null),
  },
  {
    key: 'last',
    title: 'Last trade',
    hint: 'Time of the last trade',
    sort: 'last_trade_time',
    className: 'w-40 text-right',
    cell: ({ last_trade }) => formatTime(last_trade?.time ?? null),
  },
  {
    key: 'funder',
    title: 'Funder',
    hint: 'Who sent its first SOL',
    className: 'w-32 text-right',
    cell: ({ funder }) => (
      <span className="font-mono">{funder === null ? '—' : shortenAddress(funder.address)}</span>
    ),
  },
]
