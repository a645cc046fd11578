import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readDirection,
  keepOrder,
  findSpotTowards,
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
    expect(findSpotTowards(grid(6), from, direction)).toBe(to)
  })

  it('links only within the page', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.nat(29),
        fc.constantFrom('left', 'right', 'up', 'down' as const),
        (count, at, direction) => {
          const from = at % count
          const to = findSpotTowards(grid(count), from, direction)
          expect(to).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThan(count)
        },
      ),
    )
  })

  it('is one of four keys', () => {
    expect(readDirection('ArrowUp')).toBe('up')
    expect(readDirection('constructor')).toBeNull()
    expect(readDirection('a')).toBeNull()
  })
})

it('keeps the place of icons that are not shown now', () => {
  expect(keepOrder(['/b', '/a'], ['/app/7', '/a', '/b'])).toEqual(['/b', '/a', '/app/7'])
})
