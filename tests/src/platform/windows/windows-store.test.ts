import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage } from '#src/lib/storage.ts'
import { LAYOUT_KEY } from '#src/platform/windows/saved-layout.ts'
import { createWindows } from '#src/platform/windows/windows-store.ts'

const SCREEN = { width: 1440, height: 900 }
const storage = createStorage(
  () => window.localStorage,
  () => window,
)
const create = () => createWindows({ storage, screen: SCREEN })

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

  it('works without a storage', () => {
    const blocked = createStorage(
      () => {
        throw new Error('blocked')
      },
      () => window,
    )
    const windows = createWindows({ storage: blocked, screen: SCREEN })
    windows.open({ path: '/a', title: 'A' })
    vi.runAllTimers()
    expect(windows.store.getState().order).toHaveLength(1)
  })
})
