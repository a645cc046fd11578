import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'

/*
 * The body of a CA analysis. Raw token amounts and lamports are decimal strings, `*_sol` numbers are lamports / 1e9,
 * ratios are from 0 to 1, times are unix seconds.
 */

const Amount = z.string()
const Sol = z.number()

export const FLOW_KINDS = [
  'BUY',
  'SELL',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'LP_ADD',
  'LP_REMOVE',
  'FEE_IN',
  'FEE_OUT',
  'MINT',
  'BURN',
] as const

/** Effect of one transaction on one owner. Amounts are unsigned; `kind` has the direction. */
const Evidence = namedObject('TradeEvidence', {
  signature: z.string(),
  slot: z.number(),
  time: z.nullable(z.number()),
  kind: z.enum(FLOW_KINDS),
  token_raw: Amount,
  /** Mint in which the wallet paid or was paid; null for moves without a price. */
  quote_mint: z.nullable(z.string()),
  /** Amount that left or reached the wallet. */
  quote_net: Amount,
  /** Amount that the pool received or paid. */
  quote_gross: Amount,
  /** Mint of `quote_gross`, which differs from `quote_mint` on some routes. */
  gross_mint: z.nullable(z.string()),
  /** `quote_net` in lamports at that slot; null if it cannot be valued. */
  value_lamports: z.nullable(Amount),
  /** `value_lamports` in US dollars of that moment; null if SOL has no known price then. */
  value_usd: z.nullable(z.number()),
  fee_lamports: Amount,
  tip_lamports: Amount,
  /** Rent of accounts that it opened, less rent that it got back. */
  rent_lamports: Amount,
  /** Withheld by the mint's transfer fee. */
  token_tax_raw: Amount,
  pool: z.nullable(z.string()),
  flags: z.array(z.string()),
})
export type Evidence = z.infer<typeof Evidence>

/** A fact about a wallet that lowers the trust in its results. */
const Label = namedObject('WalletLabel', {
  label: z.string(),
  /** True if it excludes the wallet from the ranking. */
  hard: z.boolean(),
  reason: z.string(),
  /** Signatures. */
  proof: z.array(z.string()),
})
export type Label = z.infer<typeof Label>

const Term = z.number()
/** Terms of the score from 0 to 1: profit, return, wins, entry, exit and evidence. docs/scoring.md has the formula. */
const ScoreTerms = namedObject('ScoreTerms', {
  P: Term,
  R: Term,
  W: Term,
  En: Term,
  Ex: Term,
  E: Term,
})
export type ScoreTerms = z.infer<typeof ScoreTerms>

const FirstBuy = namedObject('FirstBuy', {
  slot: z.number(),
  time: z.nullable(z.number()),
  sig: z.string(),
  /** Place among all buyers by first purchase, from 1; null if an earlier purchase may be missing. */
  rank: z.nullable(z.number()),
  /** 0 for the first buyer, 1 for the last. */
  percentile: z.nullable(z.number()),
  /** In slots; null if the creation is outside the history that was read. */
  blocks_after_create: z.nullable(z.number()),
  /** Market cap at its price: supply × price paid. */
  mcap_sol: z.nullable(Sol),
  mcap_usd: z.nullable(z.number()),
})

/** Results if a sale takes the oldest tokens first. The wallet's own fields are at average cost. */
const FifoResults = namedObject('FifoResults', {
  realized_sol: Sol,
  unrealized_sol: z.nullable(Sol),
  pnl_sol: Sol,
  roi: z.nullable(z.number()),
  win_rate: z.nullable(z.number()),
})

/** The books of a wallet after one of its transactions. Token amounts are raw units. */
const PnlPoint = namedObject('PnlPoint', {
  slot: z.number(),
  time: z.nullable(z.number()),
  realized_sol: Sol,
  fifo_realized_sol: Sol,
  /** A number in reports of earlier versions. */
  held_tokens: z.union([Amount, z.number()]),
  paper_value_sol: z.nullable(Sol),
})

