import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  directionOf,
  keptOrder,
  moved,
  nearestSpot,
  spotTowards,
} from '#src/features/desktop/icons/icon-order.ts'

const COLUMNS = 4

/** A grid of icons 100 px wide and 90 px high, the last row not full. */
const grid = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    left: (index % COLUMNS) * 100,
    top: Math.floor(index / COLUMNS) * 90,
    width: 100,
    height: 90,
  }))

describe('an entry that moves', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
  ])('from %i to %i gives %s', (from, to, expected) => {
    expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(expected)
  })

  it('loses nobody and goes back the same way', () => {
    const cases = fc
      .uniqueArray(fc.string(), { minLength: 1, maxLength: 12 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.nat(list.length - 1), fc.nat(list.length - 1)),
      )
    fc.assert(
      fc.property(cases, ([list, from, to]) => {
        const after = moved(list, from, to)
        expect(after[to]).toBe(list[from])
        expect(moved(after, to, from)).toEqual(list)
      }),
    )
  })
})

describe('the spot under a dragged icon', () => {
  it('is the nearest one, wherever the icon is', () => {
    const spots = grid(6)
    expect(nearestSpot(spots, { x: 160, y: 40 })).toBe(1)
    expect(nearestSpot(spots, { x: 160, y: 900 })).toBe(5)
    expect(nearestSpot(spots, { x: -50, y: -50 })).toBe(0)
    expect(nearestSpot([], { x: 0, y: 0 })).toBe(-1)
  })
})

describe('an arrow key', () => {
  it.each([
    [0, 'right', 1],
    [0, 'down', 4],
    [5, 'up', 1],
    [5, 'left', 4],
    [3, 'right', 4],
    [4, 'left', 3],
    [0, 'left', 0],
    [5, 'right', 5],
    [0, 'up', 0],
    [3, 'down', 5],
  ] as const)('from %i to the %s leads to %i', (from, direction, to) => {
    expect(spotTowards(grid(6), from, direction)).toBe(to)
  })

  it('never leads outside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.nat(29),
        fc.constantFrom('left', 'right', 'up', 'down' as const),
        (count, at, direction) => {
          const from = at % count
          const to = spotTowards(grid(count), from, direction)
          expect(to).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThan(count)
        },
      ),
    )
  })

  it('is one of four keys', () => {
    expect(directionOf('ArrowUp')).toBe('up')
    expect(directionOf('constructor')).toBeNull()
    expect(directionOf('a')).toBeNull()
  })
})

it('keeps the place of icons that are not shown now', () => {
  expect(keptOrder(['/b', '/a'], ['/app/7', '/a', '/b'])).toEqual(['/b', '/a', '/app/7'])
})
