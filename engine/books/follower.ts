import { isTrade } from '#engine/trades/trades.ts'
import { computeExecutionPrice, estimateLiquidity, findProduct, listClearTrades } from './depth.ts'
import type { PathPoint } from './paths.ts'
import type { PriceMark } from './price-mark.ts'
import type { Reserves, ValuedFlow } from './valued-flow.ts'

/** The result of a follower of a wallet, in lamports. The tokens that it holds at the end count as sold at once. */
export type Followed = { cost: number; profit: number }

/** Balances of which a pool is a constant product near its price. */
type Product = { tokens: number; lamports: number }

type PoolTrade = { flow: ValuedFlow; timeS: number; product: () => Product | null }

/** Copies wallets with a delay, at the depth that the pool had then. */
export class Follower {
  readonly #delayS: number
  readonly #mark: PriceMark | null
  readonly #trades: readonly PoolTrade[]
  readonly #byPool: ReadonlyMap<string | null, readonly PoolTrade[]>

  /** @param flows all flows of the token, in order */
  constructor(flows: readonly ValuedFlow[], mark: PriceMark | null, delayS: number) {
    this.#delayS = delayS
    this.#mark = mark
    this.#trades = listPoolTrades(flows)
    this.#byPool = Map.groupBy(this.#trades, ({ flow }) => flow.pool)
  }

  /**
   * Pays what the wallet paid for each purchase, and sells the same share of its tokens with each sale. Returns null
   * where the depth is not known, or if nothing was bought.
   *
   * @param points the wallet's trades and what it held after each, in order
   */
  follow(points: readonly Pick<PathPoint, 'flow' | 'heldTokens'>[]): Followed | null {
    let tokens = 0
    let cost = 0
    let proceeds = 0
    for (const { flow, heldTokens } of points) {
      const value = Number(flow.valueLamports ?? 0n)
      const gross = Number(flow.grossLamports ?? flow.valueLamports ?? 0n)
      if (!isTrade(flow) || value === 0 || gross === 0) continue
      const pool = this.#findProduct(flow)
      if (pool === null) return null
      if (flow.kind === 'BUY') {
        tokens += (pool.tokens * gross) / (pool.lamports + gross)
        cost += value
      } else {
        const moved = Number(flow.tokens)
        const sold = (tokens * moved) / (heldTokens + moved)
        // Of what the pool pays, fees take as large a part as of the wallet's own sale.
        proceeds += ((pool.lamports * sold) / (pool.tokens + sold)) * (value / gross)
        tokens -= sold
      }
    }
    if (cost === 0) return null
    const left = BigInt(Math.floor(tokens))
    const exit = left === 0n ? 0n : this.#mark?.exitLamports(left)
    return exit === undefined || exit === null
      ? null
      : { cost, profit: proceeds + Number(exit) - cost }
  }

  /** Returns the state of the flow's pool, or else of the last one traded in, after the delay. */
  #findProduct({ pool, timeS }: ValuedFlow): Product | null {
    if (timeS === null) return null
    const until = timeS + this.#delayS
    const trade = findLast(this.#byPool.get(pool) ?? [], until) ?? findLast(this.#trades, until)
    return trade?.product() ?? null
  }
}

function listPoolTrades(flows: readonly ValuedFlow[]): PoolTrade[] {
  const liquidities = new Map<string | null, () => number | null>()
  const known = listClearTrades(flows).flatMap((flow) => {
    const { reserves, timeS } = flow
    return reserves === null || timeS === null ? [] : [{ flow, reserves, timeS }]
  })
  for (const [pool, trades] of Map.groupBy(known, ({ flow }) => flow.pool)) {
    liquidities.set(
      pool,
      once(() => estimateLiquidity(trades.map(({ flow, reserves }) => [flow, reserves]))),
    )
  }
  return known.map(({ flow, reserves, timeS }) => ({
    flow,
    timeS,
    product: () => computeProduct(flow, reserves, liquidities.get(flow.pool)),
  }))
}

function computeProduct(
  flow: ValuedFlow,
  reserves: Reserves,
  readLiquidity: (() => number | null) | undefined,
): Product | null {
  const product = findProduct(flow, reserves)
  if (product !== null) {
    return { tokens: Number(product.tokens), lamports: Number(product.lamports) }
  }
  const liquidity = readLiquidity?.() ?? null
  const root = Math.sqrt(computeExecutionPrice(flow))
  return liquidity === null ? null : { tokens: liquidity / root, lamports: liquidity * root }
}

function once<Value>(read: () => Value): () => Value {
  let kept: { value: Value } | undefined
  return () => (kept ??= { value: read() }).value
}

/** Returns the last trade until a time; the trades are in order. */
function findLast(trades: readonly PoolTrade[], untilS: number): PoolTrade | undefined {
  let [low, high] = [0, trades.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((trades[middle]?.timeS ?? Infinity) <= untilS) low = middle + 1
    else high = middle
  }
  return trades[low - 1]
}
