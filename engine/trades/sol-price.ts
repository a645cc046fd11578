import { WSOL_MINT } from '#solana/programs.ts'

import type { BalanceChanges } from '#engine/scan/balances.ts'
import { STABLE_MINTS } from '#engine/scan/known-addresses.ts'
import { countUpTo } from './count-up-to.ts'
import { abs, isOpposite, findOtherLegs } from './pools.ts'

/** The price of SOL in one swap: lamports, and the millionths of a dollar they were swapped for. */
export type SolPriceTick = { slot: number; lamports: bigint; microUsd: bigint }

/** Smaller swaps have too much rounding: 0.001 SOL, ten cents. */
const MIN_LAMPORTS = 1_000_000n
const MIN_MICRO_USD = 100_000n
/** About a day of slots. Older prices are not used. */
const STALE_SLOTS = 216_000

/** Reads SOL prices from pools where SOL moved against a stable coin, without signers, who also pay fees and rent. */
export class SolPriceTicks {
  readonly #bySlot: Map<number, SolPriceTick>

  /** @param ticks earlier ones */
  constructor(ticks: readonly SolPriceTick[] = []) {
    this.#bySlot = new Map(ticks.map((tick) => [tick.slot, tick]))
  }

  note({ tx, owners }: BalanceChanges): void {
    for (const change of owners.values()) {
      if (change.isSigner) continue
      const legs = [...findOtherLegs(change, '')]
      if (legs.length !== 2) continue
      const sol = legs.find(([mint]) => mint === WSOL_MINT)?.[1]
      const usd = legs.find(([mint]) => STABLE_MINTS.has(mint))?.[1]
      if (sol === undefined || usd === undefined || !isOpposite(sol, usd)) continue
      const tick = { slot: tx.slot, lamports: abs(sol), microUsd: abs(usd) }
      if (tick.lamports < MIN_LAMPORTS || tick.microUsd < MIN_MICRO_USD) continue
      const known = this.#bySlot.get(tick.slot)
      if (!known || isLarger(tick, known)) this.#bySlot.set(tick.slot, tick)
    }
  }

  inOrder(): SolPriceTick[] {
    return [...this.#bySlot.values()].toSorted((a, b) => a.slot - b.slot)
  }
}

/** Sorts by dollars, then by SOL, so that the order of equal swaps does not matter. */
function isLarger(a: SolPriceTick, b: SolPriceTick): boolean {
  return a.microUsd === b.microUsd ? a.lamports > b.lamports : a.microUsd > b.microUsd
}

export type SolPrices = {
  /** Returns the lamports for millionths of a dollar; null without a price near that slot and without a fallback. */
  toLamports(microUsd: bigint, slot: number): bigint | null
  /** Returns US dollars per SOL; null without a price near that slot and without a fallback. */
  at(slot: number): number | null
  /** Returns true if a swap near that slot has a price. The fallback does not count. */
  isKnown(slot: number): boolean
}

/** Returns the last tick at or before a slot, else the first after it; null when it is stale. Ticks are in order. */
export function findNearestTick<Tick extends { slot: number }>(
  ticks: readonly Tick[],
  slot: number,
): Tick | null {
  const count = countUpTo(ticks, (tick) => tick.slot, slot)
  const tick = ticks[count - 1] ?? ticks[count]
  return tick && Math.abs(tick.slot - slot) <= STALE_SLOTS ? tick : null
}

/** Looks up prices by slot: the nearest one, else `fallback`. */
export function createSolPrices(
  ticks: readonly SolPriceTick[],
  fallback: number | null,
): SolPrices {
  const find = (slot: number): SolPriceTick | null => findNearestTick(ticks, slot)
  const fallbackMicroUsd =
    fallback !== null && fallback > 0 ? BigInt(Math.round(fallback * 1e6)) : null
  return {
    toLamports(microUsd, slot) {
      const tick = find(slot)
      if (tick) return (microUsd * tick.lamports) / tick.microUsd
      return fallbackMicroUsd === null ? null : (microUsd * 1_000_000_000n) / fallbackMicroUsd
    },
    isKnown: (slot) => find(slot) !== null,
    at(slot) {
      const tick = find(slot)
      return tick ? (Number(tick.microUsd) * 1000) / Number(tick.lamports) : fallback
    },
  }
}
