import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FALLBACK_SCREEN,
  MIN_SIZE,
  OVERSIZE_PX,
  VISIBLE_PX,
  clampPosition,
  computeDefaultRect,
  computeDragBounds,
  fitToScreen,
  isPhone,
  keepReachable,
  toKnownScreen,
  computeMaximizedRect,
  computePhoneRect,
  computeResizeLimit,
} from '#src/platform/windows/model/geometry.ts'
import type { Rect, Size } from '#src/platform/windows/model/geometry.ts'

const LAPTOP = { width: 1440, height: 900 }

const screens = fc.record({
  width: fc.integer({ min: 320, max: 3840 }),
  height: fc.integer({ min: 320, max: 2160 }),
})
const rects = fc.record({
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
  width: fc.integer({ min: 1, max: 6000 }),
  height: fc.integer({ min: 1, max: 6000 }),
})

const visibleWidth = (rect: Rect, screen: Size) =>
  Math.min(rect.x + rect.width, screen.width) - Math.max(rect.x, 0)

describe('default places', () => {
  it.each([
    ['80 by 85 percent', undefined, { x: 144, y: 68, width: 1152, height: 765 }],
    ['Home', { widthRatio: 0.6, heightRatio: 0.5 }, { x: 288, y: 225, width: 864, height: 450 }],
    [
      'Calendar',
      { widthRatio: 0.65, heightRatio: 0.7 },
      { x: 252, y: 135, width: 936, height: 630 },
    ],
  ])('are centered shares of the screen: %s', (_name, ratios, rect) => {
    expect(computeDefaultRect(LAPTOP, ratios)).toEqual(rect)
  })

  it('are never smaller than the smallest size', () => {
    expect(computeDefaultRect({ width: 320, height: 220 })).toMatchObject({
      width: 300,
      height: 200,
    })
  })

  it('use 1200 by 800 when the screen is unknown', () => {
    expect(toKnownScreen({ width: 0, height: 900 })).toBe(FALLBACK_SCREEN)
    expect(toKnownScreen({ width: Number.NaN, height: 900 })).toBe(FALLBACK_SCREEN)
    expect(computeDefaultRect({ width: 0, height: 0 })).toEqual({
      x: 120,
      y: 60,
      width: 960,
      height: 680,
    })
  })

  it('take 95 percent of the screen, centered, when maximized', () => {
    expect(computeMaximizedRect(LAPTOP)).toEqual({ x: 36, y: 23, width: 1368, height: 855 })
  })

  it('fill a phone above its dock', () => {
    expect(isPhone({ width: 390, height: 844 })).toBe(true)
    expect(isPhone({ width: 640, height: 844 })).toBe(false)
    expect(computePhoneRect({ width: 390, height: 844 })).toEqual({
      x: 0,
      y: 0,
      width: 390,
      height: 780,
    })
  })

  it('fill a phone on its side beside its dock, but no wide and low browser', () => {
    const lying = { width: 844, height: 390 }
    expect(isPhone(lying)).toBe(true)
    expect(computePhoneRect(lying)).toEqual({ x: 64, y: 0, width: 780, height: 390 })
    expect(isPhone({ width: 960, height: 390 })).toBe(false)
    expect(isPhone({ width: 844, height: 480 })).toBe(false)
  })
})

describe('dragging', () => {
  it.each([
    ['left', { x: -3000, y: 100 }, { x: 40 - 800, y: 100 }],
    ['right', { x: 3000, y: 100 }, { x: 1400, y: 100 }],
    ['top', { x: 100, y: -300 }, { x: 100, y: 0 }],
    ['bottom', { x: 100, y: 3000 }, { x: 100, y: 860 }],
    ['nowhere', { x: 10, y: 20 }, { x: 10, y: 20 }],
  ])('stops where 40 px would be left: %s', (_edge, to, kept) => {
    const rect = { ...to, width: 800, height: 600 }
    expect(clampPosition(rect, LAPTOP)).toEqual({ ...rect, ...kept })
  })

  it('leaves every window within reach and its size alone', () => {
    fc.assert(
      fc.property(rects, screens, (rect, screen) => {
        const kept = clampPosition(rect, screen)
        expect(kept.y).toBeGreaterThanOrEqual(0)
        expect(screen.height - kept.y).toBeGreaterThanOrEqual(VISIBLE_PX)
        expect(visibleWidth(kept, screen)).toBeGreaterThanOrEqual(Math.min(VISIBLE_PX, rect.width))
        expect([kept.width, kept.height]).toEqual([rect.width, rect.height])
      }),
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(rects, screens, (rect, screen) => {
        const kept = keepReachable(rect, screen)
        expect(keepReachable(kept, screen)).toEqual(kept)
      }),
    )
  })

  it('returns the same limits for the drag library', () => {
    fc.assert(
      fc.property(rects, screens, (rect, screen) => {
        const { left, right, top, bottom } = computeDragBounds(rect, screen)
        const byBounds = {
          ...rect,
          x: Math.max(left, Math.min(right, rect.x)),
          y: Math.max(top, Math.min(bottom, rect.y)),
        }
        expect(clampPosition(rect, screen)).toEqual(byBounds)
      }),
    )
  })
})

