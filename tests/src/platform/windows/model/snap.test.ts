import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MIN_SIZE } from '#src/platform/windows/model/geometry.ts'
import {
  EVEN_SPLIT,
  SNAP_ZONES,
  computeSnapArea,
  computeSnapRect,
  computeSnappedResizeLimit,
  computeSplit,
  findZoneAt,
  findNextZone,
} from '#src/platform/windows/model/snap.ts'
import type { Arrow, SnapZone } from '#src/platform/windows/model/snap.ts'

const LAPTOP = { width: 1440, height: 900 }

const screens = fc.record({
  width: fc.integer({ min: 640, max: 3840 }),
  height: fc.integer({ min: 320, max: 2160 }),
})
const splits = fc.record({
  x: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  y: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
})
const zones = fc.constantFrom(...SNAP_ZONES)
const arrows = fc.constantFrom<Arrow>('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown')

describe('zones', () => {
  it.each<[SnapZone, object]>([
    ['left', { x: 0, y: 32, width: 720, height: 788 }],
    ['right', { x: 720, y: 32, width: 720, height: 788 }],
    ['top', { x: 0, y: 32, width: 1440, height: 394 }],
    ['bottom', { x: 0, y: 426, width: 1440, height: 394 }],
    ['topLeft', { x: 0, y: 32, width: 720, height: 394 }],
    ['topRight', { x: 720, y: 32, width: 720, height: 394 }],
    ['bottomLeft', { x: 0, y: 426, width: 720, height: 394 }],
    ['bottomRight', { x: 720, y: 426, width: 720, height: 394 }],
  ])('fill their part between status bar and dock: %s', (zone, rect) => {
    expect(computeSnapRect(zone, LAPTOP, EVEN_SPLIT)).toEqual(rect)
  })

  it('share their lines exactly where there is room for two', () => {
    fc.assert(
      fc.property(screens, splits, (screen, split) => {
        const area = computeSnapArea(screen)
        fc.pre(area.height >= 2 * MIN_SIZE.height)
        const [left, right] = [
          computeSnapRect('left', screen, split),
          computeSnapRect('right', screen, split),
        ]
        expect(left.x + left.width).toBe(right.x)
        expect(left.width + right.width).toBe(area.width)
        const [above, below] = [
          computeSnapRect('topRight', screen, split),
          computeSnapRect('bottomRight', screen, split),
        ]
        expect(above.y + above.height).toBe(below.y)
        expect(above.height + below.height).toBe(area.height)
      }),
    )
  })

  it('never give less than the smallest size, and stay in their area', () => {
    fc.assert(
      fc.property(zones, screens, splits, (zone, screen, split) => {
        const rect = computeSnapRect(zone, screen, split)
        const area = computeSnapArea(screen)
        expect(rect.width).toBeGreaterThanOrEqual(MIN_SIZE.width)
        expect(rect.height).toBeGreaterThanOrEqual(MIN_SIZE.height)
        expect(rect.x).toBeGreaterThanOrEqual(area.x)
        expect(rect.y).toBeGreaterThanOrEqual(area.y)
        expect(rect.x + rect.width).toBeLessThanOrEqual(area.x + area.width)
        expect(rect.y + rect.height).toBeLessThanOrEqual(area.y + area.height)
      }),
    )
  })
})

describe('a drag', () => {
  it.each<[string, { x: number; y: number }, SnapZone | null]>([
    ['nowhere', { x: 700, y: 400 }, null],
    ['near no edge', { x: 20, y: 400 }, null],
    ['at the left edge', { x: 4, y: 450 }, 'left'],
    ['a little beyond the left edge', { x: -100, y: 450 }, 'left'],
    ['far beyond the left edge', { x: -300, y: 450 }, null],
    ['far below', { x: 700, y: 2000 }, null],
    ['at the right edge', { x: 1439, y: 450 }, 'right'],
    ['at the top edge', { x: 700, y: 2 }, 'top'],
    ['at the bottom edge', { x: 700, y: 899 }, 'bottom'],
    ['in the corner', { x: 2, y: 2 }, 'topLeft'],
    ['at the left edge, near its top', { x: 2, y: 150 }, 'topLeft'],
    ['at the left edge, near its bottom', { x: 2, y: 760 }, 'bottomLeft'],
    ['at the top edge, near its right', { x: 1300, y: 2 }, 'topRight'],
    ['at the bottom edge, near its right', { x: 1300, y: 898 }, 'bottomRight'],
  ])('%s asks for a zone or none', (_name, point, zone) => {
    expect(findZoneAt(point, LAPTOP)).toBe(zone)
  })

  it('asks for nothing in the middle of any screen', () => {
    fc.assert(
      fc.property(screens, (screen) => {
        expect(findZoneAt({ x: screen.width / 2, y: screen.height / 2 }, screen)).toBeNull()
      }),
    )
  })
})

