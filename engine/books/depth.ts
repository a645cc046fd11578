import { WSOL_MINT } from '#solana/programs.ts'

import type { Reserves, ValuedFlow } from './valued-flow.ts'
import type { BalanceChanges } from '#engine/scan/balances.ts'
import { findLamportChange } from '#engine/scan/facts/facts.ts'
import { isTrade } from '#engine/trades/trades.ts'

/** A pool's price in lamports per raw token, and the proceeds of selling tokens; null if unknown. */
export type Depth = { lamportsPerToken: number; sell(tokens: bigint): bigint | null }

/** Below 0.001 SOL a trade can set any price at no cost. */
const MIN_LAMPORTS = 1_000_000n
const UNCLEAR = new Set(['dust', 'quote_conflict', 'no_pool', 'shared_quote', 'owner_unknown'])

/** Maximum distance between the ratio of the balances and the traded price of a constant-product pool. */
const TOLERANCE = 0.25
/** pump.fun's curve is a constant product of its balances plus these virtual ones (program's global account). */
const PUMP_VIRTUAL_LAMPORTS = 30_000_000_000n
const PUMP_VIRTUAL_TOKENS = 73_000_000_000_000n

/** A measured depth needs this many pairs of swaps; two halves of them must agree up to this factor. */
const MIN_PAIRS = 8
const MAX_PAIRS = 60
const AGREEMENT = 1.5

/** Returns the price of a trade in lamports per raw unit, on the pool's side if it is known. */
export const computeExecutionPrice = (flow: ValuedFlow): number =>
  Number(flow.grossLamports ?? flow.valueLamports ?? 0n) / Number(flow.tokens)

/** Returns the trades with a reliable price: at least `MIN_LAMPORTS`, and without an `UNCLEAR` flag. */
export function listClearTrades(flows: readonly ValuedFlow[]): ValuedFlow[] {
  return flows.filter(
    (flow) =>
      isTrade(flow) &&
      flow.tokens > 0n &&
      (flow.grossLamports ?? flow.valueLamports ?? 0n) >= MIN_LAMPORTS &&
      !flow.flags.some((flag) => UNCLEAR.has(flag)),
  )
}

export type HeldByPool = Pick<Reserves, 'tokens' | 'quote'>

/** Returns the balances of the pool after a trade; null where the transaction does not show them. */
export function findReserves(
  changes: BalanceChanges,
  { pool, grossMint }: ValuedFlow,
  mint: string,
): HeldByPool | null {
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
    const { before, delta } = findLamportChange(changes.tx, changes.tx.keys.indexOf(pool))
    quote = BigInt(before + delta)
  }
  return quote === undefined || quote === 0n || tokens === 0n ? null : { tokens, quote }
}

/**
 * Returns the depth of a pool after its last trade. If the ratio of the balances is the traded price, the pool is a
 * constant product of them. Otherwise (concentrated and bin pools) the pool's own swaps show how far the price moves.
 *
 * @param trades clear trades of the pool in order, with its balances after each
 */
export function estimateDepth(trades: readonly [ValuedFlow, Reserves][]): Depth | null {
  const last = trades.at(-1)
  return last ? (computeConstantProduct(...last) ?? findMeasuredDepth(trades)) : null
}

/**
 * Returns the balances after a trade in whose product the trade has its price; null if neither the pool's own nor the
 * virtual ones fit.
 */
export function findProduct(
  flow: ValuedFlow,
  { tokens, quoteLamports }: Reserves,
): { tokens: bigint; lamports: bigint } | null {
  const own = { tokens, lamports: quoteLamports }
  const virtual = {
    tokens: tokens + PUMP_VIRTUAL_TOKENS,
    lamports: quoteLamports + PUMP_VIRTUAL_LAMPORTS,
  }
  const price = computeExecutionPrice(flow)
  const fits = (product: typeof own) =>
    Math.abs(computeProductPrice(flow, product) / price - 1) <= TOLERANCE
  return [own, virtual].find(fits) ?? null
}

