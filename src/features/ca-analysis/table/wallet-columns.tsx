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
  formatSolOrUsd,
  formatSpan,
  formatTime,
  formatTokens,
  type TokenUnits,
} from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { RankCell, ScoreCell, WalletCell } from './wallet-cells.tsx'

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
  cell: (wallet: WalletRow, units: TokenUnits) => ReactNode
}

const pickTone = (value: number | null): string =>
  value === null || value === 0 ? 'text-ink-muted' : value > 0 ? 'text-positive' : 'text-danger'

/** Makes the decimals of a column line up. */
const IN_COLUMN = { isColumn: true }

const renderSigned = (value: number | null, text: string) => (
  <span className={cn('font-medium', pickTone(value))}>{text}</span>
)
const renderSignedSol = (sol: number | null) => renderSigned(sol, formatSignedSol(sol, IN_COLUMN))

/** Pools have their holdings under Holders and Coverage. */
const isPool = ({ labels }: WalletRow): boolean => labels.some(({ label }) => label === 'pool')

const column = (
  key: string,
  title: string,
  hint: string,
  rest: Omit<Column, 'key' | 'title' | 'hint' | 'className'> & { className?: string },
): Column => ({ key, title, hint, className: 'w-28 text-right', ...rest })

export const COLUMNS: readonly Column[] = [
  column('rank', '#', 'Rank by score', {
    sort: 'rank',
    isLowFirst: true,
    isDefault: true,
    className: 'w-15 text-right',
    cell: (wallet) => <RankCell wallet={wallet} />,
  }),
  column('wallet', 'Wallet', 'Address and labels', {
    isDefault: true,
    className: 'text-left',
    cell: (wallet) => <WalletCell wallet={wallet} />,
  }),
  column('score', 'Score', '0 to 100: profit, return, wins, entry and exit, weighted by evidence', {
    sort: 'score',
    isDefault: true,
    className: 'w-24 text-right @max-3xl:w-16',
    cell: ({ score }) => <ScoreCell score={score} />,
  }),
  column('pnl', 'PnL (SOL)', 'Realized plus unrealized, without tokens received by transfer', {
    sort: 'pnl_sol',
    isDefault: true,
    className: 'w-25 text-right @max-md:w-22',
    cell: ({ pnl_sol }) => renderSignedSol(pnl_sol),
  }),
  column(
    'pnl_usd',
    'PnL (USD)',
    'The same in dollars at the price of SOL when the report was made',
    {
      sort: 'pnl_sol',
      isDefault: true,
      className: 'w-24 text-right',
      hidden: '@max-4xl:hidden',
      cell: ({ pnl_usd }) => renderSigned(pnl_usd, formatSignedUsd(pnl_usd)),
    },
  ),
  column('realized', 'Realized', 'Profit of what was bought and sold, in SOL', {
    sort: 'realized_sol',
    cell: ({ realized_sol }) => renderSignedSol(realized_sol),
  }),
  column('unrealized', 'Unrealized', 'Profit of what is still held, in SOL', {
    sort: 'unrealized_sol',
    cell: ({ unrealized_sol }) => renderSignedSol(unrealized_sol),
  }),
  column('exit_value', 'Exit value', 'What the whole bag would bring in the pool now, in SOL', {
    sort: 'exit_value_sol',
    cell: ({ exit_value_sol }) => formatSol(exit_value_sol, IN_COLUMN),
  }),
  column(
    'paper_value',
    'Paper value',
    'The whole bag at the last price, in SOL; never part of a profit',
    {
      sort: 'paper_value_sol',
      cell: ({ paper_value_sol }) => formatSol(paper_value_sol, IN_COLUMN),
    },
  ),
  column('drawdown', 'Drawdown', 'Largest fall of profit from its peak, in SOL', {
    sort: 'drawdown_sol',
    isLowFirst: true,
    cell: ({ drawdown_sol }) => formatSol(drawdown_sol, IN_COLUMN),
  }),
  column('size_vs_depth', 'Size / depth', 'Largest purchase as a share of what the pool held', {
    sort: 'size_vs_depth',
    cell: ({ size_vs_depth }) => formatRatio(size_vs_depth),
  }),
  column('roi', 'ROI', 'PnL over what was paid', {
    sort: 'roi',
    isDefault: true,
    className: 'w-20 text-right',
    hidden: '@max-sm:hidden',
    cell: ({ roi }) => <span className={pickTone(roi)}>{formatRatio(roi, true)}</span>,
  }),
  column('win', 'Win rate', 'Share of sales with a profit', {
    sort: 'win_rate',
    isDefault: true,
    className: 'w-20 text-right',
    hidden: '@max-2xl:hidden',
    cell: ({ win_rate }) => formatRatio(win_rate),
  }),
  column('trades', 'Buys / sells', 'Number of buys and sells', {
    sort: 'trades',
    isDefault: true,
    className: 'w-24 text-right',
    hidden: '@max-2xl:hidden',
    cell: ({ buys, sells }) => `${buys} / ${sells}`,
  }),
  column('cost', 'Paid', 'What was paid for tokens, in SOL', {
    sort: 'cost_lamports',
    isDefault: true,
    className: 'w-20 text-right',
    hidden: '@max-5xl:hidden',
    cell: ({ cost_lamports }) => formatLamportsShort(cost_lamports, IN_COLUMN),
  }),
  column('proceeds', 'Received', 'What was received for tokens, in SOL', {
    sort: 'proceeds_lamports',
    className: 'w-24 text-right',
    cell: ({ proceeds_lamports }) => formatLamportsShort(proceeds_lamports, IN_COLUMN),
  }),
  column('hold', 'Held', 'Median time between purchase and sale', {
    sort: 'hold_seconds_median',
    isDefault: true,
    className: 'w-26 text-right',
    hidden: '@max-[68rem]:hidden',
    cell: ({ hold_seconds_median }) => formatSpan(hold_seconds_median),
  }),
  column('hold_avg', 'Held, mean', 'Mean time between purchase and sale', {
    sort: 'hold_seconds_avg',
    cell: ({ hold_seconds_avg }) => formatSpan(hold_seconds_avg),
  }),
  column(
    'entry',
    'Buyer',
    'Rank among first buyers; a dash when the history doesn’t reach the start',
    {
      sort: 'first_buy_rank',
      isLowFirst: true,
      isDefault: true,
      className: 'w-18 text-right',
      hidden: '@max-[68rem]:hidden',
      cell: ({ first_buy }) =>
        first_buy === null || first_buy.rank === null ? '—' : `#${first_buy.rank}`,
    },
  ),
  column('entry_mcap', 'Entry cap', 'Market cap at the first purchase', {
    sort: 'first_buy_mcap_usd',
    isLowFirst: true,
    cell: ({ first_buy }) =>
      formatSolOrUsd(first_buy?.mcap_sol ?? null, first_buy?.mcap_usd ?? null),
  }),
  column('entry_pct', 'Entry %', 'Where its purchases lie among all prices: 0% is the lowest', {
    sort: 'entry_pct',
    isLowFirst: true,
    className: 'w-24 text-right',
    cell: ({ entry_pct }) => formatRatio(entry_pct),
  }),
  column('exit_pct', 'Exit %', 'Where its sales lie among all prices: 100% is the highest', {
    sort: 'exit_pct',
    className: 'w-24 text-right',
    cell: ({ exit_pct }) => formatRatio(exit_pct),
  }),
  column('avg_buy', 'Avg buy', 'Mean price of its purchases, in SOL', {
    sort: 'avg_buy_sol',
    isLowFirst: true,
    cell: ({ avg_buy_sol }) => formatAxisPrice(avg_buy_sol),
  }),
  column('avg_sell', 'Avg sell', 'Mean price of its sales, in SOL', {
    sort: 'avg_sell_sol',
    cell: ({ avg_sell_sol }) => formatAxisPrice(avg_sell_sol),
  }),
  column('bought', 'Bought', 'Tokens bought', {
    sort: 'bought_tokens',
    cell: ({ bought_tokens }, { decimals }) => formatTokens(bought_tokens, decimals),
  }),
  column('sold', 'Sold', 'Tokens sold', {
    sort: 'sold_tokens',
    cell: ({ sold_tokens }, { decimals }) => formatTokens(sold_tokens, decimals),
  }),
  column('holds', 'Still holds', 'Tokens still held', {
    sort: 'held_tokens',
    cell: (wallet, { decimals }) =>
      isPool(wallet) ? '—' : formatTokens(wallet.held_tokens, decimals),
  }),
  column('supply', 'Supply', 'Share of the supply that it holds', {
    sort: 'supply_pct',
    className: 'w-20 text-right',
    cell: (wallet) => (isPool(wallet) ? '—' : formatRatio(wallet.supply_pct)),
  }),
  column('sold_ratio', 'Sold %', 'Share of the bought tokens that it sold', {
    sort: 'sold_ratio',
    className: 'w-20 text-right',
    cell: ({ sold_ratio }) => formatRatio(sold_ratio),
  }),
  column(
    'copyability',
    'Copyable',
    'Share of the profit, in percent, left for someone who copies each trade 15 s later',
    {
      sort: 'copyability',
      className: 'w-24 text-right',
      cell: ({ copyability, follower_pnl_sol = null }) =>
        follower_pnl_sol === null ? '—' : formatFixed(copyability, 0),
    },
  ),
  column('follower', 'Follower', 'Profit of a follower who copies each trade 15 s later, in SOL', {
    sort: 'follower_pnl_sol',
    cell: ({ follower_pnl_sol = null }) => renderSignedSol(follower_pnl_sol),
  }),
  column('fees', 'Fees', 'Network fees and tips, in SOL', {
    sort: 'fees_lamports',
    className: 'w-24 text-right',
    cell: ({ fees_lamports, tips_lamports }) =>
      formatLamportsShort(BigInt(fees_lamports) + BigInt(tips_lamports), IN_COLUMN),
  }),
  column('first', 'First buy', 'Time of the first purchase', {
    sort: 'first_buy_time',
    isLowFirst: true,
    className: 'w-40 text-right',
    cell: ({ first_buy }) => formatTime(first_buy?.time ?? null),
  }),
  column('last', 'Last trade', 'Time of the last trade', {
    sort: 'last_trade_time',
    className: 'w-40 text-right',
    cell: ({ last_trade }) => formatTime(last_trade?.time ?? null),
  }),
  column('funder', 'Funder', 'Who sent its first SOL', {
    className: 'w-32 text-right',
    cell: ({ funder }) => <Mono>{funder === null ? '—' : shortenAddress(funder.address)}</Mono>,
  }),
]
