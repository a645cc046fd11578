import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage } from '#src/lib/storage/storage.ts'
import { planArrangement, planGoldenArrangement } from '#src/platform/windows/model/placement.ts'
import type { Rect, Size } from '#src/platform/windows/model/geometry.ts'
import { LAYOUT_KEY } from '#src/platform/windows/model/saved-layout.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import { createWindows } from '#src/platform/windows/model/windows-store.ts'
import type { Windows } from '#src/platform/windows/model/windows-store.ts'

const SCREEN = { width: 1440, height: 900 }
const storage = createStorage(
  () => window.localStorage,
  () => window,
)
const create = () => createWindows({ storage: () => storage, screen: SCREEN })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the store of windows', () => {
  it('names the window that a path opened in', () => {
    const windows = create()
    const id = windows.open({ path: '/a', title: 'A' })
    expect(windows.open({ path: '/a/', title: 'A' })).toBe(id)
    expect(windows.findByPath('/a')?.id).toBe(id)
  })

  it('writes the layout a moment after the last of many changes, once', () => {
    const windows = create()
    const write = vi.spyOn(Storage.prototype, 'setItem')
    windows.open({ path: '/a', title: 'A' })
    windows.open({ path: '/b', title: 'B' })
    expect(write).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(write).toHaveBeenCalledTimes(1)
    expect(create().store.getState().order).toHaveLength(2)
  })

  it('writes at once when the page is left', () => {
    const windows = create()
    windows.open({ path: '/a', title: 'A' })
    windows.save()
    expect(storage.get(LAYOUT_KEY)).toContain('"/a"')
  })

  it('does not write when only the screen changes', () => {
    const windows = create()
    windows.setScreen({ width: 800, height: 600 })
    vi.runAllTimers()
    expect(storage.get(LAYOUT_KEY)).toBeNull()
  })

  it('undoes the last change, and a named one', () => {
    const windows = create()
    const a = windows.open({ path: '/a', title: 'A' })
    windows.place(a, { x: 10, y: 20, width: 600, height: 400 })
    windows.close(a)
    const closing = windows.store.getState().history.taken
    windows.open({ path: '/b', title: 'B' })
    expect(windows.undo(closing)).toMatchObject({ kind: 'close', windows: [{ title: 'A' }] })
    expect(windows.findByPath('/a')?.rect).toMatchObject({ x: 10, y: 20 })
    expect(windows.undo(closing)).toBeNull()
    expect(windows.undo()?.kind).toBe('move')
    expect(windows.undo()).toBeNull()
  })

  it('undoes maximizing', () => {
    const windows = create()
    const a = windows.open({ path: '/a', title: 'A' })
    windows.toggleMaximized(a)
    expect(windows.undo()?.kind).toBe('maximize')
    expect(windows.store.getState().windows[a]?.isMaximized).toBe(false)
  })

  it('undoes closing all as one step, each as it was', () => {
    const windows = create()
    const [a = '', b = '', c = ''] = ['/a', '/b', '/c'].map((path) =>
      windows.open({ path, title: path }),
    )
    windows.minimize(b)
    windows.restore(a)
    windows.closeAll()
    expect(windows.store.getState().order).toEqual([])
    windows.undo()
    const { order, activeId, windows: open } = windows.store.getState()
    expect(order).toEqual([a, b, c])
    expect(activeId).toBe(a)
    expect([a, b, c].map((id) => open[id]?.isMinimized)).toEqual([false, true, false])
  })

  it('undoes the presses of a held key as one step', () => {
    const windows = create()
    const a = windows.open({ path: '/a', title: 'A' })
    const before = windows.store.getState().windows[a]?.rect
    for (const x of [160, 176, 192]) {
      windows.place(a, { x, y: 68, width: 1152, height: 765 }, { joins: true })
    }
    expect(windows.store.getState().history.steps).toHaveLength(1)
    windows.undo()
    expect(windows.store.getState().windows[a]?.rect).toEqual(before)
  })

  it('cycles through windows in the order of opening, without minimized ones', () => {
    const windows = create()
    const [a, b, c] = ['/a', '/b', '/c'].map((path) => windows.open({ path, title: path }))
    windows.minimize(b ?? '')
    windows.cycle(1)
    expect(windows.store.getState().activeId).toBe(a)
    windows.cycle(1)
    expect(windows.store.getState().activeId).toBe(c)
    windows.cycle(-1)
    expect(windows.store.getState().activeId).toBe(a)
  })

  it('arranges window after window, skips windows closed meanwhile, and undoes all at once', () => {
    const windows = create()
    const [a = '', b = '', c = ''] = ['/a', '/b', '/c'].map((path) =>
      windows.open({ path, title: path }),
    )
    const before = windows.store.getState().windows[b]?.rect
    const placements = planArrangement(windows.store.getState())
    const xOf = (id: string) => windows.store.getState().windows[id]?.rect.x
    windows.arrange(placements, 100)
    expect([xOf(a), xOf(b)]).toEqual([12, before?.x])
    vi.advanceTimersByTime(100)
    expect(xOf(b)).toBe(726)
    windows.close(c)
    vi.advanceTimersByTime(100)
    expect(xOf(c)).toBeUndefined()
    windows.undo()
    windows.undo()
    expect(windows.store.getState().windows[b]?.rect).toEqual(before)
  })

  it('stops arranging when the arrangement is taken back half way', () => {
    const windows = create()
    const [, b = ''] = ['/a', '/b'].map((path) => windows.open({ path, title: path }))
    const before = windows.store.getState().windows
    windows.arrange(planArrangement(windows.store.getState()), 100)
    windows.undo()
    vi.runAllTimers()
    expect(windows.store.getState().windows[b]?.rect).toEqual(before[b]?.rect)
  })

  it('works without a storage', () => {
    const blocked = createStorage(
      () => {
        throw new Error('blocked')
      },
      () => window,
    )
    const windows = createWindows({ storage: () => blocked, screen: SCREEN })
    windows.open({ path: '/a', title: 'A' })
    vi.runAllTimers()
    expect(windows.store.getState().order).toHaveLength(1)
  })
})

