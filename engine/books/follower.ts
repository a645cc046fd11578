import { countUpTo } from '#engine/trades/count-up-to.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { computeRootAfter, estimateLiquidity, findProduct, listClearTrades } from './depth.ts'
import type { PathPoint } from './paths.ts'
import type { PriceMark } from './price-mark.ts'
import type { Reserves, ValuedFlow } from './valued-flow.ts'

/** The result of a follower of a wallet, in lamports. The tokens that it holds at the end count as sold at once. */
export type Followed = { cost: number; profit: number }

/** Balances whose constant product describes a pool near its price. */
type Product = { tokens: number; lamports: number }

/** `nth` counts the trades of its pool, from 0. */
type PoolTrade = { flow: ValuedFlow; reserves: Reserves; timeS: number; nth: number }

/** A depth is measured from this many trades until its moment. */
const MEASURED_TRADES = 200

/** Copies wallets with a delay, at the depth that the pool had then. */
export class Follower {
  readonly #delayS: number
  readonly #trades: readonly PoolTrade[]
  readonly #byPool: ReadonlyMap<string | null, readonly PoolTrade[]>
  /** The trade that sets the price at the end; undefined if its pool's depth is not known. */
  readonly #last: PoolTrade | undefined

  /** @param flows all flows of the token, in order */
  constructor(flows: readonly ValuedFlow[], mark: PriceMark | null, delayS: number) {
    this.#delayS = delayS
    this.#trades = listPoolTrades(flows)
    this.#byPool = Map.groupBy(this.#trades, ({ flow }) => flow.pool)
    this.#last = this.#trades.findLast(({ flow }) => flow.signature === mark?.signature)
  }

  /**
   * Simulates a follower that pays what the wallet paid for each purchase and sells the same share of its tokens with
   * each sale. Returns null if a pool's depth is unknown or nothing was bought.
   *
   * @param points the wallet's trades and what it held after each, in order
   */
  follow(points: readonly Pick<PathPoint, 'flow' | 'heldTokens'>[]): Followed | null {
    const pools = new FollowedPools()
    let tokens = 0
    let cost = 0
    let proceeds = 0
    for (const { flow, heldTokens } of points) {
      const value = Number(flow.valueLamports ?? 0n)
      const gross = Number(flow.grossLamports ?? flow.valueLamports ?? 0n)
      if (!isTrade(flow) || value === 0 || gross === 0) continue
      const trade = this.#findTrade(flow)
      const product = trade && this.#findProduct(trade)
      if (!trade || !product) return null
      if (flow.kind === 'BUY') {
        tokens += pools.buy(trade.flow.pool, product, gross)
        cost += value
      } else {
        const moved = Number(flow.tokens)
        const sold = heldTokens > 0 ? (tokens * moved) / (heldTokens + moved) : tokens
        // Fees take the same share as of the wallet's own sale.
        proceeds += pools.sell(trade.flow.pool, product, sold) * (value / gross)
        tokens -= sold
      }
    }
    if (cost === 0) return null
    if (tokens >= 1) {
      const product = this.#last && this.#findProduct(this.#last)
      if (!this.#last || !product) return null
      proceeds += pools.sell(this.#last.flow.pool, product, tokens)
    }
    return { cost, profit: proceeds - cost }
  }

  /** Returns the last trade in the flow's pool, or else in any, until the delay is over. */
  #findTrade({ pool, timeS }: ValuedFlow): PoolTrade | undefined {
    if (timeS === null) return undefined
    const until = timeS + this.#delayS
    return findLast(this.#byPool.get(pool) ?? [], until) ?? findLast(this.#trades, until)
  }

  /** Returns the balances after a trade. If they don't match the price, earlier trades measure the depth. */
  #findProduct({ flow, reserves, nth }: PoolTrade): Product | null {
    const product = findProduct(flow, reserves)
    if (product !== null) {
      return { tokens: Number(product.tokens), lamports: Number(product.lamports) }
    }
    const trades = this.#byPool.get(flow.pool) ?? []
    const before = trades.slice(Math.max(0, nth + 1 - MEASURED_TRADES), nth + 1)
    const liquidity = estimateLiquidity(before.map((each) => [each.flow, each.reserves]))
    if (liquidity === null) return null
    const root = computeRootAfter(flow, liquidity)
    return { tokens: liquidity / root, lamports: liquidity * root }
  }
}

/** The pools as they would be with the follower's trades, which stay in them. */
class FollowedPools {
  /** Tokens that the follower took from each pool and has not sold to it. */
  readonly #taken = new Map<string | null, number>()

  /** Returns the tokens for `lamports`. */
  buy(pool: string | null, product: Product, lamports: number): number {
    const { left, constant } = this.#read(pool, product)
    const bought = left - constant / (constant / left + lamports)
    this.#add(pool, bought)
    return bought
  }

  /** Returns the lamports for `tokens`. */
  sell(pool: string | null, product: Product, tokens: number): number {
    const { left, constant } = this.#read(pool, product)
    this.#add(pool, -tokens)
    return constant / left - constant / (left + tokens)
  }

  #read(pool: string | null, { tokens, lamports }: Product): { left: number; constant: number } {
    // Others cannot buy what the follower took.
    const left = Math.max(1, tokens - (this.#taken.get(pool) ?? 0))
    return { left, constant: tokens * lamports }
  }

  #add(pool: string | null, tokens: number): void {
    this.#taken.set(pool, (this.#taken.get(pool) ?? 0) + tokens)
  }
}

function listPoolTrades(flows: readonly ValuedFlow[]): PoolTrade[] {
  const counts = new Map<string | null, number>()
  return listClearTrades(flows).flatMap((flow) => {
    const { reserves, timeS } = flow
    if (reserves === null || timeS === null) return []
    const nth = counts.get(flow.pool) ?? 0
    counts.set(flow.pool, nth + 1)
    return [{ flow, reserves, timeS, nth }]
  })
}

/** Returns the last trade until a time; the trades are in order. */
const findLast = (trades: readonly PoolTrade[], untilS: number): PoolTrade | undefined =>
  trades[countUpTo(trades, ({ timeS }) => timeS, untilS) - 1]
