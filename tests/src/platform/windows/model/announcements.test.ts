import { describe, expect, it } from 'vitest'
import { describeChange } from '#src/platform/windows/model/announcements.ts'
import { recordUndo } from '#src/platform/windows/model/history.ts'
import {
  applyPlacement,
  planArrangement,
  placeWindow,
  snapWindow,
  toggleMaximized,
} from '#src/platform/windows/model/placement.ts'
import { createEmptyState } from '#src/platform/windows/model/saved-layout.ts'
import {
  closeWindow,
  focusWindow,
  minimizeWindow,
  openWindow,
  restoreWindow,
  setScreen,
} from '#src/platform/windows/model/transitions.ts'
import type { WindowsState } from '#src/platform/windows/model/window.ts'

const none = createEmptyState({ width: 1440, height: 900 })
const open = (state: WindowsState, id: string) =>
  openWindow(state, { path: `/${id}`, title: id.toUpperCase() }, id)
const one = open(none, 'a')
const three = open(open(one, 'b'), 'c')
const ids = ['a', 'b', 'c']
const arranged = planArrangement(three).reduce(applyPlacement, three)

describe('what is said', () => {
  it.each<[string, WindowsState, WindowsState]>([
    ['A opened', none, one],
    ['3 windows opened', none, three],
    ['A minimized', one, minimizeWindow(one, 'a')],
    ['A restored', minimizeWindow(one, 'a'), restoreWindow(minimizeWindow(one, 'a'), 'a')],
    ['A maximized', one, toggleMaximized(one, 'a')],
    ['A back in its place', toggleMaximized(one, 'a'), one],
    ['A in the top left quarter', one, snapWindow(one, 'a', 'topLeft')],
    ['A back in its own size', snapWindow(one, 'a', 'left'), one],
    [
      'A is 10 from the left and 20 from the top',
      one,
      placeWindow(one, 'a', { x: 10, y: 20, width: 1152, height: 765 }),
    ],
    [
      'A is 700 wide and 500 high',
      one,
      placeWindow(one, 'a', { x: 144, y: 68, width: 700, height: 500 }),
    ],
    ['A closed', one, recordUndo(one, closeWindow(one, 'a'), { kind: 'close', ids: ['a'] })],
    [
      '3 windows closed',
      three,
      recordUndo(three, ids.reduce(closeWindow, three), { kind: 'close', ids }),
    ],
    ['3 windows arranged', three, recordUndo(three, arranged, { kind: 'arrange', ids })],
  ])('%s', (said, before, now) => {
    expect(describeChange(before, now)).toBe(said)
  })

  it('is one sentence for an arrangement that moves window after window', () => {
    const { history } = recordUndo(three, arranged, { kind: 'arrange', ids })
    const begun = { ...three, history }
    expect(describeChange(three, begun)).toBe('3 windows arranged')
    const [first] = planArrangement(three)
    if (first === undefined) throw new Error('Nothing to arrange')
    expect(describeChange(begun, applyPlacement(begun, first))).toBeNull()
  })

  it('is nothing when a window is focused or the screen changes', () => {
    expect(describeChange(three, focusWindow(three, 'a', { asksFocus: true }))).toBeNull()
    expect(describeChange(one, setScreen(one, { width: 800, height: 600 }))).toBeNull()
  })
})
