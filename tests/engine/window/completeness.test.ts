import { describe, expect, it } from 'vitest'
import { analyze } from '#engine/report/report.ts'
import { proveComplete } from '#engine/window/completeness.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { collectible } from '#tests/engine/demo-window.ts'
import { inputOf } from '#tests/engine/market.ts'

const { mint, transactions, funders } = collectible()
const evidenceOf = (facts: readonly TransactionFacts[]) =>
  facts.map((tx) => ({ tx, index: tx.index }))
const all = evidenceOf(transactions)
const moving = transactions.filter(
  ({ isFailed, balances }) =>
    !isFailed && balances.some((each) => each.mint === mint && each.before !== each.after),
)
const balancesNow = new Map<string, bigint>()
for (const { keys, balances } of transactions) {
  for (const { index, mint: held, after } of balances) {
    if (held === mint) balancesNow.set(keys[index] ?? '', after)
  }
}
const without = (...removed: TransactionFacts[]) => all.filter(({ tx }) => !removed.includes(tx))

describe('proof of completeness', () => {
  it('finds no gap in a whole market', () => {
    expect(proveComplete(mint, all, balancesNow)).toEqual({ gaps: [], explained: 1 })
    expect(moving.length).toBeGreaterThan(500)
  })

  it('notices each single transaction that is missing', () => {
    const unnoticed = moving
      .filter((_, nth) => nth % 6 === 0)
      .filter((tx) => proveComplete(mint, without(tx), balancesNow).gaps.length === 0)
    expect(unnoticed.map(({ signature }) => signature)).toEqual([])
  })

  it('names account, owner, slots and tokens of a gap', () => {
    const removed = moving[Math.floor(moving.length / 2)]
    if (!removed) throw new Error('the market is empty')
    const { gaps, explained } = proveComplete(mint, without(removed), balancesNow)
    expect(explained).toBeLessThan(1)
    for (const { index, mint: held, owner, before, after } of removed.balances) {
      if (held !== mint || before === after) continue
      const gap = gaps.find(({ account }) => account === removed.keys[index])
      expect(gap).toMatchObject({ owner, unexplained: after - before })
      expect(gap?.fromSlot ?? 0).toBeLessThanOrEqual(removed.slot)
      expect(gap?.toSlot ?? Infinity).toBeGreaterThanOrEqual(removed.slot)
    }
  })

  it('finds none if the order within a slot is unknown', () => {
    const unplaced = transactions
      .map((tx) => ({ tx, index: null }))
      .toSorted((a, b) => a.tx.slot - b.tx.slot)
    expect(proveComplete(mint, unplaced, balancesNow).gaps).toEqual([])
  })

  it('keeps the entry ranks before a gap and drops those after it', () => {
    const whole = analyze({ ...inputOf([], { mint, funders }), evidence: all })
    expect(whole.coverage).toMatchObject({ complete: true, gaps: [], explained: 1 })
    const removed = moving[Math.floor(moving.length / 2)]
    if (!removed) throw new Error('the market is empty')
    const report = analyze({ ...inputOf([], { mint, funders }), evidence: without(removed) })
    expect(report.coverage.complete).toBe(false)
    const [gap] = report.coverage.gaps
    expect(gap).toMatchObject({ from_slot: expect.any(Number), to_slot: expect.any(Number) })
    const ranks = [...report.wallets, ...report.excluded].flatMap(
      ({ first_buy }) => first_buy ?? [],
    )
    const broken = Math.min(...report.coverage.gaps.map(({ from_slot }) => from_slot ?? 0))
    const early = ranks.filter(({ slot }) => slot <= broken)
    const late = ranks.filter(({ slot }) => slot > broken)
    expect(early.length).toBeGreaterThan(0)
    expect(late.length).toBeGreaterThan(0)
    expect(early.every(({ rank }) => rank !== null)).toBe(true)
    expect(late.every(({ rank }) => rank === null)).toBe(true)
  })
})
