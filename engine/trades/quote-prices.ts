import { WSOL_MINT } from '#solana/programs.ts'

import type { BalanceChanges } from '#engine/scan/balances.ts'
import { QUOTE_MINTS, STABLE_MINTS } from '#engine/scan/known-addresses.ts'
import { abs, isKnownPool, isOpposite, findOtherLegs, type KnownAddresses } from './pools.ts'
import { findNearestTick, type SolPrices } from './sol-price.ts'

/** Values amounts of the mints that tokens are traded for. */
export type QuotePrices = {
  /** Returns the lamports for raw units of a mint; null without a price near that slot. */
  toLamports(mint: string, amount: bigint, slot: number): bigint | null
}

/** A swap in a pool: `amount` of the mint against `base` of SOL or a stable coin, in raw units. */
export type QuoteSwap = {
  slot: number
  pool: string
  payer: string
  amount: bigint
  base: bigint
  baseMint: string
}
type Tick = { slot: number; amount: bigint; lamports: bigint }

/** Smaller swaps have too much rounding: 0.001 SOL. */
const MIN_LAMPORTS = 1_000_000n
/** Fewer traders could invent a price. */
const MIN_PAYERS = 3

/**
 * Reads the prices of other mints from pools in which only such a mint and SOL or a stable coin moved, in opposite
 * directions. Tokens that are traded for these mints can then be priced too.
 */
export class QuoteTicks {
  readonly #mint: string
  readonly #swaps: Map<string, QuoteSwap[]>

  /**
   * @param mint the token whose trades are valued, which is no quote of its own
   * @param swaps those seen before, by mint; they are added to
   */
  constructor(mint: string, swaps: Map<string, QuoteSwap[]>) {
    this.#mint = mint
    this.#swaps = swaps
  }

  note({ tx, owners, payer }: BalanceChanges): void {
    for (const change of owners.values()) {
      if (change.isSigner) continue
      const legs = [...findOtherLegs(change, '')]
      const [base] = legs.filter(([mint]) => QUOTE_MINTS.has(mint))
      const [quote] = legs.filter(([mint]) => !QUOTE_MINTS.has(mint))
      if (legs.length !== 2 || !base || !quote || quote[0] === this.#mint) continue
      if (!isOpposite(base[1], quote[1])) continue
      const swaps = this.#swaps.get(quote[0]) ?? []
      this.#swaps.set(quote[0], swaps)
      const [amount, baseAmount] = [abs(quote[1]), abs(base[1])]
      const { address: pool } = change
      swaps.push({ slot: tx.slot, pool, payer, amount, base: baseAmount, baseMint: base[0] })
    }
  }

  prices(sol: SolPrices, known: KnownAddresses): QuotePrices {
    const byMint = new Map<string, Tick[]>()
    for (const [mint, swaps] of this.#swaps) byMint.set(mint, listTicks(swaps, sol, known))
    return {
      toLamports(mint, amount, slot) {
        if (mint === WSOL_MINT) return amount
        if (STABLE_MINTS.has(mint)) return sol.toLamports(amount, slot)
        const tick = findNearestTick(byMint.get(mint) ?? [], slot)
        return tick && (amount * tick.lamports) / tick.amount
      },
    }
  }
}

/** Returns the largest swap of each slot, from pools that more than one person uses. */
function listTicks(swaps: readonly QuoteSwap[], sol: SolPrices, known: KnownAddresses): Tick[] {
  const payers = new Map<string, Set<string>>()
  for (const { pool, payer } of swaps) payers.set(pool, (payers.get(pool) ?? new Set()).add(payer))
  const bySlot = new Map<number, Tick>()
  for (const { slot, pool, amount, base, baseMint } of swaps) {
    if (!isKnownPool(pool, known) && (payers.get(pool)?.size ?? 0) < MIN_PAYERS) continue
    const lamports = baseMint === WSOL_MINT ? base : sol.toLamports(base, slot)
    if (lamports === null || lamports < MIN_LAMPORTS) continue
    const before = bySlot.get(slot)
    if (!before || isLarger({ slot, amount, lamports }, before)) {
      bySlot.set(slot, { slot, amount, lamports })
    }
  }
  return [...bySlot.values()].toSorted((a, b) => a.slot - b.slot)
}

/** Sorts by lamports, then by amount, so that the order of equal swaps does not matter. */
const isLarger = (tick: Tick, other: Tick): boolean =>
  tick.lamports === other.lamports ? tick.amount > other.amount : tick.lamports > other.lamports
