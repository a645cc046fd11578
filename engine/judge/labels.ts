import type { Label } from '#contract/analysis/report.ts'

import type { Funder, WalletCluster } from './clusters.ts'
import { makeLabel } from './label-table.ts'
import type { TradeFindings } from './trade-labels.ts'
import { labelLaunch, type LaunchContext } from './launch-labels.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { findWashes } from './wash-trading.ts'
import { WEIGHTS } from './weights.ts'

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
    const { place = [], sandwich = [], volumeBot = [] } = inTrades.labelsOf.get(address) ?? {}
    const found = [
      ...place,
      ...(atLaunch.get(address) ?? []),
      ...sandwich,
      ...[washes.get(address) ?? []].flat(),
      ...volumeBot,
      ...labelClusters(address, clustersOf.get(address) ?? []),
      ...labelBooks(trader, funders.get(address)),
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

/** Returns the labels that follow from a wallet's own books and its first funder. */
export const labelBooks = (trader: Trader, funder: Funder | undefined): Label[] => [
  ...labelReceived(trader),
  ...labelHabits(trader, funder),
]

function labelReceived({ position, flows }: Trader): Label[] {
  const { receivedSoldTokens, soldTokens } = position
  if (soldTokens === 0n || receivedSoldTokens * 2n <= soldTokens) return []
  const share = Number((receivedSoldTokens * 100n) / soldTokens)
  const received = flows.filter(({ kind }) => kind.endsWith('_IN') || kind === 'MINT')
  const reason = `${share} % of what it sold had been received, not bought`
  return [
    makeLabel(
      'transfer_in',
      reason,
      received.map(({ signature }) => signature),
    ),
  ]
}

function labelHabits(trader: Trader, funder: Funder | undefined): Label[] {
  const { position, hasTrades, firstBuy, flows } = trader
  if (!hasTrades) return []
  const labels: Label[] = []
  const trades = position.buys + position.sells
  const proof = flows.filter(isTrade).map(({ signature }) => signature)
  const medianHold = position.holdSecondsMedian
  const isFast =
    medianHold !== null &&
    medianHold < WEIGHTS.soft.fastHoldS &&
    position.matchedSells > WEIGHTS.soft.fastRoundTrips
  if (trades > WEIGHTS.soft.manyTrades || isFast) {
    const reason = isFast
      ? `Holds for ${Math.round(medianHold)} s (median) over ${position.matchedSells} sales`
      : `${trades} trades of this mint`
    labels.push(makeLabel('high_frequency', reason, proof))
  }
  if (position.sells < 2) {
    labels.push(makeLabel('one_hit', `Only ${position.sells} sale(s) in the window`, proof))
  }
  if (position.costLamports < WEIGHTS.soft.tinyLamports) {
    labels.push(makeLabel('tiny', 'Spent less than 0.2 SOL', proof))
  }
  const ageS =
    firstBuy && firstBuy.timeS !== null && funder && funder.timeS !== null
      ? firstBuy.timeS - funder.timeS
      : null
  if (ageS !== null && ageS < WEIGHTS.soft.freshS) {
    const reason = `Got its first SOL ${Math.max(0, Math.round(ageS / 60))} min before its first purchase`
    labels.push(makeLabel('fresh', reason, funder?.signature ? [funder.signature] : proof))
  }
  return labels
}
