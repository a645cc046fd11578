import { arrange, arrangeGolden } from './arrange.ts'
import type { Rect, Size } from './geometry.ts'
import { defaultRect, keepReachable, knownScreen } from './geometry.ts'
import type { SnapZone } from './snap.ts'
import { EVEN_SPLIT, splitByResize } from './snap.ts'
import { change, focusWindow, shownFromTop } from './transitions.ts'
import type { WindowsState } from './window.ts'
import { shownRect } from './window.ts'

/** Every way a window gets another place, as pure functions. An unknown id changes nothing. */

export const toggleMaximized = (state: WindowsState, id: string): WindowsState =>
  focusWindow(
    change(state, id, (window) => ({ isMaximized: !window.isMaximized })),
    id,
    { asksFocus: false },
  )

/** Takes over where a drag or resize ended. Nothing changes while the window is maximised. */
export const placeWindow = (state: WindowsState, id: string, rect: Rect): WindowsState =>
  change(state, id, (window) =>
    window.isMaximized
      ? {}
      : {
          rect: keepReachable(rect, state.screen),
          placedOn: knownScreen(state.screen),
          snap: null,
        },
  )

const isAnySnapped = (state: WindowsState, exceptId: string) =>
  Object.values(state.windows).some(({ id, snap }) => id !== exceptId && snap !== null)

/**
 * Fills a half or quarter of the screen with a window, or takes it out again to its own place. The first window of a
 * group finds the lines in the middle.
 */
export const snapWindow = (
  state: WindowsState,
  id: string,
  zone: SnapZone | null,
): WindowsState => {
  const split = isAnySnapped(state, id) ? state.split : EVEN_SPLIT
  const snapped = change(state, id, () => ({ snap: zone, isMaximized: false }))
  return snapped === state ? state : { ...snapped, split }
}

/** Takes over a resize by the named edge or corner: of a snapped window it may move the lines that all share. */
export const resizeWindow = (
  state: WindowsState,
  id: string,
  { rect, direction }: { rect: Rect; direction: string },
): WindowsState => {
  const { screen, split } = state
  const snap = state.windows[id]?.snap ?? null
  const moved = snap === null ? null : splitByResize(snap, { direction, rect, screen, split })
  return moved === null ? placeWindow(state, id, rect) : { ...state, split: moved }
}

export type Placement = { id: string; rect: Rect }

const sizeOf = (state: WindowsState, id: string): Size => {
  const window = state.windows[id]
  return window === undefined
    ? defaultRect(state.screen)
    : shownRect({ ...window, isMaximized: false }, state)
}

const pair = (ids: readonly string[], rects: readonly Rect[]): Placement[] =>
  ids.flatMap((id, index) => {
    const rect = rects[index]
    return rect === undefined ? [] : [{ id, rect }]
  })

/** Places for every window that is not minimised, in the order of opening. */
export const arrangement = (state: WindowsState): Placement[] => {
  const shown = state.order.filter((id) => state.windows[id]?.isMinimized === false)
  const sizes = shown.map((id) => sizeOf(state, id))
  return pair(shown, arrange(sizes, state.screen))
}

/** The same in the golden ratio; the highest window gets the largest place. */
export const goldenArrangement = (state: WindowsState): Placement[] => {
  const shown = shownFromTop(state)
  return pair(shown, arrangeGolden(shown.length, state.screen))
}

/** Moves a window to its place in an arrangement, out of the maximised state or its zone if need be. */
export const applyPlacement = (state: WindowsState, { id, rect }: Placement): WindowsState =>
  change(state, id, () => ({
    rect,
    placedOn: knownScreen(state.screen),
    isMaximized: false,
    snap: null,
  }))
