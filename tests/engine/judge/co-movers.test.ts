import { describe, expect, it } from 'vitest'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { buy, creation, reportOf, sell, walletOf } from '#tests/engine/market.ts'

const SOL = 1_000_000_000n
const M = 1_000_000_000_000n

const visit = (name: string, enters: number, leaves: number): TransactionFacts[] => [
  buy(walletOf(name), { slot: enters, tokens: M, quote: SOL }),
  sell(walletOf(name), { slot: leaves, tokens: M, quote: (SOL * 5n) / 4n, held: M }),
]

/** Sixty people who come every 100 slots and stay for different times. */
const crowd = Array.from({ length: 60 }, (_, nth) =>
  visit(`visitor ${nth}`, 1_000 + nth * 100, 2_000 + nth * 100 + ((nth * 7_919) % 6_000)),
).flat()

const report = (...visits: TransactionFacts[][]) =>
  reportOf([creation(walletOf('maker'), 1), ...crowd, ...visits.flat()])

describe('wallets that come and leave together', () => {
  it('count once: the first is ranked, the others are its followers', () => {
    const ring = ['one', 'two', 'three', 'four']
    const { clusters, wallets, excluded } = report(
      ...ring.map((name, nth) => visit(name, 3_005 + nth, 5_200 + nth * 9)),
    )
    const [first = '', ...followers] = ring.map(walletOf)
    expect(clusters.map(({ kind, members }) => [kind, members])).toEqual([
      ['co_movement', [first, ...followers]],
    ])
    expect(wallets.map(({ address }) => address)).toContain(first)
    const left = excluded.filter(({ address }) => followers.includes(address))
    expect(left.map(({ labels }) => labels.find(({ hard }) => hard)?.reason)).toEqual(
      followers.map(() => `Bought seconds after ${first} and left with it, as 3 wallets did`),
    )
  })

  it('are not a group if they sell at different times', () => {
    const { clusters } = report(
      visit('one', 3_005, 4_000),
      visit('two', 3_006, 5_000),
      visit('three', 3_007, 6_000),
      visit('four', 3_008, 7_000),
    )
    expect(clusters).toEqual([])
  })

  it('are not a group if there are only two', () => {
    const { clusters } = report(visit('one', 3_005, 5_200), visit('two', 3_006, 5_205))
    expect(clusters).toEqual([])
  })

  it('are not a group in a rush, when everyone buys and sells', () => {
    const rush = Array.from({ length: 40 }, (_, nth) =>
      visit(`rush ${nth}`, 3_000 + nth * 6, 3_400 + nth * 6 + ((nth * 31) % 60)),
    )
    expect(report(...rush).clusters).toEqual([])
  })
})
