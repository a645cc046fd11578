import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'

/** Tokens that one search compares at most. */
export const MAX_FINDER_MINTS = 10

/*
 * The body of a Wallet Finder report. `*_sol` numbers are lamports / 1e9, ratios and percentiles are from 0 to 1, times
 * are unix seconds.
 */

/** A mint in which the entity is ranked. Amounts, trades and evidence are of its ranked members, the rest of `address`. */
const FinderHit = namedObject('WalletHit', {
  mint: z.string(),
  address: z.string(),
  rank: z.number(),
  score: z.number(),
  /** Share of the traders of similar activity that did worse. */
  percentile: z.number(),
  /** Number of traders of similar activity, including this one. */
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
  /** Names of the soft labels of its members. */
  labels: z.array(z.string()),
  /** Every transaction of its ranked members. */
  evidence: z.array(
    z.object({
      signature: z.string(),
      slot: z.number(),
      kind: z.string(),
      /** This and the value in lamports are absent in reports of earlier versions. */
      time: z.optional(z.nullable(z.number())),
      value_lamports: z.optional(z.nullable(z.string())),
    }),
  ),
})
export type FinderHit = z.infer<typeof FinderHit>

/** A mint in which a hard label excludes the entity from the ranking. */
const FinderExclusion = namedObject('FinderExclusion', {
  mint: z.string(),
  address: z.string(),
  label: z.string(),
  reason: z.string(),
  /** Signatures. */
  proof: z.array(z.string()),
})

/** One wallet, or linked wallets that count as one. `address` is the member with the largest cost in one mint. */
const FinderWallet = namedObject('FinderWallet', {
  rank: z.number(),
  address: z.string(),
  members: z.array(z.string()),
  /** Mean score of the hits, from 0 to 100. */
  score: z.number(),
  /** Profit over all mints it traded, of all members. */
  pnl_sol: z.number(),
  /** True when luck cannot explain the results: `q_value` is at most 0.05 and most tokens made a profit. */
  found: z.boolean(),
  /** Chance that a trader without skill does as well in the tokens it traded. */
  p_value: z.number(),
  /** `p_value` corrected for the number of entities tested. */
  q_value: z.number(),
  /** How many more tokens with such results would rule out luck. 0 if found, null if no number would. */
  tokens_needed: z.nullable(z.number()),
  /** Number of mints in which it traded. */
  traded: z.number(),
  /** Number of mints in which it is ranked and made a profit. */
  profitable: z.number(),
  hits: z.array(FinderHit),
  excluded_in: z.array(FinderExclusion),
})
export type FinderWallet = z.infer<typeof FinderWallet>

/** Wallets that bought within seconds of each other in several mints. They act as one and are not ranked. */
const FinderRing = namedObject('FinderRing', {
  id: z.string(),
  members: z.array(z.string()),
  pnl_sol: z.number(),
  /** Probability that traders who buy in the same minutes buy so close together. */
  p_value: z.number(),
  /** One per mint, in the order of the request. `purchases` are the members' first ones, oldest first. */
  entries: z.array(
    z.object({
      mint: z.string(),
      from_slot: z.number(),
      to_slot: z.number(),
      /** The members' first purchases, by slot. */
      purchases: z.array(z.object({ address: z.string(), slot: z.number(), sig: z.string() })),
    }),
  ),
})
export type FinderRing = z.infer<typeof FinderRing>

/** A pair of mints and the entities that traded both. `expected` numbers are what chance predicts. */
const FinderOverlap = namedObject('FinderOverlap', {
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
})
export type FinderOverlap = z.infer<typeof FinderOverlap>

/** A mint of the request. With an `error` it is left out of the comparison. */
const FinderMint = namedObject('FinderMint', {
  mint: z.string(),
  /** Absent in reports of earlier versions, and with an `error`. */
  name: z.optional(z.nullable(z.string())),
  symbol: z.optional(z.nullable(z.string())),
  /** Why there is no report of this mint, in words for people. Then all counts are 0. */
  error: z.nullable(z.string()),
  complete: z.boolean(),
  /** Why the history may be incomplete. */
  reasons: z.array(z.string()),
  /** Number of ranked wallets. */
  wallets: z.number(),
  trades: z.number(),
})
export type FinderMint = z.infer<typeof FinderMint>

/** Entities that are ranked in at least `min_hits` mints, best first. */
export const WalletFinderReport = z.object({
  contract_addresses: z.array(z.string()),
  min_hits: z.number(),
  wallets: z.array(FinderWallet),
  rings: z.array(FinderRing),
  overlap: z.array(FinderOverlap),
  mints: z.array(FinderMint),
  /** `tested` entities are ranked in at least `min_hits` mints. Luck cannot explain the results of `found` ones. */
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

/** A Wallet Finder report as a page gets it: of a large one only the first wallets. */
export const FinderPart = z.extend(WalletFinderReport, { wallets_total: z.number() })
export type FinderPart = z.infer<typeof FinderPart>