describe('arrow keys', () => {
  it.each<[SnapZone | null, Arrow, SnapZone | null]>([
    [null, 'ArrowLeft', 'left'],
    [null, 'ArrowUp', 'top'],
    ['left', 'ArrowUp', 'topLeft'],
    ['left', 'ArrowRight', null],
    ['left', 'ArrowLeft', 'left'],
    ['topLeft', 'ArrowRight', 'top'],
    ['top', 'ArrowRight', 'topRight'],
    ['topRight', 'ArrowDown', 'right'],
    ['right', 'ArrowDown', 'bottomRight'],
    ['bottom', 'ArrowUp', null],
  ])('lead from %s by %s to %s', (from, arrow, to) => {
    expect(findNextZone(from, arrow)).toBe(to)
  })

  it('lead back to where one was', () => {
    const back: Record<Arrow, Arrow> = {
      ArrowLeft: 'ArrowRight',
      ArrowRight: 'ArrowLeft',
      ArrowUp: 'ArrowDown',
      ArrowDown: 'ArrowUp',
    }
    fc.assert(
      fc.property(fc.constantFrom(null, ...SNAP_ZONES), arrows, (from, arrow) => {
        const to = findNextZone(from, arrow)
        fc.pre(to !== from)
        expect(findNextZone(to, back[arrow])).toBe(from)
      }),
    )
  })

  it('reach every zone in at most two steps', () => {
    const all: Arrow[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
    const near = all.map((arrow) => findNextZone(null, arrow))
    const far = near.flatMap((zone) => all.map((arrow) => findNextZone(zone, arrow)))
    expect(new Set([...near, ...far].filter((zone) => zone !== null))).toEqual(new Set(SNAP_ZONES))
  })
})

describe('the lines between zones', () => {
  const resized = (zone: SnapZone, direction: string, patch: object) =>
    computeSplit(zone, {
      direction,
      rect: { ...computeSnapRect(zone, LAPTOP, EVEN_SPLIT), ...patch },
      screen: LAPTOP,
      split: EVEN_SPLIT,
    })

  it.each<[SnapZone, string, object, object]>([
    ['left', 'right', { width: 900 }, { x: 0.625, y: 0.5 }],
    ['right', 'left', { x: 540, width: 900 }, { x: 0.375, y: 0.5 }],
    ['top', 'bottom', { height: 493 }, { x: 0.5, y: 0.63 }],
    ['topLeft', 'bottomRight', { width: 360, height: 493 }, { x: 0.25, y: 0.63 }],
    ['bottomRight', 'topLeft', { x: 360, y: 327, height: 493 }, { x: 0.25, y: 0.37 }],
  ])('follow %s by its %s', (zone, direction, patch, split) => {
    const { x, y } = resized(zone, direction, patch) ?? EVEN_SPLIT
    expect({ x: Number(x.toFixed(3)), y: Number(y.toFixed(2)) }).toEqual(split)
  })

  it.each<[SnapZone, string]>([
    ['left', 'left'],
    ['left', 'bottomRight'],
    ['top', 'right'],
    ['topLeft', 'topRight'],
    ['bottomRight', 'bottom'],
  ])('are not meant by %s and its %s', (zone, direction) => {
    expect(resized(zone, direction, {})).toBeNull()
  })

  it.each<[SnapZone, object]>([
    ['right', { width: 1140, height: 788 }],
    ['top', { width: 1440, height: 588 }],
    ['bottomLeft', { width: 1140, height: 588 }],
  ])('limit a resize of %s across them only', (zone, largest) => {
    expect(computeSnappedResizeLimit(zone, LAPTOP)).toEqual(largest)
  })

  it('leave both sides their smallest size', () => {
    expect(resized('left', 'right', { width: 5 })?.x).toBeCloseTo(300 / 1440)
    expect(resized('left', 'right', { width: 1439 })?.x).toBeCloseTo(1140 / 1440)
  })
})
