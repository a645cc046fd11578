import type { Label } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/accounting.ts'
import type { Funder, TransferLink, WalletCluster } from './clusters.ts'
import { BURN_ADDRESSES, EXCHANGE_WALLETS } from '#engine/scan/known-addresses.ts'
import { makeLabel, type LabelContext } from './label-table.ts'
import { launchLabels } from './launch-labels.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { washLabels } from './wash-trading.ts'
import { WEIGHTS } from './weights.ts'

/** Returns all labels of each trader by address. */
export function labelWallets(context: LabelContext): Map<string, Label[]> {
  const { window, traders, links, clusters, funders } = context
  const atLaunch = launchLabels(context)
  const washes = washLabels(context)
  const tradesBySlot = groupBySlot(window.flows)
  const result = new Map<string, Label[]>()
  for (const trader of traders) {
    const found = [
      ...placeLabels(trader, links),
      ...(atLaunch.get(trader.address) ?? []),
      ...sandwichLabels(trader, tradesBySlot),
      ...[washes.get(trader.address) ?? []].flat(),
      ...volumeBotLabels(trader),
      ...clusterLabels(trader, clusters),
      ...booksLabels(trader, funders.get(trader.address)),
    ]
    result.set(trader.address, found)
  }
  return result
}

function placeLabels(
  { address, hasTrades, flows }: Trader,
  links: readonly TransferLink[],
): Label[] {
  const signatures = flows.map(({ signature }) => signature)
  const exchange = EXCHANGE_WALLETS.get(address)
  if (exchange !== undefined) {
    return [makeLabel('exchange', `${exchange} keeps its customers' coins here`, signatures)]
  }
  if (BURN_ADDRESSES.has(address)) {
    return [makeLabel('burn_address', 'Nobody can spend from this address', signatures)]
  }
  if (hasTrades) return []
  const senders = new Set(links.filter(({ to }) => to === address).map(({ from }) => from))
  const receivers = new Set(links.filter(({ from }) => from === address).map(({ to }) => to))
  if (senders.size >= WEIGHTS.exchange.partners && receivers.size >= WEIGHTS.exchange.partners) {
    const reason = `Got from ${senders.size} wallets and sent to ${receivers.size}, but never swapped`
    return [makeLabel('exchange', reason, signatures)]
  }
  return [makeLabel('no_trades', 'Moved tokens but never bought or sold here', signatures)]
}

function groupBySlot(flows: readonly ValuedFlow[]): Map<number, ValuedFlow[]> {
  const bySlot = new Map<number, ValuedFlow[]>()
  for (const flow of flows) {
    if (!isTrade(flow)) continue
    const same = bySlot.get(flow.slot)
    if (same) same.push(flow)
    else bySlot.set(flow.slot, [flow])
  }
  return bySlot
}

function sandwichLabels(
  { address, flows }: Trader,
  tradesBySlot: ReadonlyMap<number, readonly ValuedFlow[]>,
): Label[] {
  const slots = new Set(flows.filter(isTrade).map(({ slot }) => slot))
  const around: string[] = []
  const twoSided: string[] = []
  let sandwiches = 0
  let twoSidedSlots = 0
  for (const slot of slots) {
    const trades = tradesBySlot.get(slot) ?? []
    const buy = trades.find(({ owner, kind }) => owner === address && kind === 'BUY')
    const sell = trades.findLast(({ owner, kind }) => owner === address && kind === 'SELL')
    if (!buy || !sell) continue
    twoSidedSlots++
    twoSided.push(buy.signature, sell.signature)
    const isAround = trades.some(
      ({ owner, order }) => owner !== address && order > buy.order && order < sell.order,
    )
    if (!isAround) continue
    sandwiches++
    around.push(buy.signature, sell.signature)
  }
  if (sandwiches >= WEIGHTS.sandwich.times) {
    const reason = `Bought before and sold after another wallet's trade within one slot, ${sandwiches} times`
    return [makeLabel('sandwich', reason, around)]
  }
  if (
    twoSidedSlots >= WEIGHTS.sandwich.twoSidedSlots &&
    twoSidedSlots > slots.size * WEIGHTS.sandwich.twoSidedShare
  ) {
    const reason = `Bought and sold within one slot in ${twoSidedSlots} of ${slots.size} active slots`
    return [makeLabel('sandwich', reason, twoSided)]
  }
  return []
}

function volumeBotLabels({ flows }: Trader): Label[] {
  const funded = flows.filter(({ flags }) => flags.includes('funded'))
  if (funded.length === 0) return []
  const payers = [...new Set(funded.map(({ payer }) => payer))].join(', ')
  const reason = `The fee payer ${payers} paid for the purchase in the same transaction`
  return [
    makeLabel(
      'volume_bot',
      reason,
      funded.map(({ signature }) => signature),
    ),
  ]
}

function clusterLabels({ address }: Trader, clusters: readonly WalletCluster[]): Label[] {
  return clusters
    .filter(({ members }) => members.includes(address))
    .flatMap(({ kind, members, funder, proof }) => {
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
export const booksLabels = (trader: Trader, funder: Funder | undefined): Label[] => [
  ...receivedLabels(trader),
  ...softLabels(trader, funder),
]

function receivedLabels({ position, flows }: Trader): Label[] {
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

function softLabels(trader: Trader, funder: Funder | undefined): Label[] {
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