export const Wallet = namedObject('AnalyzedWallet', {
  /** From 1; null for excluded wallets. */
  rank: z.nullable(z.number()),
  address: z.string(),
  /** From 0 to 100. */
  score: z.number(),
  score_terms: ScoreTerms,
  /** Share of the profit that a follower would make by copying each trade 15 s later, from 0 to 100; 0 if unknown. */
  copyability: z.number(),
  /** Profit of that follower, at the depth of the pools at that time; null if unknown. Absent in earlier versions. */
  follower_pnl_sol: z.optional(z.nullable(Sol)),
  /** The same ÷ what the follower paid. */
  follower_roi: z.optional(z.nullable(z.number())),
  labels: z.array(Label),
  cluster_id: z.nullable(z.string()),
  /** Number of purchases. */
  buys: z.number(),
  sells: z.number(),
  bought_tokens: Amount,
  sold_tokens: Amount,
  held_tokens: Amount,
  transfer_in_tokens: Amount,
  transfer_out_tokens: Amount,
  burned_tokens: Amount,
  /** Raw units that it received before the window or in a missing transaction. */
  unseen_tokens: Amount,
  /** Paid for its priced purchases, without network fees, tips and rent. */
  cost_lamports: Amount,
  proceeds_lamports: Amount,
  fees_lamports: Amount,
  tips_lamports: Amount,
  rent_lamports: Amount,
  /** SOL per whole token; null without a priced purchase. */
  avg_buy_sol: z.nullable(Sol),
  avg_sell_sol: z.nullable(Sol),
  /** In US dollars of each trade's time; null if one of them has no price. */
  cost_usd: z.nullable(z.number()),
  proceeds_usd: z.nullable(z.number()),
  realized_sol: Sol,
  /** The bought tokens' part of `exit_value_sol`, less their cost; null if that is null. */
  unrealized_sol: z.nullable(Sol),
  /** Proceeds of selling all held tokens at once; null if the pool's depth is unknown. */
  exit_value_sol: z.nullable(Sol),
  /** All held tokens at the last price; null without one. Never part of a profit. */
  paper_value_sol: z.nullable(Sol),
  /** Realized and unrealized profit; only the realized one if the pool's depth is unknown. */
  pnl_sol: Sol,
  fifo: FifoResults,
  /** Largest fall of its profit from an earlier peak, at market prices. */
  drawdown_sol: Sol,
  /** `drawdown_sol` ÷ cost; null without a cost. */
  drawdown: z.nullable(z.number()),
  /** Largest purchase ÷ what the pool then held against the tokens; null if not known. */
  size_vs_depth: z.nullable(z.number()),
  pnl_usd: z.nullable(z.number()),
  /** `pnl_sol` ÷ cost, which can exceed 1; null without a cost. */
  roi: z.nullable(z.number()),
  /** Share of its sales of bought tokens that made a profit after network fee and tip; null without such a sale. */
  win_rate: z.nullable(z.number()),
  /** Proceeds of tokens that it received instead of buying. They are no profit. */
  unattributed_proceeds_sol: Sol,
  /** Null if it never bought. */
  first_buy: z.nullable(FirstBuy),
  last_trade: z.nullable(
    z.object({ slot: z.number(), time: z.nullable(z.number()), sig: z.string() }),
  ),
  /** Time between purchase and sale, weighted by tokens, first in, first out; null if no bought token was sold. */
  hold_seconds_avg: z.nullable(z.number()),
  hold_seconds_median: z.nullable(z.number()),
  /** Mean price percentile of its purchases, weighted by value: 0 is the window's lowest price. Null without one. */
  entry_pct: z.nullable(z.number()),
  /** The same for its sales. */
  exit_pct: z.nullable(z.number()),
  /** Tokens sold ÷ tokens bought, at most 1; null if it never bought. */
  sold_ratio: z.nullable(z.number()),
  /** Share of the supply that it holds; null if the supply is unknown. */
  supply_pct: z.nullable(z.number()),
  /** Who sent the wallet its first SOL; null if that was not looked up or not found. */
  funder: z.nullable(z.object({ address: z.string(), sig: z.nullable(z.string()) })),
  /** Caveats: `cost_unknown`, `unpriced`, `linked_transfer`, … */
  flags: z.array(z.string()),
  pnl_series: z.array(PnlPoint),
  evidence: z.array(Evidence),
})
export type Wallet = z.infer<typeof Wallet>

/** Wallets that belong together, with the signatures that show it. */
export const Cluster = namedObject('WalletCluster', {
  id: z.string(),
  kind: z.enum(['sybil', 'linked_transfer', 'co_movement', 'bundle']),
  members: z.array(z.string()),
  funder: z.nullable(z.string()),
  /** Totals of all members as if they were one wallet. */
  cost_lamports: Amount,
  proceeds_lamports: Amount,
  realized_sol: Sol,
  unrealized_sol: z.nullable(Sol),
  pnl_sol: Sol,
  proof: z.array(z.string()),
})
export type Cluster = z.infer<typeof Cluster>

