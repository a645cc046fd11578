import * as z from 'zod/mini'
import { named } from '#contract/described.ts'

/*
 * The body of a CA analysis. Raw token amounts and lamports are decimal strings, `*_sol` numbers are lamports / 1e9,
 * ratios are from 0 to 1, times are unix seconds.
 */

const Amount = z.string()
const Sol = z.number()

const FLOW_KINDS = [
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

/** One entry per transaction and owner, with unsigned amounts. */
const Evidence = named(
  'TradeEvidence',
  z.object({
    signature: z.string(),
    slot: z.number(),
    time: z.nullable(z.number()),
    kind: z.enum(FLOW_KINDS),
    token_raw: Amount,
    quote_mint: z.nullable(z.string()),
    quote_net: Amount,
    quote_gross: Amount,
    gross_mint: z.nullable(z.string()),
    /** `quote_net` in lamports at that slot; null if it has no known price. */
    value_lamports: z.nullable(Amount),
    value_usd: z.nullable(z.number()),
    fee_lamports: Amount,
    tip_lamports: Amount,
    rent_lamports: Amount,
    token_tax_raw: Amount,
    pool: z.nullable(z.string()),
    flags: z.array(z.string()),
  }),
)
export type Evidence = z.infer<typeof Evidence>

const Label = named(
  'WalletLabel',
  z.object({
    label: z.string(),
    /** True if it excludes the wallet from the ranking. */
    hard: z.boolean(),
    reason: z.string(),
    proof: z.array(z.string()),
  }),
)
export type Label = z.infer<typeof Label>

const ScoreTerms = named(
  'ScoreTerms',
  z.object({
    P: z.number(),
    R: z.number(),
    W: z.number(),
    En: z.number(),
    Ex: z.number(),
    E: z.number(),
  }),
)
export type ScoreTerms = z.infer<typeof ScoreTerms>

const FirstBuy = named(
  'FirstBuy',
  z.object({
    slot: z.number(),
    time: z.nullable(z.number()),
    sig: z.string(),
    rank: z.nullable(z.number()),
    percentile: z.nullable(z.number()),
    blocks_after_create: z.nullable(z.number()),
    mcap_sol: z.nullable(Sol),
    mcap_usd: z.nullable(z.number()),
  }),
)

/** Results with sales that take the oldest tokens first; the wallet's own fields are at average cost. */
const FifoResults = named(
  'FifoResults',
  z.object({
    realized_sol: Sol,
    unrealized_sol: z.nullable(Sol),
    pnl_sol: Sol,
    roi: z.nullable(z.number()),
    win_rate: z.nullable(z.number()),
  }),
)

const PnlPoint = named(
  'PnlPoint',
  z.object({
    slot: z.number(),
    time: z.nullable(z.number()),
    realized_sol: Sol,
    fifo_realized_sol: Sol,
    held_tokens: z.number(),
    paper_value_sol: z.nullable(Sol),
  }),
)

export const Wallet = named(
  'AnalyzedWallet',
  z.object({
    rank: z.nullable(z.number()),
    address: z.string(),
    score: z.number(),
    score_terms: ScoreTerms,
    copyability: z.number(),
    labels: z.array(Label),
    cluster_id: z.nullable(z.string()),
    buys: z.number(),
    sells: z.number(),
    bought_tokens: Amount,
    sold_tokens: Amount,
    held_tokens: Amount,
    transfer_in_tokens: Amount,
    transfer_out_tokens: Amount,
    burned_tokens: Amount,
    /** Units received before the window or by a missing transaction. */
    unseen_tokens: Amount,
    cost_lamports: Amount,
    proceeds_lamports: Amount,
    fees_lamports: Amount,
    tips_lamports: Amount,
    rent_lamports: Amount,
    avg_buy_sol: z.nullable(Sol),
    avg_sell_sol: z.nullable(Sol),
    cost_usd: z.nullable(z.number()),
    proceeds_usd: z.nullable(z.number()),
    realized_sol: Sol,
    /** Proceeds of the bought tokens if the whole bag were sold now, less their cost; null if not known. */
    unrealized_sol: z.nullable(Sol),
    /** Proceeds of selling the whole bag; null where the pool's depth is not known. */
    exit_value_sol: z.nullable(Sol),
    paper_value_sol: z.nullable(Sol),
    /** Realized and unrealized; only realized where the depth is not known. */
    pnl_sol: Sol,
    fifo: FifoResults,
    /** Largest fall of the profit from its peak, at market prices, and its share of the cost. */
    drawdown_sol: Sol,
    drawdown: z.nullable(z.number()),
    size_vs_depth: z.nullable(z.number()),
    pnl_usd: z.nullable(z.number()),
    roi: z.nullable(z.number()),
    win_rate: z.nullable(z.number()),
    unattributed_proceeds_sol: Sol,
    first_buy: z.nullable(FirstBuy),
    last_trade: z.nullable(
      z.object({ slot: z.number(), time: z.nullable(z.number()), sig: z.string() }),
    ),
    hold_seconds_avg: z.nullable(z.number()),
    hold_seconds_median: z.nullable(z.number()),
    entry_pct: z.nullable(z.number()),
    exit_pct: z.nullable(z.number()),
    sold_ratio: z.nullable(z.number()),
    supply_pct: z.nullable(z.number()),
    funder: z.nullable(z.object({ address: z.string(), sig: z.nullable(z.string()) })),
    /** Caveats: `cost_unknown`, `unpriced`, `linked_transfer`, … */
    flags: z.array(z.string()),
    pnl_series: z.array(PnlPoint),
    evidence: z.array(Evidence),
  }),
)
export type Wallet = z.infer<typeof Wallet>

export const Cluster = named(
  'WalletCluster',
  z.object({
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
  }),
)
export type Cluster = z.infer<typeof Cluster>

const Pool = named(
  'Pool',
  z.object({
    address: z.string(),
    program: z.nullable(z.string()),
    trades: z.number(),
    quote_mint: z.nullable(z.string()),
    quote_reserve: z.nullable(Amount),
    token_reserve: z.nullable(Amount),
    linked_to: z.nullable(z.string()),
  }),
)

/** Tokens that came or went in an account without a transaction that was read. */
const Gap = named(
  'CoverageGap',
  z.object({
    account: z.string(),
    owner: z.nullable(z.string()),
    from_slot: z.nullable(z.number()),
    /** Null for the balance on the chain when the report was made. */
    to_slot: z.nullable(z.number()),
    /** Signed: negative when tokens left. */
    unexplained_raw: Amount,
  }),
)

export const Coverage = named(
  'Coverage',
  z.object({
    signatures: z.number(),
    parsed: z.number(),
    failed: z.number(),
    missing: z.number(),
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
    owner_unknown: z.number(),
    unpriced: z.number(),
    /** True only when proved: the balances of every token account connect without a gap from the creation on. */
    complete: z.boolean(),
    gaps: z.array(Gap),
    explained: z.number(),
    reasons: z.array(z.string()),
  }),
)
export type Coverage = z.infer<typeof Coverage>

export const TokenHead = named(
  'TokenHead',
  z.object({
    name: z.nullable(z.string()),
    symbol: z.nullable(z.string()),
    created_at: z.nullable(z.number()),
    mint_authority: z.nullable(z.string()),
    freeze_authority: z.nullable(z.string()),
    holders: z.nullable(z.number()),
    /** Share of the supply that the ten largest of them hold. */
    top10_share: z.nullable(z.number()),
    liquidity_sol: z.nullable(Sol),
    liquidity_usd: z.nullable(z.number()),
    market_cap_sol: z.nullable(Sol),
    market_cap_usd: z.nullable(z.number()),
    developer: z.nullable(z.string()),
    developer_share: z.nullable(z.number()),
    /** Share of the supply that bundled wallets, and snipers, bought at first. */
    bundle_share: z.nullable(z.number()),
    sniper_share: z.nullable(z.number()),
  }),
)
export type TokenHead = z.infer<typeof TokenHead>

export const CaReport = named(
  'CaReport',
  z.object({
    mint: z.string(),
    decimals: z.number(),
    token_program: z.nullable(z.string()),
    supply_raw: z.nullable(Amount),
    token: TokenHead,
    asof_slot: z.nullable(z.number()),
    asof_time: z.nullable(z.number()),
    coverage: Coverage,
    price: z.object({
      sol: z.nullable(z.number()),
      usd: z.nullable(z.number()),
      sol_usd: z.nullable(z.number()),
      source_sig: z.nullable(z.string()),
    }),
    wallets: z.array(Wallet),
    excluded: z.array(Wallet),
    clusters: z.array(Cluster),
    counts: z.object({
      buyers: z.number(),
      sellers: z.number(),
      trades: z.number(),
      by_label: z.record(z.string(), z.number()),
    }),
    cost_points: z.literal(1),
    engine_version: z.string(),
    input_digest: z.string(),
  }),
)
export type CaReport = z.infer<typeof CaReport>
