import { describe, expect, it } from 'vitest'
import { coversOf } from '#src/platform/windows/model/covers.ts'
import type { Rect, Size } from '#src/platform/windows/model/geometry.ts'
import { placeWindow, snapWindow, toggleMaximized } from '#src/platform/windows/model/placement.ts'
import { emptyState } from '#src/platform/windows/model/saved-layout.ts'
import { focusWindow, minimizeWindow, openWindow } from '#src/platform/windows/model/transitions.ts'
import type { WindowsState } from '#src/platform/windows/model/window.ts'

const LAPTOP = { width: 1440, height: 900 }
const at = (x: number, y: number, width = 400, height = 300): Rect => ({ x, y, width, height })

/** Windows named after their keys, from the lowest to the topmost. */
const piled = (rects: Readonly<Record<string, Rect>>, screen: Size = LAPTOP): WindowsState =>
  Object.entries(rects).reduce(
    (state, [id, rect]) =>
      placeWindow(openWindow(state, { path: `/${id}`, title: id }, id), id, rect),
    emptyState(screen),
  )
const covers = (state: WindowsState) => Object.fromEntries(coversOf(state))

describe('a window is covered', () => {
  it('by one of the same place above it, not by one below', () => {
    expect(covers(piled({ a: at(100, 100), b: at(100, 100) }))).toEqual({ a: 'b' })
  })

  it('by one that holds it whole, and not by one that leaves a pixel', () => {
    expect(covers(piled({ a: at(110, 110, 300, 200), b: at(100, 100) }))).toEqual({ a: 'b' })
    expect(covers(piled({ a: at(100, 100, 401), b: at(100, 100) }))).toEqual({})
    expect(covers(piled({ a: at(99, 100), b: at(100, 100) }))).toEqual({})
  })

  it('by one of several above it, named by the highest that does', () => {
    const state = piled({
      a: at(100, 100),
      b: at(100, 100),
      c: at(300, 300),
      d: at(90, 90, 500, 500),
    })
    expect(covers(state)).toEqual({ a: 'd', b: 'd' })
  })

  it('when only what lies off the screen sticks out', () => {
    expect(covers(piled({ a: at(-60, 100), b: at(0, 100, 500) }))).toEqual({ a: 'b' })
  })

  it('no more once it is raised, or its cover is minimised', () => {
    const state = piled({ a: at(100, 100), b: at(100, 100) })
    expect(covers(focusWindow(state, 'a', { asksFocus: false }))).toEqual({ b: 'a' })
    expect(covers(minimizeWindow(state, 'b'))).toEqual({})
  })

  it('by a maximised window, and beside snapped ones by their zones', () => {
    const state = piled({ a: at(100, 100), b: at(500, 500), c: at(0, 0) })
    expect(covers(toggleMaximized(state, 'c'))).toEqual({ a: 'c', b: 'c' })
    expect(covers(snapWindow(state, 'c', 'left'))).toEqual({ a: 'c' })
  })

  it('never on a phone, which shows one at a time', () => {
    expect(covers(piled({ a: at(0, 0), b: at(0, 0) }, { width: 390, height: 844 }))).toEqual({})
  })
})
