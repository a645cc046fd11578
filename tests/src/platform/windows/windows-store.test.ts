import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage } from '#src/lib/storage.ts'
import { LAYOUT_KEY } from '#src/platform/windows/saved-layout.ts'
import { createWindows } from '#src/platform/windows/windows-store.ts'

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

  it('takes back the last change, and a named one', () => {
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

  it('takes back a maximising', () => {
    const windows = create()
    const a = windows.open({ path: '/a', title: 'A' })
    windows.toggleMaximized(a)
    expect(windows.undo()?.kind).toBe('maximize')
    expect(windows.store.getState().windows[a]?.isMaximized).toBe(false)
  })

  it('takes back the closing of all as one, each as it was', () => {
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

  it('takes back the presses of a held key as one', () => {
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

  it('goes round the windows in the order of opening, past those that are minimised', () => {
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

  it('arranges window after window, leaves out what is closed meanwhile, and takes it back as one', () => {
    const windows = create()
    const [a = '', b = '', c = ''] = ['/a', '/b', '/c'].map((path) =>
      windows.open({ path, title: path }),
    )
    const placements = [a, b, c].map((id, index) => ({
      id,
      rect: { x: index * 100, y: 50, width: 400, height: 300 },
    }))
    const before = windows.store.getState().windows[b]?.rect
    const xOf = (id: string) => windows.store.getState().windows[id]?.rect.x
    windows.arrange(placements, 100)
    expect([xOf(a), xOf(b)]).toEqual([0, before?.x])
    vi.advanceTimersByTime(100)
    expect(xOf(b)).toBe(100)
    windows.close(c)
    vi.advanceTimersByTime(100)
    expect(xOf(c)).toBeUndefined()
    windows.undo()
    windows.undo()
    expect(windows.store.getState().windows[b]?.rect).toEqual(before)
  })

  it('stops arranging when the arrangement is taken back half way', () => {
    const windows = create()
    const [a = '', b = ''] = ['/a', '/b'].map((path) => windows.open({ path, title: path }))
    const before = windows.store.getState().windows
    windows.arrange(
      [a, b].map((id) => ({ id, rect: { x: 1, y: 1, width: 400, height: 300 } })),
      100,
    )
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
