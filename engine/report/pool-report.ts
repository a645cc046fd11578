import type { Coverage } from '#contract/analysis/report.ts'

import { DEX_PROGRAMS, SHARED_AUTHORITIES } from '#engine/scan/known-addresses.ts'
import type { PoolState } from '#engine/books/price-mark.ts'
import type { Window } from '#engine/window/dataset.ts'

/** Returns all pools that traded the token, busiest first, each with the pool that it migrated to or from. */
export function listCoveredPools(
  window: Window,
  states: ReadonlyMap<string, PoolState>,
  held: ReadonlyMap<string, bigint>,
): Coverage['pools'] {
  const migrations = findMigrations(window, states)
  return [...states.values()]
    .toSorted((a, b) => b.trades - a.trades || (a.address < b.address ? -1 : 1))
    .map(({ address, trades, reserves }) => ({
      address,
      program: findProgram(window, address),
      trades,
      quote_mint: reserves?.quoteMint ?? null,
      quote_reserve: reserves?.quote.toString() ?? null,
      token_reserve: reserves?.tokens.toString() ?? null,
      held_tokens: String(held.get(address) ?? 0n),
      linked_to: migrations.get(address) ?? null,
    }))
}

function findProgram({ known }: Window, address: string): string | null {
  return (
    SHARED_AUTHORITIES.get(address) ??
    DEX_PROGRAMS.get(known.accountPrograms.get(address) ?? '') ??
    null
  )
}

/** Returns pairs of pools, in both directions, whose liquidity moved from one to the other. */
function findMigrations(
  { liquidityMoves }: Window,
  states: ReadonlyMap<string, PoolState>,
): Map<string, string> {
  const linked = new Map<string, string>()
  for (const { left, entered } of liquidityMoves) {
    const from = left.findLast((address) => states.has(address))
    const to = entered.findLast((address) => states.has(address))
    if (from !== undefined && to !== undefined) {
      linked.set(from, to)
      linked.set(to, from)
    }
  }
  return linked
}

/** Lists pools among the excluded addresses, so that readers find the address with the largest turnover. */
export function listPoolEntries<Entry>(
  { flows }: Window,
  states: ReadonlyMap<string, PoolState>,
  describeEntry: (address: string) => Entry,
): Entry[] {
  const owners = new Set(flows.map(({ owner }) => owner))
  return [...states.keys()].filter((address) => !owners.has(address)).map(describeEntry)
}
