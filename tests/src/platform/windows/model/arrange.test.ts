import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GOLDEN_RATIO, arrange, arrangeGolden } from '#src/platform/windows/model/arrange.ts'
import { MIN_SIZE } from '#src/platform/windows/model/geometry.ts'
import type { Rect } from '#src/platform/windows/model/geometry.ts'

const LAPTOP = { width: 1440, height: 900 }

const sizes = (count: number) => Array.from({ length: count }, () => ({ width: 700, height: 500 }))

const overlap = (one: Rect, other: Rect) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const hasOverlap = (rects: readonly Rect[]) =>
  rects.some((one, index) => rects.slice(index + 1).some((other) => overlap(one, other)))

describe('arrange', () => {
  it('has nothing to do without windows', () => {
    expect(arrange([], LAPTOP)).toEqual([])
  })

  it('centres one window in its own size', () => {
    expect(arrange(sizes(1), LAPTOP)).toEqual([{ x: 370, y: 200, width: 700, height: 500 }])
  })

  it('puts two side by side at 80 percent of the height', () => {
    const [left, right] = arrange(sizes(2), LAPTOP)
    expect(left).toEqual({ x: 12, y: 90, width: 702, height: 720 })
    expect(right).toEqual({ x: 726, y: 90, width: 702, height: 720 })
  })

  it.each([3, 4, 5, 6, 7, 9, 12])('lays %i windows in a grid without overlaps', (count) => {
    const rects = arrange(sizes(count), { width: 2560, height: 1440 })
    expect(rects).toHaveLength(count)
    expect(hasOverlap(rects)).toBe(false)
    expect(new Set(rects.map((rect) => rect.height)).size).toBe(1)
  })

  it('uses fewer columns where a square grid has no room', () => {
    const placed = arrange(sizes(7), { width: 940, height: 1000 })
    expect(new Set(placed.map(({ x }) => x)).size).toBeLessThan(7)
    expect(hasOverlap(placed)).toBe(false)
  })

  it.each([
    [10, { width: 1024, height: 768 }],
    [17, LAPTOP],
    [24, LAPTOP],
  ])('keeps title bars and close buttons free for %i windows on %j', (count, screen) => {
    const placed = arrange(sizes(count), screen)
    placed.forEach((rect, index) => {
      const titleBar = { ...rect, height: 44 }
      expect(placed.slice(index + 1).some((inFront) => overlap(inFront, titleBar))).toBe(false)
      expect(rect.x + rect.width).toBeLessThanOrEqual(screen.width)
    })
  })

  it('uses 1200 by 800 when the screen is unknown', () => {
    expect(arrange(sizes(2), { width: 0, height: 0 })).toEqual(
      arrange(sizes(2), { width: 1200, height: 800 }),
    )
  })
})

describe('golden-ratio arrange', () => {
  it.each([
    [{ width: 1440, height: 900 }, 1152],
    [{ width: 2560, height: 1440 }, 1200],
  ])('gives one window up to 80 percent of the width, at most 1200', (screen, width) => {
    const [only] = arrangeGolden(1, screen)
    expect(only?.width).toBe(width)
    expect((only?.width ?? 0) / (only?.height ?? 1)).toBeCloseTo(GOLDEN_RATIO, 2)
    expect(only?.x).toBe(Math.round((screen.width - width) / 2))
  })

  it('keeps the ratio where the screen is low', () => {
    const [only] = arrangeGolden(1, { width: 2000, height: 500 })
    expect(only?.height).toBeLessThan(500)
    expect((only?.width ?? 0) / (only?.height ?? 1)).toBeCloseTo(GOLDEN_RATIO, 2)
  })

  it('splits 90 percent of the width between two by the ratio', () => {
    const [wide, narrow] = arrangeGolden(2, LAPTOP)
    expect((wide?.width ?? 0) / (narrow?.width ?? 1)).toBeCloseTo(GOLDEN_RATIO, 2)
    const from = wide?.x ?? 0
    const to = (narrow?.x ?? 0) + (narrow?.width ?? 0)
    expect(to - from).toBeCloseTo(1440 * 0.9, -1)
    expect(from).toBeCloseTo(1440 * 0.05, -1)
  })

  it.each([3, 4, 5])('winds %i windows inwards without overlaps on a large screen', (count) => {
    const rects = arrangeGolden(count, { width: 3840, height: 2160 })
    expect(rects).toHaveLength(count)
    expect(hasOverlap(rects)).toBe(false)
    const areas = rects.map((rect) => rect.width * rect.height)
    expect(areas.slice(0, -1)).toEqual(areas.slice(0, -1).toSorted((one, other) => other - one))
  })

  it.each([
    [8, { width: 1440, height: 900 }],
    [8, { width: 1024, height: 768 }],
    [12, { width: 1440, height: 900 }],
  ])('keeps %i windows between bar and dock, each with its title to be seen', (count, screen) => {
    const placed = arrangeGolden(count, screen)
    for (const rect of placed) {
      expect(rect.x).toBeGreaterThanOrEqual(0)
      expect(rect.x + rect.width).toBeLessThanOrEqual(screen.width)
      expect(rect.y).toBeGreaterThanOrEqual(32)
      expect(rect.y + rect.height).toBeLessThanOrEqual(screen.height - 80)
    }
    const corners = placed.map(({ x, y }) => `${x},${y}`)
    expect(new Set(corners).size).toBe(count)
  })

  it.each([
    [LAPTOP, 12],
    [{ width: 1024, height: 768 }, 9],
    [{ width: 1920, height: 1080 }, 18],
  ])('hides no window behind another on %o with up to %i windows', (screen, most) => {
    for (let count = 3; count <= most; count += 1) {
      expect(hasOverlap(arrangeGolden(count, screen)), `${count} windows`).toBe(false)
    }
  })

  it('keeps the largest place for the first of four windows on a laptop', () => {
    const [first, ...others] = arrangeGolden(4, LAPTOP)
    expect(first).toMatchObject({ x: 12, y: 44, width: 868, height: 764 })
    expect(new Set(others.map(({ x }) => x))).toEqual(new Set([892]))
  })

  it.each([16, 24, 40])(
    'keeps the title bar of each of %i windows free of those in front',
    (count) => {
      const placed = arrangeGolden(count, LAPTOP)
      placed.forEach((rect, index) => {
        const titleBar = { ...rect, height: 44 }
        expect(placed.slice(0, index).some((inFront) => overlap(inFront, titleBar))).toBe(false)
      })
    },
  )

  it('places every window within reach and in an allowed size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.record({
          width: fc.integer({ min: 320, max: 3840 }),
          height: fc.integer({ min: 320, max: 2160 }),
        }),
        (count, screen) => {
          for (const rect of [...arrangeGolden(count, screen), ...arrange(sizes(count), screen)]) {
            expect(rect.width).toBeGreaterThanOrEqual(MIN_SIZE.width)
            expect(rect.height).toBeGreaterThanOrEqual(MIN_SIZE.height)
            expect(rect.y).toBeGreaterThanOrEqual(0)
            expect(rect.x).toBeLessThanOrEqual(screen.width - 40)
            expect(rect.x + rect.width).toBeGreaterThanOrEqual(40)
          }
        },
      ),
    )
  })
})
