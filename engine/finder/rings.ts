import type { FinderRing } from '#contract/analysis/finder.ts'

import { round } from '#engine/judge/score.ts'
import { WEIGHTS } from '#engine/judge/weights.ts'
import { sumProfit, type Entity, type Place } from './entities.ts'
import { fisherTail, logChoose, roundSignificant } from './statistics.ts'

/** Entities that act as one. `pValue` is corrected for the number of searches. */
export type Ring = { members: Entity[]; pValue: number }

type Entry = { entity: Entity; slot: number }

/**
 * Returns the groups of at least three entities that bought several mints within seconds of each other. Entities with the
 * same strategy buy within the same minutes, so a ring must buy closer together than this explains.
 */
export function findRings(entities: readonly Entity[]): Ring[] {
  const { members: least, chance } = WEIGHTS.finder.ring
  const entries = groupEntriesByMint(entities)
  const searches = entities
    .map((leader) => ({ leader, companions: findCompanions(leader, entries) }))
    .filter(({ companions }) => companions.length >= least - 1)
  const candidates = searches
    .map(({ leader, companions }) => findStrongestGroup(leader, companions))
    .map((ring) => ({ ...ring, pValue: Math.min(1, ring.pValue * searches.length) }))
    .filter(({ pValue }) => pValue <= chance)
    .toSorted((a, b) => a.pValue - b.pValue || b.members.length - a.members.length)
  const taken = new Set<Entity>()
  const rings: Ring[] = []
  for (const { members, pValue } of candidates) {
    const free = members.filter((member) => !taken.has(member))
    if (free.length < least) continue
    for (const member of free) taken.add(member)
    rings.push({ members: free, pValue })
  }
  return rings
}

function groupEntriesByMint(entities: readonly Entity[]): Map<string, Entry[]> {
  const byMint = new Map<string, Entry[]>()
  for (const entity of entities) {
    for (const [mint, { entry }] of entity.places) {
      if (!entry) continue
      const entries = byMint.get(mint) ?? []
      entries.push({ entity, slot: entry.slot })
      byMint.set(mint, entries)
    }
  }
  for (const entries of byMint.values()) entries.sort((a, b) => a.slot - b.slot)
  return byMint
}

type Companion = { entity: Entity; logs: number[] }

/** Returns the entities that bought within minutes of the leader in two mints, with the log probabilities of their distances. */
function findCompanions(leader: Entity, entries: ReadonlyMap<string, Entry[]>): Companion[] {
  const around = [...leader.places].flatMap(([mint, place]) => {
    if (!place.entry) return []
    const { slot } = place.entry
    const reach = measureReach(place, slot)
    const near = (entries.get(mint) ?? []).filter(
      (entry) => entry.entity !== leader && Math.abs(entry.slot - slot) <= reach,
    )
    return [{ mint, slot, reach, near }]
  })
  const times = new Map<Entity, number>()
  for (const { near } of around) {
    for (const { entity } of near) times.set(entity, (times.get(entity) ?? 0) + 1)
  }
  const isCompanion = (entity: Entity): boolean => (times.get(entity) ?? 0) >= 2
  return [...times.keys()].filter(isCompanion).map((entity) => ({
    entity,
    logs: around.flatMap(({ mint, slot, reach, near }) => {
      const entry = entity.places.get(mint)?.entry
      if (!entry) return []
      const others = near.filter((each) => !isCompanion(each.entity))
      return [Math.log(computeChanceOfDistance(Math.abs(entry.slot - slot), reach, slot, others))]
    }),
  }))
}

/** Returns how many slots around an entry are compared: fewer right after a launch, when many wallets buy. */
function measureReach({ report }: Place, slot: number): number {
  const { sameMinutesSlots, launchShare } = WEIGHTS.finder.ring
  const { creation } = report.coverage
  const sinceLaunch = creation === null ? Infinity : Math.max(0, slot - creation.slot)
  return Math.min(sameMinutesSlots, Math.floor(sinceLaunch * launchShare))
}

/** Returns the probability that a buyer within `reach` buys at most `distance` slots away; 1 beyond `reach`. */
function computeChanceOfDistance(
  distance: number,
  reach: number,
  slot: number,
  others: readonly Entry[],
): number {
  if (distance > reach) return 1
  const even = (2 * distance + 1) / (2 * reach + 1)
  const closer = others.filter((other) => Math.abs(other.slot - slot) <= distance).length
  return Math.max(even, (closer + even) / (others.length + 1))
}

/** Returns the least likely group around a leader, with its p-value among all groups of its size. */
function findStrongestGroup(leader: Entity, companions: readonly Companion[]): Ring {
  const { members: least } = WEIGHTS.finder.ring
  const closest = companions
    .map((companion) => ({ ...companion, chance: fisherTail(companion.logs) }))
    .toSorted(
      (a, b) =>
        a.chance - b.chance || compareText(findLeaderName(a.entity), findLeaderName(b.entity)),
    )
  let best: Ring = { members: [], pValue: 1 }
  for (let size = least; size <= closest.length + 1; size++) {
    const group = closest.slice(0, size - 1)
    const pValue =
      fisherTail(group.flatMap(({ logs }) => logs)) *
      Math.exp(logChoose(closest.length, group.length))
    if (pValue < best.pValue) {
      best = { members: [leader, ...group.map(({ entity }) => entity)], pValue }
    }
  }
  return best
}

const findLeaderName = ({ members }: Entity): string => members[0] ?? ''
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns a ring as the report shows it. */
export function buildRingReport({ members, pValue }: Ring, mints: readonly string[]): FinderRing {
  const addresses = members.flatMap((entity) => entity.members).toSorted()
  const places = members.flatMap((entity) => [...entity.places.values()])
  return {
    id: `ring-${addresses[0]?.slice(0, 8)}`,
    members: addresses,
    pnl_sol: round(places.reduce((sum, place) => sum + sumProfit(place), 0)),
    p_value: roundSignificant(pValue),
    entries: mints.flatMap((mint) => {
      const purchases = members
        .flatMap(({ places: own }) => own.get(mint)?.entry ?? [])
        .toSorted((a, b) => a.slot - b.slot || compareText(a.address, b.address))
      const [first, last] = [purchases[0], purchases.at(-1)]
      return first && last ? [{ mint, from_slot: first.slot, to_slot: last.slot, purchases }] : []
    }),
  }
}
