import { describe, expect, it } from 'vitest'
import { computeBalancePoints, sumBalance } from '#src/features/payments/history/balance-points.ts'

describe('computeBalancePoints', () => {
  const steps = (...levels: number[]) => levels.map((sol, index) => ({ endMs: index * 10, sol }))

  it('draws an account from the step before it held anything', () => {
    expect(computeBalancePoints(steps(0, 0, 0, 0.6), 10)).toEqual([
      { time: 10, value: 0 },
      { time: 20, value: 0.6 },
      { time: 30, value: 0.6 },
    ])
  })

  it('draws the full span of a balance that was never empty before its end', () => {
    expect(computeBalancePoints(steps(1, 0.5, 0), 10).map(({ value }) => value)).toEqual([
      1, 0.5, 0, 0,
    ])
  })

  it('is empty when there was never anything', () => {
    expect(computeBalancePoints(steps(0, 0), 10)).toEqual([])
    expect(computeBalancePoints([], 10)).toEqual([])
  })
})

describe('sumBalance', () => {
  it('counts a refund as a charge taken back and a gift apart from money in', () => {
    const steps = [
      { credited: 100, spent: 0, granted: 100, refunded: 0 },
      { credited: 500, spent: 20, granted: 0, refunded: 0 },
      { credited: 10, spent: 0, granted: 0, refunded: 10 },
    ]
    expect(sumBalance(steps)).toEqual({
      toppedUp: 500,
      granted: 100,
      spent: 10,
      hasNothing: false,
    })
  })

  it('is exact, so that nothing paid in is not −0 SOL', () => {
    const steps = [
      { credited: 0.1, spent: 0.03, granted: 0.1, refunded: 0 },
      { credited: 0.01, spent: 0.01, granted: 0, refunded: 0.01 },
      { credited: 0.07, spent: 0, granted: 0.07, refunded: 0 },
    ]
    expect(sumBalance(steps)).toEqual({
      toppedUp: 0,
      granted: 0.17,
      spent: 0.03,
      hasNothing: false,
    })
  })

  it('counts everything as income if the server does not distinguish it', () => {
    expect(sumBalance([{ credited: 3, spent: 1 }])).toMatchObject({ toppedUp: 3, spent: 1 })
  })
})