const Pool = namedObject('Pool', {
  address: z.string(),
  program: z.nullable(z.string()),
  trades: z.number(),
  quote_mint: z.nullable(z.string()),
  /** Raw units after the last trade that shows them; null if none does. */
  quote_reserve: z.nullable(Amount),
  token_reserve: z.nullable(Amount),
  /** What it holds at the end of the window. Absent in reports of earlier versions. */
  held_tokens: z.optional(Amount),
  /** The pool that its liquidity moved to or came from. */
  linked_to: z.nullable(z.string()),
})

/** Tokens that an account gained or lost without a transaction that was read. */
const Gap = namedObject('CoverageGap', {
  account: z.string(),
  owner: z.nullable(z.string()),
  /** null when the account was not seen before. */
  from_slot: z.nullable(z.number()),
  /** Null for the balance on the chain when the report was made. */
  to_slot: z.nullable(z.number()),
  /** Signed: negative when tokens left. */
  unexplained_raw: Amount,
})

/** How much of the token's history was read, and what is missing. */
export const Coverage = namedObject('Coverage', {
  /** `parsed`, `failed` and `missing` together. */
  signatures: z.number(),
  parsed: z.number(),
  /** Transactions that failed on the chain, read or not. */
  failed: z.number(),
  /** Transactions that no node returned. */
  missing: z.number(),
  /** Pages of signatures that were read, over `addresses` addresses. */
  pages: z.number(),
  addresses: z.number(),
  pools: z.array(Pool),
  window: z.object({
    from_slot: z.nullable(z.number()),
    to_slot: z.nullable(z.number()),
    from_time: z.nullable(z.number()),
    to_time: z.nullable(z.number()),
  }),
  creation: z.nullable(z.object({ slot: z.number(), sig: z.string() })),
  /** Balance changes whose account has no known owner. */
  owner_unknown: z.number(),
  /** Trades that could not be valued in SOL. */
  unpriced: z.number(),
  /** True only when proved: the balances of every token account connect without a gap from the creation on. */
  complete: z.boolean(),
  gaps: z.array(Gap),
  /** Share of the moved tokens that the transactions explain. */
  explained: z.number(),
  /** Why the report may be incomplete, in sentences for people. */
  reasons: z.array(z.string()),
})
export type Coverage = z.infer<typeof Coverage>

/** Facts about the token. A fact is null if it is not known, an authority also if it was given up. */
export const TokenHead = namedObject('TokenHead', {
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  /** When its mint was created. */
  created_at: z.nullable(z.number()),
  mint_authority: z.nullable(z.string()),
  freeze_authority: z.nullable(z.string()),
  /** Number of owners of tokens, without pools. */
  holders: z.nullable(z.number()),
  /** Share of the supply that the ten largest holders have. */
  top10_share: z.nullable(z.number()),
  /** Reserves of open pools against the token. */
  liquidity_sol: z.nullable(Sol),
  liquidity_usd: z.nullable(z.number()),
  market_cap_sol: z.nullable(Sol),
  market_cap_usd: z.nullable(z.number()),
  /** Who paid for the creation. */
  developer: z.nullable(z.string()),
  /** Share of the supply that the developer holds. */
  developer_share: z.nullable(z.number()),
  /** Share of the supply in the first purchases of bundled wallets. `sniper_share` is the same of snipers. */
  bundle_share: z.nullable(z.number()),
  sniper_share: z.nullable(z.number()),
})
export type TokenHead = z.infer<typeof TokenHead>

export const CaReport = namedObject('CaReport', {
  mint: z.string(),
  decimals: z.number(),
  token_program: z.nullable(z.string()),
  supply_raw: z.nullable(Amount),
  token: TokenHead,
  /** Of the last transaction that was read; null without one. */
  asof_slot: z.nullable(z.number()),
  asof_time: z.nullable(z.number()),
  coverage: Coverage,
  /** At the end of the window. `source_sig` is the trade that set it. */
  price: z.object({
    /** SOL per whole token; null without a trade. */
    sol: z.nullable(z.number()),
    usd: z.nullable(z.number()),
    sol_usd: z.nullable(z.number()),
    source_sig: z.nullable(z.string()),
  }),
  /** Ranked, best first. */
  wallets: z.array(Wallet),
  /** Excluded by a hard label, and pools; highest profit first. */
  excluded: z.array(Wallet),
  clusters: z.array(Cluster),
  counts: z.object({
    buyers: z.number(),
    sellers: z.number(),
    trades: z.number(),
    /** Number of wallets by label name. */
    by_label: z.record(z.string(), z.number()),
  }),
  cost_points: z.literal(1),
  engine_version: z.string(),
  /** SHA-256 in hex of the engine version, the mint, its supply and the transactions that were read. */
  input_digest: z.string(),
})
export type CaReport = z.infer<typeof CaReport>
