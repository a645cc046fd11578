import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyState, parseLayout, serialiseLayout } from '#src/platform/windows/saved-layout.ts'
import { minimizeWindow, openWindow, toggleMaximized } from '#src/platform/windows/transitions.ts'
import type { WindowsState } from '#src/platform/windows/window.ts'

const SCREEN = { width: 1440, height: 900 }

const opened = (...paths: string[]): WindowsState =>
  paths.reduce(
    (state, path) => openWindow(state, { path, title: path.slice(1) }, path.slice(1)),
    emptyState(SCREEN),
  )

describe('the saved layout', () => {
  it('brings back every window, its place, its state and the stacking', () => {
    const state = toggleMaximized(minimizeWindow(opened('/a', '/b', '/c'), 'c'), 'a')
    const back = parseLayout(serialiseLayout(state))
    expect(back.windows).toEqual(state.windows)
    expect(back.order).toEqual(['a', 'b', 'c'])
    expect(back.stacking).toEqual({ b: 1000, c: 1001, a: 1002 })
    expect(back.activeId).toBe('a')
  })

  it.each([
    ['nothing', null],
    ['broken text', '{"version":1,'],
    ['another version', '{"version":2,"windows":[],"fromBottom":[]}'],
    ['something else', '"light"'],
  ])('is empty after %s', (_name, text) => {
    expect(parseLayout(text)).toEqual({ windows: {}, order: [], stacking: {}, activeId: null })
  })

  it('loses only the window that cannot be read', () => {
    const saved = JSON.parse(serialiseLayout(opened('/a', '/b'))) as {
      windows: Record<string, unknown>[]
    }
    saved.windows[0] = { ...saved.windows[0], rect: { x: 'left' } }
    expect(parseLayout(JSON.stringify(saved)).order).toEqual(['b'])
  })

  it('keeps one window for a path and one for an id', () => {
    const saved = JSON.parse(serialiseLayout(opened('/a'))) as { windows: object[] }
    const [window] = saved.windows
    saved.windows.push({ ...window, id: 'twin' }, { ...window, path: '/other' })
    expect(parseLayout(JSON.stringify(saved)).order).toEqual(['a'])
  })

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseLayout(text).order).toEqual([])
      }),
    )
  })
})
