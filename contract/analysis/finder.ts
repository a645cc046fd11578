import * as z from 'zod/mini'
import { named } from '#contract/described.ts'

/*
 * The body of a Wallet Finder report. `*_sol` numbers are lamports / 1e9, ratios and percentiles are from 0 to 1, times
 * are unix seconds.
 */

const FinderHit = named(
  'WalletHit',
  z.object({
    mint: z.string(),
    address: z.string(),
    rank: z.number(),
    score: z.number(),
    percentile: z.number(),
    peers: z.number(),
    pnl_sol: z.number(),
    cost_sol: z.number(),
    roi: z.nullable(z.number()),
    win_rate: z.nullable(z.number()),
    buys: z.number(),
    sells: z.number(),
    entry_pct: z.nullable(z.number()),
    exit_pct: z.nullable(z.number()),
    hold_seconds_median: z.nullable(z.number()),
    first_buy_slot: z.nullable(z.number()),
    first_buy_time: z.nullable(z.number()),
    labels: z.array(z.string()),
    evidence: z.array(z.object({ signature: z.string(), slot: z.number(), kind: z.string() })),
  }),
)
export type FinderHit = z.infer<typeof FinderHit>

const FinderExclusion = named(
  'FinderExclusion',
  z.object({
    mint: z.string(),
    address: z.string(),
    label: z.string(),
    reason: z.string(),
    proof: z.array(z.string()),
  }),
)

const FinderWallet = named(
  'FinderWallet',
  z.object({
    rank: z.number(),
    address: z.string(),
    members: z.array(z.string()),
    score: z.number(),
    pnl_sol: z.number(),
    /** True when luck cannot explain the results: `q_value` is at most 0.05 and most tokens made a profit. */
    found: z.boolean(),
    /** Chance that a trader without skill does as well in the tokens it traded. */
    p_value: z.number(),
    /** `p_value` corrected for the number of entities tested. */
    q_value: z.number(),
    /** More tokens with such results that would distinguish it from luck. 0 when found, null when no number would. */
    tokens_needed: z.nullable(z.number()),
    traded: z.number(),
    profitable: z.number(),
    hits: z.array(FinderHit),
    excluded_in: z.array(FinderExclusion),
  }),
)
export type FinderWallet = z.infer<typeof FinderWallet>

/** Wallets that bought within seconds of each other in several mints. They act as one and are not ranked. */
const FinderRing = named(
  'FinderRing',
  z.object({
    id: z.string(),
    members: z.array(z.string()),
    pnl_sol: z.number(),
    /** Chance that traders who buy in the same minutes come in so close together. */
    p_value: z.number(),
    entries: z.array(
      z.object({
        mint: z.string(),
        from_slot: z.number(),
        to_slot: z.number(),
        purchases: z.array(z.object({ address: z.string(), slot: z.number(), sig: z.string() })),
      }),
    ),
  }),
)
export type FinderRing = z.infer<typeof FinderRing>

const FinderOverlap = named(
  'FinderOverlap',
  z.object({
    mints: z.tuple([z.string(), z.string()]),
    traded_both: z.number(),
    /** The same among the traders of the other mints, against chance. Null for two mints: there are no others. */
    others_both: z.nullable(z.number()),
    expected: z.nullable(z.number()),
    p_value: z.nullable(z.number()),
    /** Entities ranked in both, and how many of them are in the best quarter of their peers in both. */
    ranked_both: z.number(),
    good_both: z.number(),
    good_expected: z.nullable(z.number()),
    good_p_value: z.nullable(z.number()),
  }),
)
export type FinderOverlap = z.infer<typeof FinderOverlap>

/** A mint of the request. With an `error` it is left out of the comparison. */
const FinderMint = named(
  'FinderMint',
  z.object({
    mint: z.string(),
    name: z.optional(z.nullable(z.string())),
    symbol: z.optional(z.nullable(z.string())),
    error: z.nullable(z.string()),
    complete: z.boolean(),
    reasons: z.array(z.string()),
    wallets: z.number(),
    trades: z.number(),
  }),
)
export type FinderMint = z.infer<typeof FinderMint>

/** Entities that are ranked in at least `min_hits` mints, best first. */
export const WalletFinderReport = z.object({
  contract_addresses: z.array(z.string()),
  min_hits: z.number(),
  wallets: z.array(FinderWallet),
  rings: z.array(FinderRing),
  overlap: z.array(FinderOverlap),
  mints: z.array(FinderMint),
  counts: z.object({ tested: z.number(), found: z.number(), trades: z.number() }),
  /**
   * Correlation of an ordinary trader's results between mints, measured in the lower half. Habits that are not skill
   * raise it above 0, and then skill needs more proof.
   */
  persistence: z.number(),
  cost_points: z.literal(1),
  engine_version: z.string(),
})
export type WalletFinderReport = z.infer<typeof WalletFinderReport>
