import { isPublicPlace } from '#engine/scan/known-addresses.ts'
import type { Funder } from './clusters.ts'
import { WEIGHTS } from './weights.ts'

type Entrant = { address: string; first_buy: { slot: number } | null }
/** Ranked wallets, best first, and the excluded ones. */
type Ranking = { wallets: readonly Entrant[]; excluded: readonly Entrant[] }

/**
 * Returns the wallets whose funders matter, best first: those that a provisional report shows, and those that bought
 * first in a burst, since raids come in bursts.
 */
export function chooseWalletsToTrace({ wallets, excluded }: Ranking): string[] {
  const { shown, burstBuyers, burstSlots } = WEIGHTS.passes
  const found = new Set(wallets.slice(0, shown).map(({ address }) => address))
  const entries = [...wallets, ...excluded]
    .flatMap(({ address, first_buy }) => (first_buy ? [{ address, slot: first_buy.slot }] : []))
    .toSorted((a, b) => a.slot - b.slot || (a.address < b.address ? -1 : 1))
  for (const [at, { address, slot }] of entries.entries()) {
    const isInBurst = Array.from({ length: burstBuyers }, (_, nth) => at - nth).some((from) => {
      const first = entries[from]
      const last = entries[from + burstBuyers - 1]
      return first && last && last.slot - first.slot <= burstSlots && last.slot >= slot
    })
    if (isInBurst) found.add(address)
  }
  return [...found]
}

/** Returns the funders whose own funders matter: they may only have passed the SOL on. */
export function chooseFundersToTrace(funders: ReadonlyMap<string, Funder>): string[] {
  const found = new Set<string>()
  for (const { address } of funders.values()) {
    if (!funders.has(address) && !isPublicPlace(address)) found.add(address)
  }
  return [...found]
}