describe('resizing', () => {
  it('keeps between the smallest size and the screen plus 100 px', () => {
    fc.assert(
      fc.property(rects, screens, (rect, screen) => {
        const { width, height } = keepReachable(rect, screen)
        expect(width).toBeGreaterThanOrEqual(MIN_SIZE.width)
        expect(height).toBeGreaterThanOrEqual(MIN_SIZE.height)
        expect(width).toBeLessThanOrEqual(Math.max(MIN_SIZE.width, screen.width + OVERSIZE_PX))
        expect(height).toBeLessThanOrEqual(Math.max(MIN_SIZE.height, screen.height + OVERSIZE_PX))
      }),
    )
  })

  it.each(['top', 'topLeft', 'topRight'])('never pulls the %s off the screen', (direction) => {
    const rect = { x: 100, y: 60, width: 500, height: 400 }
    expect(computeResizeLimit(rect, direction, LAPTOP)).toEqual({ width: 1540, height: 460 })
  })

  it.each(['bottom', 'left', 'right', 'bottomRight'])(
    'may go 100 px beyond by the %s',
    (direction) => {
      const rect = { x: 100, y: 60, width: 500, height: 400 }
      expect(computeResizeLimit(rect, direction, LAPTOP)).toEqual({ width: 1540, height: 1000 })
    },
  )
})

describe('another screen', () => {
  it('keeps a fully visible window fully visible, down to the smallest size', () => {
    fc.assert(
      fc.property(screens, screens, (before, after) => {
        const shown = fitToScreen(computeDefaultRect(before), before, after)
        expect(shown.x).toBeGreaterThanOrEqual(0)
        expect(shown.y).toBeGreaterThanOrEqual(0)
        expect(shown.x + shown.width).toBeLessThanOrEqual(Math.max(after.width, MIN_SIZE.width))
        expect(shown.y + shown.height).toBeLessThanOrEqual(Math.max(after.height, MIN_SIZE.height))
      }),
    )
  })

  it('scales a window that would not fit, below the status bar', () => {
    const [before, after] = [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
    ]
    const shown = fitToScreen(computeDefaultRect(before), before, after)
    expect(shown).toEqual({ x: 144, y: 48, width: 819, height: 653 })
    const small = { x: 1000, y: 600, width: 400, height: 300 }
    expect(fitToScreen(small, before, after)).toEqual({ x: 624, y: 468, width: 400, height: 300 })
  })

  it('keeps a window above the dock that was above it', () => {
    const [before, after] = [
      { width: 1440, height: 900 },
      { width: 1440, height: 700 },
    ]
    const low = { x: 40, y: 500, width: 400, height: 300 }
    expect(fitToScreen(low, before, after)).toEqual({ ...low, y: 320 })
  })

  it('scales a window that was opened on a phone to a large screen', () => {
    const [phone, large] = [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]
    const shown = fitToScreen(computeDefaultRect(phone), phone, large)
    expect(shown).toEqual({ x: 144, y: 68, width: 1152, height: 765 })
  })

  it('loses no window, wherever it was', () => {
    fc.assert(
      fc.property(rects, screens, screens, (rect, before, after) => {
        const shown = fitToScreen(keepReachable(rect, before), before, after)
        expect(visibleWidth(shown, after)).toBeGreaterThanOrEqual(VISIBLE_PX)
        expect(shown.y).toBeGreaterThanOrEqual(0)
        expect(after.height - shown.y).toBeGreaterThanOrEqual(VISIBLE_PX)
      }),
    )
  })

  it('moves nothing on the screen it was placed on', () => {
    fc.assert(
      fc.property(rects, screens, (rect, screen) => {
        const placed = keepReachable(rect, screen)
        expect(fitToScreen(placed, screen, screen)).toEqual(placed)
      }),
    )
  })
})
