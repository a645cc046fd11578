import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { listClearTrades, computeExecutionPrice } from '#engine/books/depth.ts'
import type { Trader } from '#engine/books/trader.ts'
import { computePercentile } from './percentile.ts'
import { WEIGHTS } from './weights.ts'

const { parts: PARTS, maxPartsHeld: MAX_PARTS_HELD } = WEIGHTS.timing
/** Standard deviation of a percentile that chance alone decides. */
const SPREAD = Math.sqrt(1 / 12)

/** Tokens bought in one part and sold, or still held, in another. `ratio` is the price at the end to that at the start. */
type Lot = { from: number; until: number; cost: number; ratio: number }

/**
 * Returns a function that measures a wallet's timing in standard deviations above chance. Each lot's return (first in,
 * first out) is compared with the returns of every purchase of the token that could have been held as long, so a rise
 * of the whole market is not counted as skill. Lots are weighted by cost. A lot still held counts at the last price.
 * Null for a wallet that bought nothing.
 */
export function createTimingTest(flows: readonly ValuedFlow[]): (trader: Trader) => number | null {
  const trades = listClearTrades(flows)
  const findPart = divideLife(trades)
  const prices = listPricesByPart(trades, findPart)
  const returns = new Map<number, number[]>()
  const returnsAfter = (length: number): number[] => {
    const known = returns.get(length)
    if (known) return known
    const ratios = prices
      .slice(length)
      .map((price, part) => price / (prices[part] ?? price))
      .toSorted((a, b) => a - b)
    returns.set(length, ratios)
    return ratios
  }
  return (trader) => {
    const decisions = new Map<string, { cost: number; sum: number }>()
    for (const lot of readLots(trader.flows, findPart, prices.at(-1) ?? 0)) {
      const others = returnsAfter(Math.min(MAX_PARTS_HELD, Math.max(1, lot.until - lot.from)))
      const key = `${lot.from} ${lot.until}`
      const decision = decisions.get(key) ?? { cost: 0, sum: 0 }
      decision.cost += lot.cost
      decision.sum += (lot.cost * (computePercentile(lot.ratio, others) - 0.5)) / SPREAD
      decisions.set(key, decision)
    }
    let sum = 0
    let squares = 0
    for (const decision of decisions.values()) {
      sum += decision.sum
      squares += decision.cost ** 2
    }
    return squares === 0 ? null : sum / Math.sqrt(squares)
  }
}

/** Returns a function from a trade to the part of the token's life, from 0, in which it was made. */
function divideLife(trades: readonly ValuedFlow[]): (flow: ValuedFlow) => number {
  const first = trades[0]?.slot ?? 0
  const span = Math.max(1, (trades.at(-1)?.slot ?? first) - first)
  return ({ slot }) => Math.min(PARTS - 1, Math.max(0, Math.floor(((slot - first) / span) * PARTS)))
}

/** Returns the last price of each part; a part without a trade has the price before it. */
function listPricesByPart(
  trades: readonly ValuedFlow[],
  findPart: (flow: ValuedFlow) => number,
): number[] {
  const last = new Map(trades.map((flow) => [findPart(flow), computeExecutionPrice(flow)]))
  let price = trades[0] ? computeExecutionPrice(trades[0]) : 0
  return Array.from({ length: PARTS }, (_, part) => (price = last.get(part) ?? price))
}

/** Yields the lots that were bought, first in first out. Received tokens are in none of them. */
function* readLots(
  flows: readonly ValuedFlow[],
  findPart: (flow: ValuedFlow) => number,
  lastPrice: number,
): Generator<Lot> {
  const bought: { part: number; price: number; tokens: number }[] = []
  let oldest = 0
  for (const flow of listClearTrades(flows)) {
    const part = findPart(flow)
    const price = computeExecutionPrice(flow)
    let tokens = Number(flow.tokens)
    if (flow.kind === 'BUY') bought.push({ part, price, tokens })
    else
      for (let lot = bought[oldest]; lot && tokens > 0; lot = bought[oldest]) {
        const sold = Math.min(tokens, lot.tokens)
        yield { from: lot.part, until: part, cost: sold * lot.price, ratio: price / lot.price }
        tokens -= sold
        lot.tokens -= sold
        if (lot.tokens <= 0) oldest++
      }
  }
  for (const { part, price, tokens } of bought.slice(oldest)) {
    yield { from: part, until: PARTS - 1, cost: tokens * price, ratio: lastPrice / price }
  }
}
