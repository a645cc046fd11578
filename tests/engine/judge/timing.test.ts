import { describe, expect, it } from 'vitest'
import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { buildTrader, buildTraders } from '#engine/books/trader.ts'
import { computeBooks } from '#engine/books/accounting.ts'
import { createTimingTest } from '#engine/judge/timing.ts'
import { readMarket } from '#engine/index.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { MINT, buy, creation, sell, walletOf } from '#tests/engine/market.ts'

const M = 1_000_000_000_000n
const SOL = 1_000_000_000n
const ROUND = 1_000
const ROUNDS = 20

/** Price in lamports of a million tokens: it rises and falls once a round, between 1 and 2 SOL. */
const priceAt = (slot: number): bigint => {
  const phase = (slot % ROUND) / ROUND
  return SOL + BigInt(Math.round((phase < 0.5 ? phase : 1 - phase) * 2 * Number(SOL)))
}

const buyAt = (name: string, slot: number, times = 1n): TransactionFacts =>
  buy(walletOf(name), { slot, tokens: M / times, quote: priceAt(slot) / times })
const sellAt = (name: string, slot: number, times = 1n): TransactionFacts =>
  sell(walletOf(name), { slot, tokens: M / times, quote: priceAt(slot) / times, held: M })

/** A wallet that trades at all prices. */
const market = Array.from({ length: (ROUNDS * ROUND) / 50 }, (_, nth) =>
  nth % 2 === 0 ? buyAt('anyone', 100 + nth * 50) : sellAt('anyone', 100 + nth * 50),
)

function timingOf(name: string, trades: readonly TransactionFacts[]): number | null {
  const transactions = [creation(walletOf('maker'), 1), ...market, ...trades]
  const { window } = readMarket({
    mint: MINT,
    mintAuthority: null,
    evidence: transactions.map((tx) => ({ tx, index: tx.index })),
    priceEvidence: [],
    accountPrograms: new Map(),
    solUsd: null,
  })
  const trader = buildTraders(window.flows).find(({ address }) => address === walletOf(name))
  return createTimingTest(window.flows)(trader ?? buildTrader(walletOf(name), [], computeBooks([])))
}

/** Buys and sells so many times, that many slots after the start of a round. */
const trips = (name: string, count: number, enter: number, leave: number): TransactionFacts[] =>
  Array.from({ length: count }, (_, nth) => [
    buyAt(name, (2 + nth) * ROUND + enter),
    sellAt(name, (2 + nth) * ROUND + leave),
  ]).flat()

describe('the test of timing', () => {
  it('finds skill in purchases at lows and sales at highs, and more of it with each round trip', () => {
    const once = timingOf('once', trips('once', 1, 10, 490)) ?? 0
    const often = timingOf('often', trips('often', 9, 10, 490)) ?? 0
    expect(once).toBeGreaterThan(1.4)
    expect(often).toBeCloseTo(once * 3, 1)
  })

  it('finds the opposite of skill in purchases at highs', () => {
    expect(timingOf('late', trips('late', 9, 500, 990))).toBeLessThan(-4)
  })

  it('finds almost no skill in trades at random times', () => {
    const trades = Array.from({ length: 12 }, (_, nth) => [
      buyAt('idle', 2_000 + nth * 1_370),
      sellAt('idle', 2_600 + nth * 1_370),
    ]).flat()
    expect(Math.abs(timingOf('idle', trades) ?? 9)).toBeLessThan(1)
  })

  it('counts a purchase in parts as one decision', () => {
    const parts = [0, 1, 2, 3].flatMap((nth) => [
      buyAt('parts', 2_010 + nth, 4n),
      sellAt('parts', 2_490 + nth, 4n),
    ])
    const whole = trips('whole', 1, 10, 490)
    expect(timingOf('parts', parts)).toBeCloseTo(timingOf('whole', whole) ?? 0, 1)
  })

  it('counts a bag that is still held at the last price', () => {
    const held = timingOf('holder', [buyAt('holder', 2_500)])
    expect(held).toBeLessThan(0)
  })

  it('returns null for a wallet without purchases', () => {
    expect(timingOf('nobody', [])).toBeNull()
  })
})

describe('the timing of an empty market', () => {
  it('is unknown', () => {
    const flows: ValuedFlow[] = []
    expect(createTimingTest(flows)(buildTrader('x', flows, computeBooks(flows)))).toBeNull()
  })
})
