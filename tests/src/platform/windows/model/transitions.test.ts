import { describe, expect, it } from 'vitest'
import { computeDefaultRect } from '#src/platform/windows/model/geometry.ts'
import type { Size } from '#src/platform/windows/model/geometry.ts'
import { createEmptyState } from '#src/platform/windows/model/saved-layout.ts'
import {
  applyPlacement,
  planArrangement,
  planGoldenArrangement,
  placeWindow,
  toggleMaximized,
} from '#src/platform/windows/model/placement.ts'
import {
  closeWindow,
  focusWindow,
  minimizeWindow,
  openWindow,
  renameWindow,
  restoreWindow,
  setScreen,
} from '#src/platform/windows/model/transitions.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import type { WindowsState } from '#src/platform/windows/model/window.ts'

const LAPTOP = { width: 1440, height: 900 }

const TABLET = { width: 1024, height: 768 }

const openedOn = (screen: Size, ...paths: string[]): WindowsState =>
  paths.reduce(
    (state, path) => openWindow(state, { path, title: path.slice(1) }, path.slice(1)),
    createEmptyState(screen),
  )

const opened = (...paths: string[]): WindowsState => openedOn(LAPTOP, ...paths)

describe('opening', () => {
  it('adds an active window on top, in the default place', () => {
    const state = opened('/a', '/b')
    expect(state.order).toEqual(['a', 'b'])
    expect(state.activeId).toBe('b')
    expect(state.stacking).toEqual({ a: 1000, b: 1001 })
    expect(state.windows['a']).toMatchObject({
      rect: computeDefaultRect(LAPTOP),
      isMinimized: false,
    })
  })

  it.each([
    [LAPTOP, 14, ['144,68', '172,40', '200,68']],
    [TABLET, 7, ['103,58', '131,58', '159,58']],
    [{ width: 1280, height: 720 }, 9, ['128,54', '156,54', '184,54']],
  ])('keeps a cascade of %o between status bar and dock', (screen, count, first) => {
    const paths = Array.from({ length: count }, (_, index) => `/app-${index}`)
    const rects = Object.values(openedOn(screen, ...paths).windows).map(({ rect }) => rect)
    const { width, height, y } = computeDefaultRect(screen)
    expect(rects.slice(0, 3).map((rect) => `${rect.x},${rect.y}`)).toEqual(first)
    expect(new Set(rects.map((rect) => `${rect.x},${rect.y}`)).size).toBe(count)
    for (const rect of rects) {
      expect(rect).toMatchObject({ width, height })
      expect(Math.min(rect.x, rect.y - 32)).toBeGreaterThanOrEqual(0)
      expect(rect.x + width).toBeLessThanOrEqual(screen.width)
      // The default place is the lowest that leaves the dock free.
      expect(rect.y).toBeLessThanOrEqual(y)
    }
  })

  it('moves by whole steps of 28 px, also when the places above the dock are taken', () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/app-${index}`)
    const rects = Object.values(openedOn(TABLET, ...paths).windows).map(({ rect }) => rect)
    const { x, y } = computeDefaultRect(TABLET)
    expect(new Set(rects.map((rect) => `${rect.x},${rect.y}`)).size).toBe(20)
    for (const rect of rects) {
      expect(Math.abs(rect.x - x) % 28).toBe(0)
      expect(Math.abs(rect.y - y) % 28).toBe(0)
    }
  })

  it('moves a smaller window by 28 px right and down, and above the first before the dock', () => {
    const size = { widthRatio: 0.65, heightRatio: 0.7 }
    let state = createEmptyState(LAPTOP)
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      state = openWindow(state, { path: `/${id}`, title: id, size }, id)
    }
    const rects = Object.values(state.windows).map(({ rect }) => rect)
    expect(rects.map(({ x, y }) => [x, y])).toEqual([
      [252, 135],
      [280, 163],
      [308, 51],
      [336, 79],
      [364, 107],
    ])
  })

  it('keeps the default place for a window of another size, and for one whose place is free again', () => {
    const beside = openWindow(
      opened('/a'),
      { path: '/b', title: 'b', size: { widthRatio: 0.6, heightRatio: 0.5 } },
      'b',
    )
    expect(beside.windows['b']?.rect).toMatchObject({ x: 288, y: 225 })
    const again = openWindow(closeWindow(opened('/a'), 'a'), { path: '/b', title: 'b' }, 'b')
    expect(again.windows['b']?.rect).toEqual(computeDefaultRect(LAPTOP))
  })

  it('un-minimises and raises the window that has the path open', () => {
    const state = openWindow(
      minimizeWindow(opened('/a', '/b'), 'a'),
      { path: '/a', title: 'a' },
      'other',
    )
    expect(state.order).toEqual(['a', 'b'])
    expect(state.activeId).toBe('a')
    expect(state.windows['a']?.isMinimized).toBe(false)
    expect(state.stacking['a']).toBeGreaterThan(state.stacking['b'] ?? 0)
  })

  it('hands a new query to the window that is open', () => {
    const state = openWindow(opened('/a'), { path: '/a?report=1', title: 'a' }, 'other')
    expect(state.order).toEqual(['a'])
    expect(state.windows['a']?.path).toBe('/a?report=1')
  })

  it('asks for the focus each time, also for the window that is active', () => {
    const state = opened('/a')
    expect(openWindow(state, { path: '/a', title: 'a' }, 'x').focusRequests).toBe(
      state.focusRequests + 1,
    )
  })
})

describe('what is active next', () => {
  it('is the highest that remains after closing', () => {
    const raised = focusWindow(opened('/a', '/b', '/c'), 'a', { asksFocus: false })
    const state = closeWindow(raised, 'a')
    expect(state.activeId).toBe('c')
    expect(state.order).toEqual(['b', 'c'])
    expect(state.stacking).not.toHaveProperty('a')
  })

  it('is the highest that is not minimised after minimising', () => {
    const state = minimizeWindow(minimizeWindow(opened('/a', '/b', '/c'), 'b'), 'c')
    expect(state.activeId).toBe('a')
  })

  it('is nothing when every window is minimised or closed', () => {
    expect(minimizeWindow(opened('/a'), 'a').activeId).toBeNull()
    expect(closeWindow(opened('/a'), 'a').activeId).toBeNull()
  })

  it('stays as it is when another window goes', () => {
    expect(closeWindow(opened('/a', '/b'), 'a').activeId).toBe('b')
    expect(minimizeWindow(opened('/a', '/b'), 'a').activeId).toBe('b')
  })

  it('is the window that is restored', () => {
    const state = restoreWindow(minimizeWindow(opened('/a', '/b'), 'a'), 'a')
    expect(state.activeId).toBe('a')
    expect(state.windows['a']?.isMinimized).toBe(false)
  })
})

describe('focusing', () => {
  it('returns the same state for the window on top', () => {
    const state = opened('/a', '/b')
    expect(focusWindow(state, 'b', { asksFocus: false })).toBe(state)
  })

  it('edits no window', () => {
    const state = opened('/a', '/b')
    expect(focusWindow(state, 'a', { asksFocus: false }).windows).toBe(state.windows)
  })
})

describe('maximising', () => {
  const shown = (state: WindowsState, id: string) => {
    const window = state.windows[id]
    return window && computeShownRect(window, state)
  }

  it('restores exactly the place from before', () => {
    const placed = placeWindow(opened('/a'), 'a', { x: -20, y: 33, width: 777, height: 444 })
    const maximised = toggleMaximized(placed, 'a')
    expect(shown(maximised, 'a')).toEqual({ x: 36, y: 23, width: 1368, height: 855 })
    expect(shown(toggleMaximized(maximised, 'a'), 'a')).toEqual({
      x: -20,
      y: 33,
      width: 777,
      height: 444,
    })
  })

  it('takes no drag or resize', () => {
    const maximised = toggleMaximized(opened('/a'), 'a')
    const dragged = placeWindow(maximised, 'a', { x: 1, y: 1, width: 400, height: 400 })
    expect(dragged.windows['a']?.rect).toEqual(maximised.windows['a']?.rect)
  })

  it('follows the screen', () => {
    const state = setScreen(toggleMaximized(opened('/a'), 'a'), { width: 1000, height: 800 })
    expect(shown(state, 'a')).toEqual({ x: 25, y: 20, width: 950, height: 760 })
  })
})

describe('a browser that shrinks and grows back', () => {
  it('brings every window back to where it was', () => {
    const before = placeWindow(opened('/a'), 'a', { x: 700, y: 500, width: 700, height: 380 })
    const back = setScreen(setScreen(before, { width: 800, height: 600 }), LAPTOP)
    const window = back.windows['a']
    expect(window && computeShownRect(window, back)).toEqual({
      x: 700,
      y: 500,
      width: 700,
      height: 380,
    })
  })
})

describe('arranging', () => {
  it('ignores minimized windows and ends maximizing of the others', () => {
    const state = toggleMaximized(minimizeWindow(opened('/a', '/b', '/c'), 'b'), 'c')
    const placements = planArrangement(state)
    expect(placements.map((placement) => placement.id)).toEqual(['a', 'c'])
    const arranged = placements.reduce(applyPlacement, state)
    expect(arranged.windows['c']).toMatchObject({ isMaximized: false, rect: placements[1]?.rect })
    expect(arranged.windows['b']).toBe(state.windows['b'])
  })

  it('assigns the largest golden place to the highest window', () => {
    const state = focusWindow(opened('/a', '/b', '/c'), 'b', { asksFocus: false })
    expect(planGoldenArrangement(state).map((placement) => placement.id)).toEqual(['b', 'c', 'a'])
  })
})

it.each([
  ['closing', (state: WindowsState) => closeWindow(state, 'gone')],
  ['minimising', (state: WindowsState) => minimizeWindow(state, 'gone')],
  ['restoring', (state: WindowsState) => restoreWindow(state, 'gone')],
  ['maximising', (state: WindowsState) => toggleMaximized(state, 'gone')],
  ['renaming', (state: WindowsState) => renameWindow(state, 'gone', 'x')],
  ['placing', (state: WindowsState) => placeWindow(state, 'gone', computeDefaultRect(LAPTOP))],
])('changes nothing when %s a window that is gone', (_name, transition) => {
  const state = opened('/a')
  expect(transition(state)).toBe(state)
})
