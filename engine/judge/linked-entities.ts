import type { Label } from '#contract/analysis/report.ts'

import { computeBooks } from '#engine/books/accounting.ts'
import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { buildTrader, type Trader } from '#engine/books/trader.ts'
import { abs } from '#engine/trades/pools.ts'
import { labelBooks, labelFresh } from './book-labels.ts'
import type { Funder } from './clusters.ts'
import type { WalletCluster } from './wallet-cluster.ts'
import { isOwnLabel, makeLabel } from './label-table.ts'

/** Wallets of one person, with one set of books. */
export type Entity = {
  cluster: WalletCluster
  /** The member that bought most. It has the books and the rank. */
  leader: string
  trader: Trader
}

/** Returns an entity for each group of linked wallets: the member with the most purchases leads, with the books of all. */
export function findEntities(
  clusters: readonly WalletCluster[],
  traders: readonly Trader[],
): Entity[] {
  const byAddress = new Map(traders.map((trader) => [trader.address, trader]))
  return clusters.flatMap((cluster) => {
    if (cluster.kind !== 'linked_transfer') return []
    const members = cluster.members.flatMap((address) => byAddress.get(address) ?? [])
    const [leader] = members.toSorted(byPurchases)
    if (!leader) return []
    return [{ cluster, leader: leader.address, trader: mergeTraders(leader.address, members) }]
  })
}

function byPurchases(a: Trader, b: Trader): number {
  if (a.boughtTokens !== b.boughtTokens) return a.boughtTokens > b.boughtTokens ? -1 : 1
  return a.address < b.address ? -1 : 1
}

function mergeTraders(address: string, members: readonly Trader[]): Trader {
  const flows = mergeFlows(members.flatMap((member) => member.flows))
  return buildTrader(address, flows, computeBooks(flows))
}

/**
 * Returns the flows of several wallets in order, without transfers between them. The balance of one member does not show
 * the whole, so unseen tokens cannot be detected.
 */
export function mergeFlows(flows: readonly ValuedFlow[]): ValuedFlow[] {
  return [...Map.groupBy(flows, ({ signature }) => signature).values()]
    .flatMap(joinTransfers)
    .map((flow) => ({ ...flow, heldBefore: 0n }))
    .toSorted((a, b) => a.order - b.order || (a.owner < b.owner ? -1 : 1))
}

const isTransfer = ({ kind }: ValuedFlow): boolean =>
  kind === 'TRANSFER_IN' || kind === 'TRANSFER_OUT'

/**
 * Joins the transfers of one transaction. What remains of transfers between members came from others, left to others or
 * was withheld as the mint's transfer fee.
 */
function joinTransfers(flows: readonly ValuedFlow[]): readonly ValuedFlow[] {
  const transfers = flows.filter(isTransfer)
  const [first] = transfers
  if (first === undefined || transfers.length === 1) return flows
  const rest = flows.filter((flow) => !isTransfer(flow))
  let moved = 0n
  for (const { kind, tokens } of transfers) moved += kind === 'TRANSFER_IN' ? tokens : -tokens
  if (moved === 0n) return rest
  const kind = moved > 0n ? 'TRANSFER_IN' : 'TRANSFER_OUT'
  return [...rest, { ...first, kind, tokens: abs(moved) }]
}

/** Returns the labels of an entity: those of its books, and whatever excludes one of its members. */
export function labelEntity(
  { cluster, trader, leader }: Entity,
  labels: ReadonlyMap<string, Label[]>,
  funders: ReadonlyMap<string, Funder>,
): Label[] {
  const inherited = cluster.members.flatMap((member) =>
    (labels.get(member) ?? []).filter((each) => each.hard && !isOwnLabel(each)),
  )
  const linked = (labels.get(leader) ?? []).filter((each) => each.label === 'linked_transfer')
  return [
    ...inherited,
    ...linked,
    ...labelBooks(trader),
    ...labelFresh(trader, funders.get(trader.firstBuy?.owner ?? leader)),
  ]
}

/** Returns the labels of a member that is not the leader. */
export function labelMember({ cluster, leader }: Entity, own: readonly Label[]): Label[] {
  const reason = `Its trades are in the books of ${leader}, the same person’s wallet`
  return [makeLabel('linked_wallet', reason, cluster.proof), ...own]
}
