import type { Window } from '#engine/window/dataset.ts'
import { isTrade } from '#engine/trades/trades.ts'

import type { Reserves, ValuedFlow } from './valued-flow.ts'
import { listClearTrades, estimateDepth, computeExecutionPrice } from './depth.ts'

/** A pool of the token. `reserves` are its last known balances; null if no trade shows them. */
export type PoolState = {
  address: string
  trades: number
  reserves: Reserves | null
}

/** The current price of the token and the trade that set it. */
export type PriceMark = {
  /** Lamports per raw token unit. */
  lamportsPerToken: number
  signature: string
  slot: number
  /** Returns the lamports for selling all tokens into the pool at once; null if its depth is unknown. */
  exitLamports(tokens: bigint): bigint | null
}

/** Returns the price of a whole token in SOL. */
export const computeTokenPrice = (
  { lamportsPerToken }: Pick<PriceMark, 'lamportsPerToken'>,
  decimals: number,
): number => (lamportsPerToken * 10 ** decimals) / 1e9

/** Only a pool among this many last trades has a current price: a curve has no trades after its migration. */
const RECENT_TRADES = 50

/** Returns each pool by address, with its number of trades and its last known balances. */
export function collectPoolStates({ flows }: Window): Map<string, PoolState> {
  const states = new Map<string, PoolState>()
  for (const flow of flows) {
    if (!isTrade(flow) || flow.pool === null) continue
    const known = states.get(flow.pool)
    states.set(flow.pool, {
      address: flow.pool,
      trades: (known?.trades ?? 0) + 1,
      reserves: flow.reserves ?? known?.reserves ?? null,
    })
  }
  return states
}

/**
 * Returns the price of the deepest active pool after its last clear trade, with the pool's depth. Without a clear
 * trade, returns the price of the largest trade; null if no trade has a value.
 */
export function findPriceMark({ flows }: Window): PriceMark | null {
  const clear = listClearTrades(flows)
  const recent = clear.slice(-RECENT_TRADES)
  const last = recent.at(-1) ?? findLargestTrade(flows)
  if (!last) return null
  let best: { flow: ValuedFlow; reserves: Reserves } | null = null
  const seen = new Set<string>()
  for (const flow of recent.toReversed()) {
    if (flow.pool === null || seen.has(flow.pool)) continue
    seen.add(flow.pool)
    const after = flow.reserves
    if (after && (!best || after.quoteLamports > best.reserves.quoteLamports)) {
      best = { flow, reserves: after }
    }
  }
  const flow = best?.flow ?? last
  const pool = clear.flatMap((trade): [ValuedFlow, Reserves][] => {
    const after = trade.pool === flow.pool ? trade.reserves : null
    return after ? [[trade, after]] : []
  })
  const depth = best ? estimateDepth(pool) : null
  return {
    lamportsPerToken: depth?.lamportsPerToken ?? computeExecutionPrice(flow),
    signature: flow.signature,
    slot: flow.slot,
    exitLamports: (tokens) => (tokens === 0n ? 0n : (depth?.sell(tokens) ?? null)),
  }
}

/** Returns the trade with the highest value, dust included; null without a valued trade. */
function findLargestTrade(flows: readonly ValuedFlow[]): ValuedFlow | null {
  let best: ValuedFlow | null = null
  for (const flow of flows) {
    if (!isTrade(flow) || flow.tokens === 0n || flow.valueLamports === null) continue
    if (!best || flow.valueLamports > (best.valueLamports ?? 0n)) best = flow
  }
  return best
}
