import type { Label } from '#contract/analysis/report.ts'

import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import type { Funder } from './clusters.ts'
import { makeLabel } from './label-table.ts'
import { WEIGHTS } from './weights.ts'

/** Returns the labels that follow from a wallet's own books. */
export const labelBooks = (trader: Trader): Label[] => [
  ...labelReceived(trader),
  ...labelHabits(trader),
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

function labelHabits({ position, hasTrades, flows }: Trader): Label[] {
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
  return labels
}

/** Labels a wallet that got its first SOL shortly before its first purchase. */
export function labelFresh(
  { firstBuy, hasTrades, flows }: Trader,
  funder: Funder | undefined,
): Label[] {
  if (!hasTrades || !firstBuy || firstBuy.timeS === null || !funder || funder.timeS === null)
    return []
  const ageS = firstBuy.timeS - funder.timeS
  if (ageS >= WEIGHTS.soft.freshS) return []
  const reason = `Got its first SOL ${Math.max(0, Math.round(ageS / 60))} min before its first purchase`
  const proof = flows.filter(isTrade).map(({ signature }) => signature)
  return [makeLabel('fresh', reason, funder.signature ? [funder.signature] : proof)]
}
