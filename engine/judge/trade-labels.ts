import type { Label } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import type { Trader } from '#engine/books/trader.ts'
import { BURN_ADDRESSES, EXCHANGE_WALLETS } from '#engine/scan/known-addresses.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { labelBooks } from './book-labels.ts'
import { groupByAddress, type TransferLink } from './clusters.ts'
import { makeLabel } from './label-table.ts'
import { readWashTrades, type WashTrades } from './wash-trading.ts'
import { WEIGHTS } from './weights.ts'

type TradeLabels = Record<'place' | 'sandwich' | 'volumeBot' | 'books', Label[]>

/** Findings in the trades alone, without the funders of the wallets. */
export type TradeFindings = {
  /** Links by each of their two wallets. */
  linksOf: ReadonlyMap<string, readonly TransferLink[]>
  labelsOf: ReadonlyMap<string, TradeLabels>
  wash: WashTrades
}

type Trades = {
  flows: readonly ValuedFlow[]
  traders: readonly Trader[]
  links: readonly TransferLink[]
}

/** Computes the findings that do not depend on funders, once for the first ranking and the report. */
export function judgeTrades({ flows, traders, links }: Trades): TradeFindings {
  const linksOf = groupByAddress(links, ({ from, to }) => [from, to])
  const tradesBySlot = Map.groupBy(flows.filter(isTrade), ({ slot }) => slot)
  const labelsOf = new Map<string, TradeLabels>()
  for (const trader of traders) {
    labelsOf.set(trader.address, {
      place: labelPlace(trader, linksOf.get(trader.address) ?? []),
      sandwich: labelSandwiches(trader, tradesBySlot),
      volumeBot: labelVolumeBot(trader),
      books: labelBooks(trader),
    })
  }
  return { linksOf, labelsOf, wash: readWashTrades(flows, traders) }
}

function labelPlace(
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

function labelSandwiches(
  { address, flows }: Trader,
  tradesBySlot: ReadonlyMap<number, readonly ValuedFlow[]>,
): Label[] {
  const own = flows.filter(isTrade)
  const slots = new Set(own.map(({ slot }) => slot))
  if (slots.size === own.length) return []
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

function labelVolumeBot({ flows }: Trader): Label[] {
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
