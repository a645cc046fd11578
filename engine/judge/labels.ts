import type { Label } from '#contract/analysis/report.ts'

import { labelFresh } from './book-labels.ts'
import type { WalletCluster } from './wallet-cluster.ts'
import { makeLabel } from './label-table.ts'
import type { TradeFindings } from './trade-labels.ts'
import { labelLaunch, type LaunchContext } from './launch-labels.ts'
import { findWashes } from './wash-trading.ts'

export type LabelContext = LaunchContext & {
  /** Clusters by each of their members. */
  clustersOf: ReadonlyMap<string, readonly WalletCluster[]>
  inTrades: TradeFindings
}

/** Returns all labels of each trader by address. */
export function labelWallets(context: LabelContext): Map<string, Label[]> {
  const { traders, clustersOf, funders, inTrades } = context
  const atLaunch = labelLaunch(context)
  const washes = findWashes(inTrades.wash, { clustersOf, linksOf: inTrades.linksOf, funders })
  const result = new Map<string, Label[]>()
  for (const trader of traders) {
    const { address } = trader
    const {
      place = [],
      sandwich = [],
      volumeBot = [],
      books = [],
    } = inTrades.labelsOf.get(address) ?? {}
    const found = [
      ...place,
      ...(atLaunch.get(address) ?? []),
      ...sandwich,
      ...[washes.get(address) ?? []].flat(),
      ...volumeBot,
      ...labelClusters(address, clustersOf.get(address) ?? []),
      ...books,
      ...labelFresh(trader, funders.get(address)),
    ]
    result.set(address, found)
  }
  return result
}

function labelClusters(address: string, clusters: readonly WalletCluster[]): Label[] {
  return clusters.flatMap(({ kind, members, funder, proof }) => {
    const [first] = members
    if (kind === 'co_movement') {
      if (first === address) return []
      const reason = `Bought seconds after ${first} and left with it, as ${members.length - 1} wallets did`
      return [makeLabel('follower', reason, proof)]
    }
    const reason =
      kind === 'sybil'
        ? `One of ${members.length} wallets that ${funder} funded first and that came in together`
        : `Exchanged tokens with a linked wallet (group of ${members.length})`
    return [makeLabel(kind, reason, proof)]
  })
}