describe('a browser that changes its size', () => {
  const SMALLER = { width: 1024, height: 768 }
  const paths = (count: number) => Array.from({ length: count }, (_, index) => `/app-${index}`)
  const openAll = (windows: Windows, count: number) =>
    paths(count).map((path) => windows.open({ path, title: path }))
  const rectsOf = ({ store }: Windows): Rect[] => {
    const state = store.getState()
    return state.order.flatMap((id) => {
      const window = state.windows[id]
      return window === undefined ? [] : [computeShownRect(window, state)]
    })
  }
  const arrangedOn = (screen: Size, count: number, by: typeof planArrangement) => {
    const windows = createWindows({ storage: () => storage, screen })
    openAll(windows, count)
    windows.arrange(by(windows.store.getState()))
    return windows
  }
  const layouts = [
    ['a grid', planArrangement],
    ['the golden ratio', planGoldenArrangement],
  ] as const

  it.each(layouts.flatMap(([name, by]) => [2, 3, 7].map((count) => [count, name, by] as const)))(
    'puts %i windows in %s where that size would have them, and back',
    (count, _name, by) => {
      const windows = arrangedOn(SCREEN, count, by)
      const before = rectsOf(windows)
      windows.setScreen(SMALLER)
      storage.remove(LAYOUT_KEY)
      expect(rectsOf(windows)).toEqual(rectsOf(arrangedOn(SMALLER, count, by)))
      windows.setScreen(SCREEN)
      expect(rectsOf(windows)).toEqual(before)
    },
  )

  it('keeps the size of a window that is alone in a grid, as far as the screen allows', () => {
    const windows = arrangedOn(SCREEN, 1, planArrangement)
    windows.setScreen({ width: 800, height: 1000 })
    expect(rectsOf(windows)).toEqual([{ x: 0, y: 118, width: 800, height: 765 }])
    windows.setScreen(SCREEN)
    expect(rectsOf(windows)).toEqual([{ x: 144, y: 68, width: 1152, height: 765 }])
  })

  it('leaves a window alone that was moved or resized since, and the others in their cells', () => {
    const windows = arrangedOn(SCREEN, 4, planArrangement)
    const [moved = '', resized = ''] = windows.store.getState().order
    windows.place(moved, { x: 100, y: 100, width: 500, height: 300 })
    windows.resize(resized, { x: 726, y: 44, width: 400, height: 376 }, 'right')
    windows.setScreen(SMALLER)
    const own = rectsOf(windows)
    storage.remove(LAYOUT_KEY)
    expect(own[0]).toEqual({ x: 100, y: 100, width: 500, height: 300 })
    expect(own[1]).toEqual({ x: 624, y: 44, width: 400, height: 376 })
    expect(own.slice(2)).toEqual(rectsOf(arrangedOn(SMALLER, 4, planArrangement)).slice(2))
  })

  it('leaves every other window in its cell when one is closed', () => {
    const windows = arrangedOn(SCREEN, 4, planArrangement)
    windows.close(windows.store.getState().order[1] ?? '')
    windows.setScreen(SMALLER)
    const rects = rectsOf(windows)
    storage.remove(LAYOUT_KEY)
    expect(rects).toEqual(rectsOf(arrangedOn(SMALLER, 4, planArrangement)).toSpliced(1, 1))
  })

  it('finds arranged windows in their cells after a reload at another size', () => {
    const before = arrangedOn(SCREEN, 5, planGoldenArrangement)
    before.save()
    const after = createWindows({ storage: () => storage, screen: SMALLER })
    before.setScreen(SMALLER)
    expect(rectsOf(after)).toEqual(rectsOf(before))
  })

  it('undoes an arrangement after the browser was resized', () => {
    const windows = create()
    openAll(windows, 3)
    const before = rectsOf(windows)
    windows.arrange(planArrangement(windows.store.getState()))
    windows.setScreen(SMALLER)
    windows.undo()
    windows.setScreen(SCREEN)
    expect(rectsOf(windows)).toEqual(before)
  })

  it('leaves no step when the same windows are arranged again', () => {
    const windows = arrangedOn(SCREEN, 3, planArrangement)
    windows.setScreen(SMALLER)
    const { taken } = windows.store.getState().history
    windows.arrange(planArrangement(windows.store.getState()))
    expect(windows.store.getState().history.taken).toBe(taken)
  })

  it('lets snapped and maximized windows fill their share of it', () => {
    const windows = create()
    const [snapped = '', maximized = ''] = openAll(windows, 2)
    windows.snap(snapped, 'left')
    windows.toggleMaximized(maximized)
    windows.setScreen(SMALLER)
    expect(rectsOf(windows)).toEqual([
      { x: 0, y: 32, width: 512, height: 656 },
      { x: 26, y: 19, width: 973, height: 730 },
    ])
  })
})
