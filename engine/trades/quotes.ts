import { WSOL_MINT } from '#solana/programs.ts'

import {
  computeTradeLamports,
  type BalanceChanges,
  type OwnerChange,
} from '#engine/scan/balances.ts'
import { isOnCurve } from '#solana/curve.ts'
import { QUOTE_MINTS, STABLE_MINTS } from '#engine/scan/known-addresses.ts'
import { NOISE_LAMPORTS, type Party } from '#engine/scan/parties.ts'
import { abs, isOpposite, findOtherLegs, findPairedPools } from './pools.ts'

export type Leg = { mint: string; amount: bigint }

/** Sum of the changes in all pools of a mint. */
export type PoolSide = {
  /** Net raw change of the mint in the pools. */
  moved: bigint
  /** Quote legs that moved against it, by mint. */
  quotes: ReadonlyMap<string, bigint>
  /** Both legs moved the same way: liquidity, not a swap. */
  isLiquidity: boolean
  /** The remaining amount is tiny compared with the volume, so this is a round trip. */
  isRoundTrip: boolean
  largest: string | null
}

/** With less SOL than this beside a stable coin, the stable coin is the payment. */
const SIDE_LAMPORTS = 10_000_000n
/** The remainder of a round trip is below a hundredth of its volume. */
const ROUND_TRIP_DIVISOR = 100n

export function readPoolSide(
  changes: BalanceChanges,
  mint: string,
  pools: readonly Party[],
): PoolSide {
  const quotes = new Map<string, bigint>()
  let moved = 0n
  let isLiquidity = false
  let largest: Party | null = null
  let gave = false
  let took = false
  for (const party of pools) {
    if (party.moved === 0n) continue
    moved += party.moved
    if (party.moved > 0n) took = true
    else gave = true
    if (!largest || abs(party.moved) > abs(largest.moved)) largest = party
    for (const pool of findPoolsOfParty(changes, mint, party)) {
      const leg = findOpposingQuote(pool.legs, pool.moved)
      if (leg) quotes.set(leg.mint, (quotes.get(leg.mint) ?? 0n) + leg.amount)
      else if (pool.legs.size > 0) isLiquidity = true
    }
  }
  if (quotes.size === 0 && !isLiquidity && moved !== 0n) {
    addSeparateVaults(changes, mint, moved, quotes)
  }
  return {
    moved,
    quotes,
    isLiquidity,
    isRoundTrip:
      gave && took && largest !== null && abs(moved) * ROUND_TRIP_DIVISOR < abs(largest.moved),
    largest: largest?.change.address ?? null,
  }
}

function findPoolsOfParty(
  changes: BalanceChanges,
  mint: string,
  { change, moved }: Party,
): { moved: bigint; legs: Map<string, bigint> }[] {
  if (change.changedAccounts > 2) {
    const paired = findPairedPools(changes, change, mint)
    if (paired.length > 0) return paired
  }
  return [{ moved, legs: findOtherLegs(change, mint) }]
}

function findOpposingQuote(legs: ReadonlyMap<string, bigint>, moved: bigint): Leg | null {
  let best: Leg | null = null
  for (const [mint, amount] of legs) {
    if (amount === 0n || !isOpposite(amount, moved)) continue
    if (!best || (QUOTE_MINTS.has(mint) && !QUOTE_MINTS.has(best.mint))) best = { mint, amount }
  }
  return best
}

/** Some pools keep each vault under its own authority, so the owner of the quote vault does not hold the mint. */
function addSeparateVaults(
  { owners }: BalanceChanges,
  mint: string,
  moved: bigint,
  quotes: Map<string, bigint>,
): void {
  for (const change of owners.values()) {
    if (change.isSigner || change.tokens.get(mint)) continue
    for (const [legMint, amount] of change.tokens) {
      if (!QUOTE_MINTS.has(legMint) || amount === 0n || !isOpposite(amount, moved)) continue
      if (abs(amount) > abs(quotes.get(legMint) ?? 0n) && !isOnCurve(change.address)) {
        quotes.set(legMint, amount)
      }
    }
  }
}

/** Returns the wallet's own payment: the leg that moved against its tokens, quotes before other tokens. */
export function findWalletQuote(
  change: OwnerChange,
  mint: string,
  moved: bigint,
  pool: PoolSide,
): Leg | null {
  const sol = computeTradeLamports(change)
  const poolSol = abs(pool.quotes.get(WSOL_MINT) ?? 0n)
  const isNoise = abs(sol) <= NOISE_LAMPORTS && poolSol > NOISE_LAMPORTS
  const hasSol = mint !== WSOL_MINT && sol !== 0n && isOpposite(sol, moved) && !isNoise
  let stable: Leg | null = null
  let other: Leg | null = null
  for (const [legMint, amount] of change.tokens) {
    if (legMint === mint || legMint === WSOL_MINT || amount === 0n) continue
    if (!isOpposite(amount, moved)) continue
    if (STABLE_MINTS.has(legMint)) stable = { mint: legMint, amount }
    else other = { mint: legMint, amount }
  }
  if (hasSol && stable) {
    const isPaidInSol =
      poolSol > 0n ? abs(sol) * 2n >= poolSol : pool.quotes.size === 0 && abs(sol) > SIDE_LAMPORTS
    if (!isPaidInSol) return stable
  }
  if (hasSol && (abs(sol) > NOISE_LAMPORTS || pool.quotes.has(WSOL_MINT))) {
    return { mint: WSOL_MINT, amount: sol }
  }
  return stable ?? other
}
