import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import type { WalletCluster } from './wallet-cluster.ts'
import { WEIGHTS } from './weights.ts'

type Buyer = { address: string; flows: readonly ValuedFlow[] }

/** A wallet's first purchase and last sale. */
type Visit = { address: string; enters: number; leaves: number; proof: string[] }

/**
 * Returns groups of wallets that bought within the same seconds and made their last sale within the same half minute, if
 * this would happen by chance in fewer than 1 of 100 markets. Wallets that bought shortly before and after show how
 * common such a holding time is.
 */
export function findCoMovers(traders: readonly Buyer[]): WalletCluster[] {
  const { wallets, enterSlots, chance } = WEIGHTS.coMovement
  const visits = traders
    .flatMap(findVisit)
    .toSorted((a, b) => a.enters - b.enters || (a.address < b.address ? -1 : 1))
  const grouped = new Set<string>()
  const clusters: WalletCluster[] = []
  for (const [at, first] of visits.entries()) {
    if (grouped.has(first.address)) continue
    let end = at + 1
    while ((visits[end]?.enters ?? Infinity) - first.enters <= enterSlots) end++
    const crowd = visits.slice(at, end).filter(({ address }) => !grouped.has(address))
    const group = crowd.filter((visit) => isTogether(visit, first))
    if (group.length < wallets) continue
    const share = measureOthers(first, visits, at, end)
    const expected =
      visits.length * choose(crowd.length - 1, group.length - 1) * share ** (group.length - 1)
    if (expected > chance) continue
    for (const { address } of group) grouped.add(address)
    clusters.push({
      id: `together-${first.address.slice(0, 8)}`,
      kind: 'co_movement',
      members: group.map(({ address }) => address),
      funder: null,
      proof: group.flatMap(({ proof }) => proof),
    })
  }
  return clusters
}

/** Returns no visit for a wallet that never sold, or sold only before it bought. */
function findVisit({ address, flows }: Buyer): Visit[] {
  const buy = flows.find(({ kind }) => kind === 'BUY')
  const sale = flows.findLast(({ kind }) => kind === 'SELL')
  if (!buy || !sale || sale.slot < buy.slot) return []
  const proof = [buy.signature, sale.signature]
  return [{ address, enters: buy.slot, leaves: sale.slot, proof }]
}

const isTogether = (one: Visit, other: Visit): boolean =>
  Math.abs(one.leaves - other.leaves) <= WEIGHTS.coMovement.leaveSlots

/** Returns the share of the wallets that bought around then, but not within the same seconds, and held as long. */
function measureOthers(first: Visit, visits: readonly Visit[], start: number, end: number): number {
  const { neighbors, leaveSlots } = WEIGHTS.coMovement
  const others = [
    ...visits.slice(Math.max(0, start - neighbors), start),
    ...visits.slice(end, end + neighbors),
  ]
  const held = first.leaves - first.enters
  const alike = others.filter(
    ({ enters, leaves }) => Math.abs(leaves - enters - held) <= leaveSlots,
  )
  return (alike.length + 1) / (others.length + 1)
}

/** Returns in how many ways `some` of `all` can be chosen. */
function choose(all: number, some: number): number {
  let ways = 1
  for (let nth = 1; nth <= some; nth++) ways = (ways * (all - some + nth)) / nth
  return ways
}
