import type { ValuedFlow } from './accounting.ts'
import { emptyRows, setRow } from './book-rows.ts'
import { Books } from './books.ts'
import { clearTrades, executionPrice } from './depth.ts'

/** The books of a wallet after one of its flows. Numbers are lamports and raw tokens as doubles. */
export type PathPoint = {
  flow: ValuedFlow
  realized: number
  fifoRealized: number
  heldTokens: number
  /** Lamports of the held tokens at the market price of that moment; null without a price. */
  paperValue: number | null
}

export type Path = {
  points: PathPoint[]
  /** Largest fall of the profit from its peak in lamports, at market prices. */
  drawdown: number
}

/** Follows the books and the profit of wallets through the prices of the market. */
export class Paths {
  readonly #prices: PriceTree
  readonly #books = new Books()
  /** The flow that is entered next. */
  readonly #row = emptyRows(1)
  #wallets = 0

  constructor(flows: readonly ValuedFlow[]) {
    this.#prices = new PriceTree(clearTrades(flows))
  }

  /** Returns one point per flow. `flows` are those of one wallet, in order. */
  of(flows: readonly ValuedFlow[]): Path {
    const wallet = this.#wallets++
    const points: PathPoint[] = []
    let peak = 0
    let drawdown = 0
    for (const [at, flow] of flows.entries()) {
      setRow(this.#row, 0, wallet, flow)
      this.#books.append(this.#row)
      const { realized, fifoRealized, held, heldBought, heldCost } = this.#books.glance(wallet)
      const price = this.#prices.at(flow.order)
      const paperValue = price === null ? null : held * price
      points.push({ flow, realized, fifoRealized, heldTokens: held, paperValue })
      const until = flows[at + 1]?.order ?? Infinity
      const { lowest, highest, fall } = this.#prices.between(flow.order, until)
      const profitAt = (tokenPrice: number): number => realized - heldCost + heldBought * tokenPrice
      if (highest === -Infinity) continue
      drawdown = Math.max(drawdown, peak - profitAt(lowest), heldBought * fall)
      peak = Math.max(peak, profitAt(highest))
    }
    return { points, drawdown }
  }
}

type Span = { lowest: number; highest: number; fall: number }

const NOTHING: Span = { lowest: Infinity, highest: -Infinity, fall: 0 }

/** Returns two spans in time as one. The fall is the largest from a price to a later one. */
function joined(a: Span, b: Span): Span {
  return {
    lowest: Math.min(a.lowest, b.lowest),
    highest: Math.max(a.highest, b.highest),
    fall: Math.max(a.fall, b.fall, a.highest - b.lowest),
  }
}

/** Prices in order, with lowest, highest and largest fall of any stretch in logarithmic time. */
class PriceTree {
  readonly #orders: number[]
  readonly #nodes: Span[]
  readonly #size: number

  constructor(trades: readonly ValuedFlow[]) {
    this.#orders = trades.map(({ order }) => order)
    this.#size = 1
    while (this.#size < trades.length) this.#size *= 2
    this.#nodes = Array.from({ length: this.#size * 2 }, () => NOTHING)
    for (const [at, trade] of trades.entries()) {
      const price = executionPrice(trade)
      this.#nodes[this.#size + at] = { lowest: price, highest: price, fall: 0 }
    }
    for (let node = this.#size - 1; node > 0; node--) {
      const [left, right] = [this.#nodes[node * 2], this.#nodes[node * 2 + 1]]
      this.#nodes[node] = joined(left ?? NOTHING, right ?? NOTHING)
    }
  }

  /** Returns the price of the last trade up to a place in the order, else of the first one. */
  at(order: number): number | null {
    const place = Math.max(0, this.#firstAfter(order) - 1)
    return this.#orders.length === 0 ? null : (this.#nodes[this.#size + place]?.lowest ?? null)
  }

  /** Returns the prices from a place in the order (included) up to another (excluded). */
  between(from: number, until: number): Span {
    let left = this.#firstAfter(from - 1) + this.#size
    let right = this.#firstAfter(until - 1) + this.#size
    let [first, second] = [NOTHING, NOTHING]
    for (; left < right; left >>= 1, right >>= 1) {
      if (left & 1) first = joined(first, this.#nodes[left++] ?? NOTHING)
      if (right & 1) second = joined(this.#nodes[--right] ?? NOTHING, second)
    }
    return joined(first, second)
  }

  #firstAfter(order: number): number {
    let [low, high] = [0, this.#orders.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#orders[middle] ?? 0) <= order) low = middle + 1
      else high = middle
    }
    return low
  }
}
