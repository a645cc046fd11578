import { SCORE_POINTS } from '#contract/analysis/score-points.ts'

/**
 * Every weight and threshold of the judgment, in one place. `docs/scoring.md` explains them. A change changes reports,
 * so it also needs a new `ENGINE_VERSION`.
 */
export const WEIGHTS = {
  score: {
    /** Shares of the terms; they add up to 1. */
    profit: SCORE_POINTS.P / 100,
    returnOnCost: SCORE_POINTS.R / 100,
    wins: SCORE_POINTS.W / 100,
    entry: SCORE_POINTS.En / 100,
    exit: SCORE_POINTS.Ex / 100,
    /** Profit and return at which their terms are full. */
    fullProfitSol: 20,
    fullReturn: 2,
    /** Share of the score without any evidence. */
    minEvidence: 0.2,
    /** Half of the evidence: the number of trades, full at this many. */
    fullTrades: 6,
    /** The other half: standard deviations by which its timing beats chance, full at this many. */
    fullTiming: 4,
  },
  timing: {
    /** Equal parts of a token's life. Trades within one part count as one decision. */
    parts: 500,
    /** Longer holding times, in parts of the life, have too few purchases to compare with. */
    maxPartsHeld: 375,
  },
  follower: {
    /** Time to see a trade, decide, and get into a block. */
    delayS: 15,
  },
  launch: {
    /** Only an automated program buys this early. */
    sniperSlots: 2,
    /** Later neighbors in a block are a busy market, not a bundle. */
    bundleSlots: 5,
    bundleBuyers: 3,
  },
  sandwich: {
    times: 3,
    twoSidedSlots: 2,
    twoSidedShare: 0.3,
  },
  wash: {
    matchSlots: 3,
    /** Amounts of linked wallets match within one percent. */
    linkedDivisor: 100n,
    /** Amounts of strangers match within ten percent, because only repetition links them. */
    strangerDivisor: 10n,
    matchedPercent: 60n,
    /** The position changed by less than a twentieth of the volume. */
    netDivisor: 20n,
    trades: 4,
    meetings: 4,
    /** In a crowded slot a trade matches many others by chance. */
    neighbors: 40,
    /** A funder of more wallets is a public service and links no wallets. */
    siblings: 12,
  },
  sybil: {
    /** One honest user may own fewer wallets than this. */
    wallets: 3,
    /** Entries more than about ten minutes apart are not coordinated. */
    slots: 1_500,
    /** In a raid, most funded wallets enter together. Otherwise the funder is a public service. */
    share: 0.6,
    /** A wallet between funder and buyer counts when it passes the SOL on within a day. */
    intermediateS: 86_400,
  },
  handOver: {
    /** A wallet that sends to more receivers distributes tokens and does not move to another wallet. */
    receivers: 3,
    /** At least a tenth of the tokens that the sender bought. */
    divisor: 10n,
  },
  coMovement: {
    wallets: 3,
    /** First purchases within ten seconds, last sales within half a minute. */
    enterSlots: 25,
    leaveSlots: 75,
    /** This many wallets that bought before, and as many after, show how common it is. */
    neighbors: 200,
    /** Expected number of such groups by chance in the whole market. */
    chance: 0.01,
  },
  exchange: { partners: 10 },
  soft: {
    manyTrades: 300,
    fastHoldS: 10,
    fastRoundTrips: 10,
    tinyLamports: 200_000_000n,
    freshS: 86_400,
  },
  passes: {
    /** Funders are looked up for this many wallets of the provisional rank. */
    shown: 200,
    /** This many first purchases within `burstSlots` are a burst, whose funders are looked up too. */
    burstBuyers: 3,
    burstSlots: 25,
  },
  finder: {
    /** A trader is compared with at least this many traders of similar activity, if the token has them. */
    peers: 60,
    /** A standing above this best share of the peers adds nothing. */
    bestShare: 0.02,
    /** The habits of traders are measured as if this many more had shown none. */
    unknownTraders: 20,
    /** Share of false finds among the found wallets. */
    falseFinds: 0.05,
    /** A higher number of further tokens is not reported. */
    maxTokensNeeded: 50,
    /** The best quarter of the peers traded well. */
    goodPercentile: 0.75,
    ring: {
      /** Two wallets may be a trader and a copier. */
      members: 3,
      /** About two and a half minutes. */
      sameMinutesSlots: 375,
      /** Right after a launch, the same minutes are shorter: this share of the time since then. */
      launchShare: 0.5,
      chance: 0.01,
    },
  },
} as const
