import { describe, expect, it } from 'vitest'
import {
  buildBalancePath,
  computeBalancePoints,
  sumBalance,
  findPointAt,
} from '#src/features/payments/history/balance-path.ts'

const BOX = { width: 100, height: 54 }

describe('buildBalancePath', () => {
  it('is a stair from zero at the bottom to the highest at the top', () => {
    const points = [
      { atMs: 0, sol: 0 },
      { atMs: 50, sol: 1 },
      { atMs: 100, sol: 0.5 },
    ]
    expect(buildBalancePath(points, BOX)).toEqual({
      line: 'M0 52H50V2H100V27',
      area: 'M0 52H50V2H100V27V54H0Z',
    })
  })

  it('lies on the ground while there was never anything', () => {
    const points = [
      { atMs: 0, sol: 0 },
      { atMs: 10, sol: 0 },
    ]
    expect(buildBalancePath(points, BOX)?.line).toBe('M0 52H100V52')
  })

  it.each([
    [[]],
    [[{ atMs: 1, sol: 1 }]],
    [
      [
        { atMs: 1, sol: 1 },
        { atMs: 1, sol: 2 },
      ],
    ],
  ])('is nothing without a span of time (%#)', (points) => {
    expect(buildBalancePath(points, BOX)).toBeNull()
  })
})

describe('computeBalancePoints', () => {
  const steps = (...levels: number[]) => levels.map((sol, index) => ({ endMs: index * 10, sol }))

  it('draws an account from the step before it held anything', () => {
    expect(computeBalancePoints(steps(0, 0, 0, 0.6), 10)).toEqual([
      { atMs: 10, sol: 0 },
      { atMs: 20, sol: 0.6 },
      { atMs: 30, sol: 0.6 },
    ])
  })

  it('draws the whole span of one that held something all the time, empty at its end too', () => {
    expect(computeBalancePoints(steps(1, 0.5, 0), 10).map(({ sol }) => sol)).toEqual([1, 0.5, 0, 0])
  })

  it('is empty when there was never anything', () => {
    expect(computeBalancePoints(steps(0, 0), 10)).toEqual([])
    expect(computeBalancePoints([], 10)).toEqual([])
  })
})

describe('findPointAt', () => {
  const points = [
    { atMs: 0, sol: 0 },
    { atMs: 50, sol: 1 },
    { atMs: 100, sol: 0.5 },
  ]
  it.each([
    [0, 0],
    [0.49, 0],
    [0.5, 1],
    [0.99, 1],
    [1, 0.5],
  ])('gives the level that holds at %d', (place, sol) => {
    expect(findPointAt(points, place)?.sol).toBe(sol)
  })
  it('is nothing where nothing is drawn', () => {
    expect(findPointAt([], 0.5)).toBeNull()
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

  it('takes everything for money in where a server does not tell it apart', () => {
    expect(sumBalance([{ credited: 3, spent: 1 }])).toMatchObject({ toppedUp: 3, spent: 1 })
  })
})