/** A trade in a constant product has the geometric mean of the prices before and after it. */
function computeProductPrice(
  { kind, tokens: moved, grossLamports }: ValuedFlow,
  after: { tokens: bigint; lamports: bigint },
): number {
  const sign = kind === 'BUY' ? 1n : -1n
  const lamportsBefore = Number(after.lamports - sign * (grossLamports ?? 0n))
  const tokensBefore = Number(after.tokens + sign * moved)
  const ratio = Number(after.lamports) / Number(after.tokens)
  return lamportsBefore > 0 && tokensBefore > 0
    ? Math.sqrt((ratio * lamportsBefore) / tokensBefore)
    : ratio
}

function computeConstantProduct(flow: ValuedFlow, reserves: Reserves): Depth | null {
  const product = findProduct(flow, reserves)
  if (product === null) return null
  const { tokens, lamports } = product
  const most = reserves.quoteLamports
  return {
    lamportsPerToken: Number(lamports) / Number(tokens),
    sell(sold) {
      const proceeds = (lamports * sold) / (tokens + sold)
      return proceeds < most ? proceeds : most
    },
  }
}

/**
 * Within the range of a position, a pool is a constant product of virtual balances with liquidity L. Between two swaps
 * in the same direction that follow each other, the traded price moves by √price × quote ÷ L. Returns null without
 * enough such swaps, or where they disagree.
 */
export function estimateLiquidity(trades: readonly [ValuedFlow, Reserves][]): number | null {
  const pairs: { weighted: number; moved: number }[] = []
  for (const [at, [flow, reserves]] of trades.entries()) {
    const [next, after] = trades[at + 1] ?? []
    if (!next || !after || next.kind !== flow.kind) continue
    const sign = flow.kind === 'BUY' ? 1 : -1
    const change =
      flow.kind === 'BUY' ? reserves.tokens - after.tokens : after.tokens - reserves.tokens
    if (change !== next.tokens) continue
    const moved = sign * (computeExecutionPrice(next) - computeExecutionPrice(flow))
    const root = Math.sqrt((computeExecutionPrice(flow) + computeExecutionPrice(next)) / 2)
    const quote = Number(flow.grossLamports ?? 0n) + Number(next.grossLamports ?? 0n)
    pairs.push({ weighted: root * quote, moved })
  }
  const recent = pairs.slice(-MAX_PAIRS)
  if (recent.length < MIN_PAIRS) return null
  const estimate = (some: typeof pairs): number =>
    some.reduce((sum, { weighted }) => sum + weighted, 0) /
    some.reduce((sum, { moved }) => sum + moved, 0)
  const liquidity = estimate(recent)
  const isSteady = [0, 1]
    .map((rest) => estimate(recent.filter((_, nth) => nth % 2 === rest)))
    .every((half) => half > liquidity / AGREEMENT && half < liquidity * AGREEMENT)
  return isSteady && Number.isFinite(liquidity) ? liquidity : null
}

/** Returns the root of the price after a trade, from its mean price. */
export function computeRootAfter(flow: ValuedFlow, liquidity: number): number {
  const half = Number(flow.grossLamports ?? 0n) / liquidity / 2
  const middle = Math.sqrt(half * half + computeExecutionPrice(flow))
  return flow.kind === 'BUY' ? middle + half : middle - half
}

function findMeasuredDepth(trades: readonly [ValuedFlow, Reserves][]): Depth | null {
  const [last, reserves] = trades.at(-1) ?? []
  const liquidity = estimateLiquidity(trades)
  if (liquidity === null || !last || !reserves) return null
  const root = computeRootAfter(last, liquidity)
  const lowest = trades.reduce(
    (least, [flow]) => Math.min(least, computeExecutionPrice(flow)),
    Infinity,
  )
  return {
    lamportsPerToken: root * root,
    sell(sold) {
      const after = liquidity / (liquidity / root + Number(sold))
      const proceeds = BigInt(Math.floor(liquidity * (root - after)))
      // No trade shows the depth at prices that never occurred.
      return after * after < lowest || proceeds > reserves.quoteLamports ? null : proceeds
    },
  }
}
