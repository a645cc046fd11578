import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createEmptyState,
  readLayout,
  toSavedLayout,
} from '#src/platform/windows/model/saved-layout.ts'
import { snapWindow, toggleMaximized } from '#src/platform/windows/model/placement.ts'
import { minimizeWindow, openWindow } from '#src/platform/windows/model/transitions.ts'
import type { WindowsState } from '#src/platform/windows/model/window.ts'

const SCREEN = { width: 1440, height: 900 }

type Saved = { windows: Record<string, unknown>[]; [other: string]: unknown }

const parseLayout = (saved: unknown) => readLayout(saved).layout

/** Returns the value after a round trip through JSON, as from the storage. */
const saved = (state: WindowsState): Saved => JSON.parse(JSON.stringify(toSavedLayout(state)))

const opened = (...paths: string[]): WindowsState =>
  paths.reduce(
    (state, path) => openWindow(state, { path, title: path.slice(1) }, path.slice(1)),
    createEmptyState(SCREEN),
  )

describe('the saved layout', () => {
  it('brings back every window, its place, its state and the stacking', () => {
    const snapped = snapWindow(opened('/a', '/b', '/c'), 'b', 'topRight')
    const state = {
      ...toggleMaximized(minimizeWindow(snapped, 'c'), 'a'),
      split: { x: 0.3, y: 0.6 },
    }
    const back = parseLayout(saved(state))
    expect(back.split).toEqual({ x: 0.3, y: 0.6 })
    for (const id of ['a', 'b', 'c']) {
      expect(back.windows[id]).toEqual({ ...state.windows[id], isAsleep: true })
    }
    expect(back.order).toEqual(['a', 'b', 'c'])
    expect(back.stacking).toEqual({ b: 1000, c: 1001, a: 1002 })
    expect(back.activeId).toBe('a')
  })

  it.each([
    ['nothing', undefined],
    ['broken text', null],
    ['a version without windows', { fromBottom: [] }],
    ['something else', 'light'],
  ])('is empty after %s', (_name, kept) => {
    expect(parseLayout(kept)).toMatchObject({
      windows: {},
      order: [],
      stacking: {},
      activeId: null,
    })
    expect(readLayout(kept).hasLosses).toBe(kept !== undefined)
  })

  it('reads layouts of the first version', () => {
    const kept = {
      version: 1,
      windows: [
        {
          id: 'a',
          title: 'A',
          path: '/a',
          isMinimized: false,
          isMaximized: false,
          rect: { x: 10, y: 20, width: 500, height: 400 },
          placedOn: SCREEN,
        },
      ],
      fromBottom: ['a'],
    }
    expect(parseLayout(kept).windows['a']).toMatchObject({ snap: null, rect: { x: 10, y: 20 } })
  })

  it.each([
    ['a zone of another version', { snap: 'centre' }, (layout: object) => layout],
    ['an order that cannot be read', {}, (layout: object) => ({ ...layout, fromBottom: 7 })],
    ['lines that cannot be read', {}, (layout: object) => ({ ...layout, split: { x: 9 } })],
    ['a version to come', {}, (layout: object) => ({ ...layout, version: 99, tags: [] })],
  ])('keeps the windows in spite of %s', (_name, patch, change) => {
    const kept = saved(opened('/a', '/b'))
    kept.windows[0] = { ...kept.windows[0], ...patch }
    const back = parseLayout(change(kept))
    expect(back.order).toEqual(['a', 'b'])
    expect(back.windows['a']?.snap).toBeNull()
    expect(back.split).toEqual({ x: 0.5, y: 0.5 })
  })

  it.each([
    ['no cell', undefined],
    ['a cell of an unknown layout', { layout: 'ring', index: 0, count: 2 }],
    ['a cell past the last', { layout: 'grid', index: 2, count: 2 }],
    ['half a cell', { layout: 'grid', index: 0.5, count: 2 }],
    ['a cell of too many', { layout: 'golden', index: 0, count: 1e9 }],
  ])('reads a window with %s as one in its own place', (_name, cell) => {
    const kept = saved(opened('/a'))
    kept.windows[0] = { ...kept.windows[0], cell }
    expect(parseLayout(kept).windows['a']?.cell).toBeNull()
  })

  it('brings back twenty windows, all asleep', () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/app-${index}`)
    const back = parseLayout(saved(opened(...paths)))
    expect(back.order).toHaveLength(20)
    expect(readLayout(saved(opened(...paths))).hasLosses).toBe(false)
    expect(Object.values(back.windows).every(({ isAsleep }) => isAsleep)).toBe(true)
    expect(back.activeId).toBe('app-19')
  })

  it('keeps names of any script and length that an app may have', () => {
    const title = `${'م'.repeat(100)}${'x'.repeat(100)}`
    const state = openWindow(createEmptyState(SCREEN), { path: '/a', title }, 'a')
    expect(parseLayout(saved(state)).windows['a']?.title).toBe(title)
  })

  it('loses only the window that cannot be read', () => {
    const kept = saved(opened('/a', '/b'))
    kept.windows[0] = { ...kept.windows[0], rect: { x: 'left' } }
    expect(readLayout(kept)).toMatchObject({ layout: { order: ['b'] }, hasLosses: true })
  })

  it('keeps one window for a path and one for an id', () => {
    const kept = saved(opened('/a'))
    const [window] = kept.windows
    kept.windows.push({ ...window, id: 'twin' }, { ...window, path: '/other' })
    expect(parseLayout(kept).order).toEqual(['a'])
  })

  it('reads anything without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (kept) => {
        expect(parseLayout(kept).order).toEqual([])
      }),
    )
  })
})
