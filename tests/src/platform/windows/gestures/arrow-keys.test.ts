import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeArrowMove, computeArrowResize } from '#src/platform/windows/gestures/arrow-keys.ts'
import { placeWindow, resizeWindow, snapWindow } from '#src/platform/windows/model/placement.ts'
import { createEmptyState } from '#src/platform/windows/model/saved-layout.ts'
import { SNAP_ZONES } from '#src/platform/windows/model/snap.ts'
import type { Arrow, SnapZone } from '#src/platform/windows/model/snap.ts'
import { openWindow } from '#src/platform/windows/model/transitions.ts'
import type { WindowRecord, WindowsState } from '#src/platform/windows/model/window.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'

const RECT = { x: 100, y: 80, width: 600, height: 400 }
const free = placeWindow(
  openWindow(createEmptyState({ width: 1440, height: 900 }), { path: '/a', title: 'A' }, 'a'),
  'a',
  RECT,
)
const snapped = (zone: SnapZone) => snapWindow(free, 'a', zone)
const windowOf = (state: WindowsState): WindowRecord => {
  const window = state.windows['a']
  if (window === undefined) throw new Error('The window is gone')
  return window
}

describe('an arrow key', () => {
  it.each<[Arrow, object]>([
    ['ArrowLeft', { ...RECT, x: 84 }],
    ['ArrowRight', { ...RECT, x: 116 }],
    ['ArrowUp', { ...RECT, y: 64 }],
    ['ArrowDown', { ...RECT, y: 96 }],
  ])('moves a window by one step: %s', (arrow, rect) => {
    expect(computeArrowMove(windowOf(free), free, arrow)).toEqual(rect)
  })

  it('takes a snapped window out to its own place', () => {
    const state = snapped('right')
    expect(computeArrowMove(windowOf(state), state, 'ArrowLeft')).toEqual({ ...RECT, x: 84 })
  })

  it.each<[Arrow, object]>([
    ['ArrowLeft', { ...RECT, width: 584 }],
    ['ArrowRight', { ...RECT, width: 616 }],
    ['ArrowUp', { ...RECT, height: 384 }],
    ['ArrowDown', { ...RECT, height: 416 }],
  ])('resizes a window by its right or lower edge: %s', (arrow, rect) => {
    expect(computeArrowResize(windowOf(free), free, arrow).rect).toEqual(rect)
  })

  it.each<[SnapZone, Arrow, string]>([
    ['left', 'ArrowRight', 'right'],
    ['right', 'ArrowRight', 'left'],
    ['topLeft', 'ArrowDown', 'bottom'],
    ['bottomRight', 'ArrowUp', 'top'],
    ['bottomRight', 'ArrowLeft', 'left'],
  ])('moves the line of %s by %s', (zone, arrow, direction) => {
    const state = snapped(zone)
    const resized = computeArrowResize(windowOf(state), state, arrow)
    expect(resized.direction).toBe(direction)
    const after = resizeWindow(state, 'a', resized)
    expect(windowOf(after).snap).toBe(zone)
    expect(after.split).not.toEqual(state.split)
    expect(computeShownRect(windowOf(after), after)).toEqual(resized.rect)
  })

  it('makes a window no larger than shows its buttons', () => {
    let state = free
    for (let press = 0; press < 200; press += 1) {
      for (const arrow of ['ArrowRight', 'ArrowDown'] as const) {
        state = resizeWindow(state, 'a', computeArrowResize(windowOf(state), state, arrow))
      }
    }
    expect(computeShownRect(windowOf(state), state)).toEqual({
      x: 100,
      y: 80,
      width: 1340,
      height: 820,
    })
  })

  it('never makes a window smaller than the smallest, whatever is pressed', () => {
    const arrows = fc.array(
      fc.constantFrom<Arrow>('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      { maxLength: 120 },
    )
    fc.assert(
      fc.property(fc.constantFrom(null, ...SNAP_ZONES), arrows, (zone, presses) => {
        let state = snapWindow(free, 'a', zone)
        for (const arrow of presses) {
          state = resizeWindow(state, 'a', computeArrowResize(windowOf(state), state, arrow))
          const { width, height } = computeShownRect(windowOf(state), state)
          expect(width).toBeGreaterThanOrEqual(300)
          expect(height).toBeGreaterThanOrEqual(200)
        }
      }),
      { numRuns: 40 },
    )
  })
})
