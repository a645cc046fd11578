import {
  BOUGHT,
  BOUGHT_SUM,
  BURNED_SUM,
  BUYS,
  COST,
  COST_SUM,
  FEES,
  FIFO_REALIZED,
  FIFO_WINS,
  MATCHED,
  PROCEEDS,
  REALIZED,
  RECEIVED,
  RECEIVED_SOLD,
  RECEIVED_SUM,
  RENT,
  SELLS,
  SENT_SUM,
  SOLD_SUM,
  TIPS,
  UNATTRIBUTED,
  UNPRICED,
  UNSEEN,
  UNSEEN_SOLD,
  UNSEEN_SUM,
  WINS,
} from './book-state.ts'
import { low, toBigInt } from './double-length.ts'
import type { Lots } from './lots.ts'

/** The books of a wallet. Token amounts are raw units. */
export type Position = {
  buys: number
  sells: number
  boughtTokens: bigint
  soldTokens: bigint
  transferInTokens: bigint
  transferOutTokens: bigint
  burnedTokens: bigint
  /** Tokens received before the window or without a visible transfer. */
  unseenTokens: bigint
  costLamports: bigint
  proceedsLamports: bigint
  feesLamports: bigint
  tipsLamports: bigint
  /** Rent paid for opened accounts, less rent that came back. */
  rentLamports: bigint
  /** Proceeds of tokens that were not bought in the window; never profit. */
  unattributedLamports: bigint
  /** Sold tokens that the wallet received instead of buying. */
  receivedSoldTokens: bigint
  unseenSoldTokens: bigint
  heldTokens: bigint
  /** The held tokens that were bought, whose cost is known. */
  heldBoughtTokens: bigint
  average: MethodResult
  fifo: MethodResult
  /** Sells in which at least a part of the tokens had been bought. */
  matchedSells: number
  /** Trades that could not be valued. Their tokens are in the books, their value is not. */
  unpricedTrades: number
  /** Holding time of the sold tokens, first in first out; null when nothing bought was sold. */
  holdSecondsMean: number | null
  holdSecondsMedian: number | null
}

/** Results that depend on which tokens a sale takes: all alike at average cost, or the oldest first. */
export type MethodResult = {
  realizedLamports: bigint
  /** Cost of the held tokens that were bought. */
  heldCostLamports: bigint
  /** Sales with a profit after network fee and tip. */
  wins: number
}

export function computePosition(
  state: Float64Array,
  other: Float64Array,
  base: number,
  lots: Lots,
): Position {
  const count = (place: number): number => state[base + place] ?? 0
  const amount = (place: number, table = state): bigint =>
    toBigInt(table[base + place] ?? 0, table[base + place + 1] ?? 0)
  const holds = lots.listHolds(state, base)
  return {
    buys: count(BUYS),
    sells: count(SELLS),
    boughtTokens: amount(BOUGHT_SUM),
    soldTokens: amount(SOLD_SUM),
    transferInTokens: amount(RECEIVED_SUM, other),
    transferOutTokens: amount(SENT_SUM, other),
    burnedTokens: amount(BURNED_SUM, other),
    unseenTokens: amount(UNSEEN_SUM, other),
    costLamports: amount(COST_SUM),
    proceedsLamports: amount(PROCEEDS),
    feesLamports: BigInt(count(FEES)),
    tipsLamports: BigInt(count(TIPS)),
    rentLamports: BigInt(count(RENT)),
    unattributedLamports: amount(UNATTRIBUTED, other),
    receivedSoldTokens: amount(RECEIVED_SOLD, other),
    unseenSoldTokens: amount(UNSEEN_SOLD, other),
    heldTokens: amount(BOUGHT) + amount(RECEIVED) + amount(UNSEEN),
    heldBoughtTokens: amount(BOUGHT),
    average: {
      realizedLamports: amount(REALIZED),
      heldCostLamports: amount(COST),
      wins: count(WINS),
    },
    fifo: {
      realizedLamports: amount(FIFO_REALIZED),
      heldCostLamports: toBigInt(lots.sumCosts(state, base), low[0] ?? 0),
      wins: count(FIFO_WINS),
    },
    matchedSells: count(MATCHED),
    unpricedTrades: other[base + UNPRICED] ?? 0,
    holdSecondsMean: computeMean(holds),
    holdSecondsMedian: computeMedian(holds),
  }
}

type Hold = { tokens: number; seconds: number }

function computeMean(holds: readonly Hold[]): number | null {
  let tokens = 0
  let tokenSeconds = 0
  for (const hold of holds) {
    tokens += hold.tokens
    tokenSeconds += hold.tokens * hold.seconds
  }
  return tokens === 0 ? null : Math.round((tokenSeconds / tokens) * 1e6) / 1e6
}

function computeMedian(holds: readonly Hold[]): number | null {
  const sorted = holds.toSorted((a, b) => a.seconds - b.seconds)
  const total = sorted.reduce((passed, { tokens }) => passed + tokens, 0)
  let passed = 0
  for (const { tokens, seconds } of sorted) {
    passed += tokens
    if (passed * 2 >= total) return seconds
  }
  return null
}
