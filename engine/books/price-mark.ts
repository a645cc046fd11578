import { WSOL_MINT } from '#solana/programs.ts'

import type { ValuedFlow } from './accounting.ts'
import type { BalanceChanges } from '#engine/scan/balances.ts'
import type { SolPrices } from '#engine/trades/sol-price.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { lamportChange } from '#engine/scan/facts.ts'
import type { Window } from '#engine/scan/dataset.ts'

/** Balances of a pool after a trade; `quoteLamports` is the quote side valued in lamports. */
type Reserves = {
  tokens: bigint
  quote: bigint
  quoteMint: string
  quoteLamports: bigint
}

export type PoolState = {
  address: string
  trades: number
  lastTrade: ValuedFlow
  reserves: Reserves | null
}

export type PriceMark = {
  /** Lamports per raw token unit. */
  lamportsPerToken: number
  signature: string
  slot: number
  /** Returns the lamports that this many tokens would bring if sold into the pool at once. */
  exitLamports(tokens: bigint): bigint
}

/** Only pools in the most recent trades have a current price: a curve has no trades after its migration. */
const RECENT_TRADES = 50
/** Below 0.001 SOL a trade can set any price at no cost. */
const MIN_LAMPORTS = 1_000_000n
/** Maximum distance between the ratio of the balances and the traded price of a constant-product pool. */
const TOLERANCE = 0.25
/** pump.fun's curve is a constant product of its balances plus these virtual ones (program's global account). */
const PUMP_VIRTUAL_LAMPORTS = 30_000_000_000n
const PUMP_VIRTUAL_TOKENS = 73_000_000_000_000n

const UNCLEAR = new Set(['dust', 'quote_conflict', 'no_pool', 'shared_quote', 'owner_unknown'])

const executionPrice = (flow: ValuedFlow): number =>
  Number(flow.grossLamports ?? flow.valueLamports ?? 0n) / Number(flow.tokens)

/** Returns trades with a reliable price. */
export function clearTrades(flows: readonly ValuedFlow[]): ValuedFlow[] {
  return flows.filter(
    (flow) =>
      isTrade(flow) &&
      flow.tokens > 0n &&
      (flow.grossLamports ?? flow.valueLamports ?? 0n) >= MIN_LAMPORTS &&
      !flow.flags.some((flag) => UNCLEAR.has(flag)),
  )
}

/** Returns every pool with its last trade and balances. */
export function poolStates({ flows, changes, mint, prices }: Window): Map<string, PoolState> {
  const bySignature = new Map<string, BalanceChanges>()
  for (const change of changes) bySignature.set(change.tx.signature, change)
  const states = new Map<string, PoolState>()
  for (const flow of flows) {
    if (!isTrade(flow) || flow.pool === null) continue
    const change = bySignature.get(flow.signature)
    const reserves = change ? reservesOf(change, flow, mint, prices) : null
    const known = states.get(flow.pool)
    states.set(flow.pool, {
      address: flow.pool,
      trades: (known?.trades ?? 0) + 1,
      lastTrade: flow,
      reserves: reserves ?? known?.reserves ?? null,
    })
  }
  return states
}

function reservesOf(
  changes: BalanceChanges,
  flow: ValuedFlow,
  mint: string,
  prices: SolPrices,
): Reserves | null {
  const { pool, grossMint } = flow
  if (pool === null || grossMint === null) return null
  const of = (wanted: string) =>
    changes.accounts.filter(({ owner, mint: held }) => owner === pool && held === wanted)
  const base = of(mint)
  const vaults = of(grossMint)
  // With several vaults under one authority, this does not show which vault belongs to which pool.
  if (base.length !== 1 || vaults.length > 1) return null
  const tokens = base[0]?.after ?? 0n
  let quote = vaults[0]?.after
  if (quote === undefined && grossMint === WSOL_MINT) {
    const { before, delta } = lamportChange(changes.tx, changes.tx.keys.indexOf(pool))
    quote = BigInt(before + delta)
  }
  if (quote === undefined || quote === 0n || tokens === 0n) return null
  const quoteLamports = grossMint === WSOL_MINT ? quote : prices.toLamports(quote, flow.slot)
  return quoteLamports === null ? null : { tokens, quote, quoteMint: grossMint, quoteLamports }
}

/**
 * Returns the price of the deepest active pool after its last substantial trade. In a constant-product pool the ratio
 * of the balances is the price and shows the depth; in other pools the traded price is used.
 */
export function priceMark(window: Window): PriceMark | null {
  const clear = clearTrades(window.flows)
  const recent = clear.slice(-RECENT_TRADES)
  const last = recent.at(-1) ?? largest(window.flows)
  if (!last) return null
  const bySignature = new Map<string, BalanceChanges>()
  for (const change of window.changes) bySignature.set(change.tx.signature, change)

  let best: { flow: ValuedFlow; reserves: Reserves } | null = null
  const seen = new Set<string>()
  for (const flow of recent.toReversed()) {
    if (flow.pool === null || seen.has(flow.pool)) continue
    seen.add(flow.pool)
    const change = bySignature.get(flow.signature)
    const reserves = change ? reservesOf(change, flow, window.mint, window.prices) : null
    if (reserves && (!best || reserves.quoteLamports > best.reserves.quoteLamports)) {
      best = { flow, reserves }
    }
  }
  if (!best) return flatMark(last, null)
  const { flow, reserves } = best
  const traded = executionPrice(flow)
  const plain = { tokens: reserves.tokens, lamports: reserves.quoteLamports }
  const withVirtual = {
    tokens: plain.tokens + PUMP_VIRTUAL_TOKENS,
    lamports: plain.lamports + PUMP_VIRTUAL_LAMPORTS,
  }
  for (const depth of [plain, withVirtual]) {
    const ratio = Number(depth.lamports) / Number(depth.tokens)
    if (Math.abs(ratio / traded - 1) > TOLERANCE) continue
    return {
      lamportsPerToken: ratio,
      signature: flow.signature,
      slot: flow.slot,
      exitLamports: (tokens) => {
        const proceeds = (depth.lamports * tokens) / (depth.tokens + tokens)
        return proceeds < plain.lamports ? proceeds : plain.lamports
      },
    }
  }
  return flatMark(flow, reserves.quoteLamports)
}

/** Without a reliable depth, the whole holding is valued at the price, capped at the SOL in the pool. */
function flatMark(flow: ValuedFlow, capLamports: bigint | null): PriceMark {
  const lamportsPerToken = executionPrice(flow)
  return {
    lamportsPerToken,
    signature: flow.signature,
    slot: flow.slot,
    exitLamports: (tokens) => {
      const proceeds = BigInt(Math.round(Number(tokens) * lamportsPerToken))
      return capLamports !== null && proceeds > capLamports ? capLamports : proceeds
    },
  }
}

/** Returns the largest trade when all trades are dust. */
function largest(flows: readonly ValuedFlow[]): ValuedFlow | null {
  let best: ValuedFlow | null = null
  for (const flow of flows) {
    if (!isTrade(flow) || flow.tokens === 0n || flow.valueLamports === null) continue
    if (!best || flow.valueLamports > (best.valueLamports ?? 0n)) best = flow
  }
  return best
}
