import type { ValuedFlow } from './valued-flow.ts'
import { createBookRows, setRow } from './book-rows.ts'
import { Books } from './books.ts'
import { listClearTrades, computeExecutionPrice } from './depth.ts'

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
  readonly #row = createBookRows(1)
  #wallets = 0

  constructor(flows: readonly ValuedFlow[]) {
    this.#prices = new PriceTree(listClearTrades(flows))
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

/** The prices of a stretch of time. The fall is the largest from a price to a later one. */
type Span = { lowest: number; highest: number; fall: number }

/** Prices in order, with lowest, highest and largest fall of any stretch in logarithmic time. */
class PriceTree {
  /** Number of trades before each place in the order. */
  readonly #counts: Uint32Array
  /** Columns of a tree: the children of node `n` are `2n` and `2n + 1`, and the trades are its last level. */
  readonly #lowest: Float64Array
  readonly #highest: Float64Array
  readonly #falls: Float64Array
  readonly #size: number
  readonly #length: number

  constructor(trades: readonly ValuedFlow[]) {
    this.#length = trades.length
    this.#counts = new Uint32Array((trades.at(-1)?.order ?? -1) + 1)
    this.#size = 1
    while (this.#size < trades.length) this.#size *= 2
    this.#lowest = new Float64Array(this.#size * 2).fill(Infinity)
    this.#highest = new Float64Array(this.#size * 2).fill(-Infinity)
    this.#falls = new Float64Array(this.#size * 2)
    let place = 0
    for (const [at, trade] of trades.entries()) {
      const price = computeExecutionPrice(trade)
      this.#lowest[this.#size + at] = price
      this.#highest[this.#size + at] = price
      while (place <= trade.order) this.#counts[place++] = at
    }
    for (let node = this.#size - 1; node > 0; node--) {
      const span = { lowest: Infinity, highest: -Infinity, fall: 0 }
      this.#extend(span, node * 2)
      this.#extend(span, node * 2 + 1)
      this.#lowest[node] = span.lowest
      this.#highest[node] = span.highest
      this.#falls[node] = span.fall
    }
  }

  /** Returns the price of the last trade up to a place in the order, else of the first one. */
  at(order: number): number | null {
    const place = Math.max(0, this.#countBefore(order + 1) - 1)
    return this.#length === 0 ? null : (this.#lowest[this.#size + place] ?? null)
  }

  /** Returns the prices from a place in the order (included) up to another (excluded). */
  between(from: number, until: number): Span {
    const span = { lowest: Infinity, highest: -Infinity, fall: 0 }
    const later: number[] = []
    let left = this.#countBefore(from) + this.#size
    let right = this.#countBefore(until) + this.#size
    for (; left < right; left >>= 1, right >>= 1) {
      if (left & 1) this.#extend(span, left++)
      if (right & 1) later.push(--right)
    }
    for (let node = later.pop(); node !== undefined; node = later.pop()) this.#extend(span, node)
    return span
  }

  /** Adds the prices of a node, which are later, to a span. */
  #extend(span: Span, node: number): void {
    const lowest = this.#lowest[node] ?? Infinity
    span.fall = Math.max(span.fall, this.#falls[node] ?? 0, span.highest - lowest)
    span.lowest = Math.min(span.lowest, lowest)
    span.highest = Math.max(span.highest, this.#highest[node] ?? -Infinity)
  }

  #countBefore(order: number): number {
    return order < this.#counts.length ? (this.#counts[order] ?? 0) : this.#length
  }
}
