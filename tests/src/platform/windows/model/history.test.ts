import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undo, recordUndo } from '#src/platform/windows/model/history.ts'
import { placeWindow, resizeWindow, snapWindow } from '#src/platform/windows/model/placement.ts'
import { createEmptyState } from '#src/platform/windows/model/saved-layout.ts'
import { SNAP_ZONES } from '#src/platform/windows/model/snap.ts'
import { closeWindow, minimizeWindow, openWindow } from '#src/platform/windows/model/transitions.ts'
import type { UndoKind, WindowsState } from '#src/platform/windows/model/window.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'

const opened = (...paths: string[]): WindowsState =>
  paths.reduce(
    (state, path) => openWindow(state, { path, title: path.slice(1) }, path.slice(1)),
    createEmptyState({ width: 1440, height: 900 }),
  )

const does = (
  state: WindowsState,
  kind: UndoKind,
  id: string,
  change: (state: WindowsState) => WindowsState,
) => recordUndo(state, change(state), { kind, ids: [id] })

const move = (state: WindowsState, id: string, x: number) =>
  does(state, 'move', id, (now) => placeWindow(now, id, { x, y: 50, width: 600, height: 400 }))
const close = (state: WindowsState, id: string) =>
  does(state, 'close', id, (now) => closeWindow(now, id))

const placeOf = (state: WindowsState, id: string) => {
  const window = state.windows[id]
  return window && computeShownRect(window, state)
}

describe('taking back', () => {
  it('has nothing to do at first', () => {
    const state = opened('/a')
    expect(undo(state)).toBe(state)
  })

  it('puts a moved window back', () => {
    const state = opened('/a')
    expect(placeOf(undo(move(state, 'a', 300)), 'a')).toEqual(placeOf(state, 'a'))
  })

  it('reopens a closed window in its place, its order and with its path, on top and asking for the focus', () => {
    const state = move(opened('/a', '/b', '/c'), 'b', 222)
    const back = undo(close(state, 'b'))
    expect(back.order).toEqual(['a', 'b', 'c'])
    expect(back.windows['b']).toEqual(state.windows['b'])
    expect(back.activeId).toBe('b')
    expect(back.stacking['b']).toBeGreaterThan(back.stacking['c'] ?? 0)
    expect(back.focusRequests).toBe(state.focusRequests + 1)
  })

  it('brings back the window that has the path open meanwhile, in the old place', () => {
    const closed = close(move(opened('/a', '/b'), 'a', 222), 'a')
    const reopened = openWindow(closed, { path: '/a', title: 'a' }, 'other')
    const back = undo(reopened)
    expect(back.order).toEqual(['b', 'other'])
    expect(placeOf(back, 'other')?.x).toBe(222)
  })

  it('shows a window again that was closed while minimised', () => {
    const back = undo(close(minimizeWindow(opened('/a'), 'a'), 'a'))
    expect(back.windows['a']?.isMinimized).toBe(false)
    expect(back.activeId).toBe('a')
  })

  it('puts the lines between snapped windows back', () => {
    const pair = snapWindow(snapWindow(opened('/a', '/b'), 'a', 'left'), 'b', 'right')
    const pulled = does(pair, 'resize', 'a', (now) =>
      resizeWindow(now, 'a', {
        rect: { x: 0, y: 32, width: 900, height: 788 },
        direction: 'right',
      }),
    )
    expect(placeOf(pulled, 'b')).toMatchObject({ x: 900, width: 540 })
    const back = undo(pulled)
    expect(placeOf(back, 'b')).toEqual(placeOf(pair, 'b'))
    expect(placeOf(back, 'a')).toEqual(placeOf(pair, 'a'))
  })

  it('undoes the named step and leaves later ones', () => {
    const first = close(opened('/a', '/b'), 'a')
    const later = move(first, 'b', 333)
    const back = undo(later, first.history.taken)
    expect(back.order).toEqual(['a', 'b'])
    expect(placeOf(back, 'b')?.x).toBe(333)
    expect(undo(back, first.history.taken)).toBe(back)
    expect(placeOf(undo(back), 'b')).toEqual(placeOf(first, 'b'))
  })

  it('leaves a window closed that was moved before it was closed', () => {
    const moved = move(opened('/a', '/b'), 'a', 100)
    const closed = closeWindow(moved, 'a')
    expect(undo(closed).windows['a']).toBeUndefined()
  })

  it('does not count changes without an effect', () => {
    const state = move(opened('/a'), 'a', 100)
    expect(move(state, 'a', 100).history).toBe(state.history)
    expect(close(state, 'nobody').history).toBe(state.history)
  })

  it('forgets the oldest of very many', () => {
    let state = opened('/a')
    for (let x = 0; x < 500; x += 1) state = move(state, 'a', x)
    expect(state.history.steps.length).toBeLessThanOrEqual(64)
    expect(state.history.taken).toBe(500)
  })

  it('undoes any run of changes to where it began', () => {
    const ids = fc.constantFrom('a', 'b', 'c')
    const steps = fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('move' as const),
          id: ids,
          x: fc.integer({ min: -400, max: 1800 }),
        }),
        fc.record({ kind: fc.constant('close' as const), id: ids }),
        fc.record({
          kind: fc.constant('snap' as const),
          id: ids,
          zone: fc.constantFrom(null, ...SNAP_ZONES),
        }),
      ),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(steps, (run) => {
        const start = opened('/a', '/b', '/c')
        const end = run.reduce((state, step) => {
          if (step.kind === 'move') return move(state, step.id, step.x)
          if (step.kind === 'close') return close(state, step.id)
          return does(state, 'snap', step.id, (now) => snapWindow(now, step.id, step.zone))
        }, start)
        let back = end
        while (back.history.steps.length > 0) back = undo(back)
        expect(back.order).toEqual(start.order)
        expect(back.windows).toEqual(start.windows)
      }),
    )
  })
})
