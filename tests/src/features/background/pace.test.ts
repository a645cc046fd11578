import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coveredShare, isCovered } from '#src/features/background/coverage.ts'
import { isMoving, restAfter, stepOf } from '#src/features/background/pace.ts'

const MOVING = {
  isHidden: false,
  isCovered: false,
  isDragging: false,
  isPowerLow: false,
  isMotionReduced: false,
}

describe('the sky moves', () => {
  it('while nothing speaks against it', () => {
    expect(isMoving(MOVING)).toBe(true)
  })

  it.each(Object.keys(MOVING))('not while %s', (reason) => {
    expect(isMoving({ ...MOVING, [reason]: true })).toBe(false)
  })

  it('with every frame for a shooting star, and seldom without', () => {
    expect(restAfter(1)).toBe(0)
    expect(restAfter(0)).toBeGreaterThanOrEqual(50)
  })

  it('no further than a step for a frame that comes late', () => {
    expect([16, 0, -5, 60_000].map(stepOf)).toEqual([16, 0, 0, 250])
  })
})

describe('windows over the screen', () => {
  const screen = { width: 1000, height: 500 }

  it.each([
    ['nothing', [], 0],
    ['all of it', [{ x: 0, y: 0, width: 1000, height: 500 }], 1],
    ['more than all', [{ x: -50, y: -50, width: 2000, height: 900 }], 1],
    ['a half', [{ x: 500, y: 0, width: 500, height: 500 }], 0.5],
    ['what hangs over the edge not', [{ x: 750, y: 0, width: 500, height: 500 }], 0.25],
    ['what is off the screen not', [{ x: 1200, y: 0, width: 500, height: 500 }], 0],
    [
      'what lies over another once',
      [
        { x: 0, y: 0, width: 600, height: 500 },
        { x: 400, y: 0, width: 600, height: 500 },
      ],
      1,
    ],
    [
      'two quarters',
      [
        { x: 0, y: 0, width: 500, height: 250 },
        { x: 500, y: 250, width: 500, height: 250 },
      ],
      0.5,
    ],
  ])('cover %s', (_, areas, share) => {
    expect(coveredShare(areas, screen)).toBeCloseTo(share)
  })

  it('cover it when one is maximised, not with the default size', () => {
    expect(isCovered([{ x: 25, y: 12, width: 950, height: 475 }], screen)).toBe(true)
    expect(isCovered([{ x: 100, y: 37, width: 800, height: 425 }], screen)).toBe(false)
  })

  it('cover nothing of a screen without a size', () => {
    expect(coveredShare([{ x: 0, y: 0, width: 10, height: 10 }], { width: 0, height: 0 })).toBe(0)
  })

  const side = fc.integer({ min: -300, max: 1200 })
  const area = fc.record({
    x: side,
    y: side,
    width: fc.integer({ min: 1, max: 1200 }),
    height: fc.integer({ min: 1, max: 1200 }),
  })

  it('never cover less when one more opens, and no more than the screen or their sum', () => {
    fc.assert(
      fc.property(fc.array(area, { maxLength: 6 }), area, (areas, another) => {
        const before = coveredShare(areas, screen)
        const after = coveredShare([...areas, another], screen)
        expect(after).toBeGreaterThanOrEqual(before - 1e-9)
        expect(after).toBeLessThanOrEqual(1 + 1e-9)
        expect(after).toBeLessThanOrEqual(before + coveredShare([another], screen) + 1e-9)
      }),
    )
  })
})
