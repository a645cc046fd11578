import * as z from 'zod/mini'
import { named, namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { Id, IdParams } from '#contract/endpoint/ids.ts'
import { withFallback } from '#contract/endpoint/lenient.ts'
import { BIG_READ } from '#contract/endpoint/limits.ts'
import {
  decimalNumber,
  listOf,
  PageQuery,
  statusEnvelope,
  wholeNumber,
} from '#contract/endpoint/lists.ts'
import { RUN_FILE } from '#contract/endpoint/paid-run.ts'
import { CaReport, Cluster, Coverage, TokenHead, Wallet } from './report.ts'

/** How ranks differ from those of the same user's earlier report of the token. */
const RankChanges = namedObject('RankChanges', {
  report_id: z.string(),
  /** ISO 8601: when the earlier report was finished. */
  made_at: z.string(),
  /** Wallets with a better rank than before. */
  up: z.number(),
  down: z.number(),
  /** Wallets ranked now and not before. */
  entered: z.number(),
  /** Wallets ranked before and not now. */
  left: z.number(),
  /** The first 50 of `left`, by earlier rank. */
  left_wallets: withFallback(
    z.array(
      z.object({
        address: z.string(),
        rank_before: z.number(),
        /** The reason of its hard label; null if it is not in this report. */
        reason: z.nullable(z.string()),
      }),
    ),
    [],
  ),
})
export type RankChanges = z.infer<typeof RankChanges>

/** A CA report without its wallets and clusters. */
export const ReportHead = named(
  'ReportHead',
  z.extend(z.omit(CaReport, { wallets: true, excluded: true, clusters: true }), {
    /** `wallets` are the ranked ones. */
    counts: z.extend(CaReport.shape.counts, { wallets: z.number(), excluded: z.number() }),
    coverage: z.extend(Coverage, {
      /** The first of `gaps_total`. The JSON export has up to 1,000. */
      gaps: withFallback(Coverage.shape.gaps, []),
      /** Null in reports of earlier versions. */
      explained: withFallback(z.nullable(z.number()), null),
    }),
    gaps_total: withFallback(z.number(), 0),
    /** ISO 8601: when the report was finished; null if that is not known. */
    made_at: withFallback(z.nullable(z.string()), null),
    /** Null in reports of earlier versions. */
    token: withFallback(z.nullable(TokenHead), null),
    /** Null if the user has no earlier report of the token. */
    changes: withFallback(z.nullable(RankChanges), null),
  }),
)
export type ReportHead = z.infer<typeof ReportHead>

/** Members that reports of earlier versions lack. */
const LATER_MEMBERS = { fifo: z.nullable(Wallet.shape.fifo) }

/** A wallet as a row of the table, without its transactions and the path of its profit. */
export const WalletRow = named(
  'WalletRow',
  z.extend(z.omit(Wallet, { evidence: true, pnl_series: true }), {
    ...LATER_MEMBERS,
    /** Rank in the report named by `since`; null if it was not ranked there, absent without `since`. */
    rank_before: z.optional(z.nullable(z.number())),
  }),
)
export type WalletRow = z.infer<typeof WalletRow>

/** Columns that sort the wallets. Null is last in both directions. */
const WALLET_SORTS = [
  'rank',
  'score',
  'copyability',
  'follower_pnl_sol',
  'pnl_sol',
  'realized_sol',
  'unrealized_sol',
  'exit_value_sol',
  'paper_value_sol',
  'drawdown_sol',
  'size_vs_depth',
  'roi',
  'win_rate',
  'buys',
  'sells',
  'trades',
  'cost_lamports',
  'proceeds_lamports',
  'fees_lamports',
  'avg_buy_sol',
  'avg_sell_sol',
  'bought_tokens',
  'sold_tokens',
  'held_tokens',
  'supply_pct',
  'sold_ratio',
  'hold_seconds_avg',
  'hold_seconds_median',
  'entry_pct',
  'exit_pct',
  'first_buy_rank',
  'first_buy_time',
  'first_buy_mcap_usd',
  'last_trade_time',
] as const
export type WalletSort = (typeof WALLET_SORTS)[number]

const amount = z.optional(decimalNumber)

export const WalletsQuery = z.object({
  ...PageQuery.shape,
  group: z._default(z.enum(['ranked', 'excluded', 'all']), 'ranked'),
  sort: z._default(z.enum(WALLET_SORTS), 'rank'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  /** Accounting method of the results that sort and filter: average cost, or first in, first out. */
  method: z._default(z.enum(['average', 'fifo']), 'average'),
  /** A part of an address or of a label name. */
  search: z.optional(z.string().check(z.maxLength(64))),
  /** The exact name of a label. */
  label: z.optional(z.string().check(z.maxLength(64))),
  min_pnl_sol: amount,
  max_pnl_sol: amount,
  /** Amount that the wallet paid for tokens. */
  min_cost_sol: amount,
  max_cost_sol: amount,
  /** Median time between purchase and sale. */
  min_hold_seconds: amount,
  max_hold_seconds: amount,
  /** Place among the buyers by first purchase. */
  min_entry_rank: amount,
  max_entry_rank: amount,
  min_sells: amount,
  /** Id of an earlier report of the token to compare ranks with. */
  since: z.optional(Id),
  /** `true` leaves out wallets whose rank is the same in `since`. */
  changed: z.optional(z.enum(['true', 'false'])),
})
export type WalletsQuery = z.infer<typeof WalletsQuery>

/** A wallet with its transactions and its cluster, which is null if the wallet is in none. */
export const WalletDetail = named(
  'WalletDetail',
  z.extend(Wallet, { ...LATER_MEMBERS, cluster: z.nullable(Cluster) }),
)
export type WalletDetail = z.infer<typeof WalletDetail>

export const reportWallets = endpoint({
  name: 'reportWallets',
  path: '/analysis/reports/{id}/wallets',
  summary: 'Wallets of a CA report without their transactions, sorted and filtered',
  limits: BIG_READ,
  errors: ['CONFLICT'],
  params: IdParams,
  query: WalletsQuery,
  response: listOf(WalletRow),
})

export const reportWallet = endpoint({
  name: 'reportWallet',
  path: '/analysis/reports/{id}/wallets/{address}',
  summary: 'A wallet of a CA report with its transactions',
  limits: BIG_READ,
  errors: ['CONFLICT'],
  params: z.object({ id: Id, address: Id }),
  response: statusEnvelope(WalletDetail),
})

/** Seconds per bucket. */
export const SERIES_INTERVALS = [1, 15, 60, 300, 900, 3_600, 14_400, 86_400] as const

const column = z.array(z.number())

/** Equally long columns with a value per bucket. Buckets in which nothing moved are left out. */
export const ReportSeries = namedObject('ReportSeries', {
  /** Seconds per bucket. */
  interval: z.number(),
  /** All intervals that the report has, ascending. */
  intervals: z.array(z.number()),
  /** Start of each bucket in Unix seconds. */
  time: column,
  /** SOL per whole token, as in `high`, `low` and `close`. A bucket without a priced trade repeats the last price. */
  open: column,
  high: column,
  low: column,
  close: column,
  bought_sol: column,
  sold_sol: column,
  trades: column,
  /** Different wallets that bought in the bucket. */
  buyers: column,
  sellers: column,
  /** Traders that hold tokens at the end of the bucket. */
  holders: column,
})
export type ReportSeries = z.infer<typeof ReportSeries>

export const reportSeries = endpoint({
  name: 'reportSeries',
  path: '/analysis/reports/{id}/series',
  summary: 'Prices, volume, traders and holders of a CA report over time',
  limits: BIG_READ,
  errors: ['CONFLICT'],
  params: IdParams,
  query: z.object({
    /** Left out: the finest interval that a chart can show at once. */
    interval: z.optional(wholeNumber({ from: 1, to: 86_400 })),
  }),
  response: statusEnvelope(ReportSeries),
})

export const reportCsv = endpoint({
  name: 'reportCsv',
  path: '/analysis/reports/{id}.csv',
  summary: 'Ranked and excluded wallets as a table',
  ...RUN_FILE,
  response: z.string(),
})

export const reportJson = endpoint({
  name: 'reportJson',
  path: '/analysis/reports/{id}.json',
  summary: 'The whole report body',
  ...RUN_FILE,
  response: CaReport,
})
