import { computeCellRect, type Cell } from './arrange.ts'
import type { Rect, Size } from './geometry.ts'
import { computeDefaultRect, keepReachable, toKnownScreen } from './geometry.ts'
import { EVEN_SPLIT, computeSplit, type SnapZone } from './snap.ts'
import { change, focusWindow, listShownFromTop } from './transitions.ts'
import { computeShownRect, type WindowsState } from './window.ts'

/** Changes of a window's place, as pure functions. An unknown id changes nothing. */

export const toggleMaximized = (state: WindowsState, id: string): WindowsState =>
  focusWindow(
    change(state, id, (window) => ({ isMaximized: !window.isMaximized })),
    id,
    { asksFocus: false },
  )

/** Stores the place where a drag or resize ended. A maximized window does not change. */
export const placeWindow = (state: WindowsState, id: string, rect: Rect): WindowsState =>
  change(state, id, (window) =>
    window.isMaximized
      ? {}
      : {
          rect: keepReachable(rect, state.screen),
          placedOn: toKnownScreen(state.screen),
          snap: null,
          cell: null,
        },
  )

const isAnySnapped = (state: WindowsState, exceptId: string) =>
  Object.values(state.windows).some(({ id, snap }) => id !== exceptId && snap !== null)

/**
 * Fills a half or quarter of the screen with a window, or returns it to its own place for null. The first snapped window
 * resets the lines between zones to the middle.
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

/** Applies a resize by the named edge or corner. For a snapped window, it may move the shared lines instead. */
export const resizeWindow = (
  state: WindowsState,
  id: string,
  { rect, direction }: { rect: Rect; direction: string },
): WindowsState => {
  const { screen, split } = state
  const snap = state.windows[id]?.snap ?? null
  const moved = snap === null ? null : computeSplit(snap, { direction, rect, screen, split })
  return moved === null ? placeWindow(state, id, rect) : { ...state, split: moved }
}

export type Placement = { id: string; cell: Cell; rect: Rect }

const measureSize = (state: WindowsState, id: string): Size => {
  const window = state.windows[id]
  return window === undefined
    ? computeDefaultRect(state.screen)
    : computeShownRect({ ...window, isMaximized: false }, state)
}

const planCells = (
  ids: readonly string[],
  layout: Cell['layout'],
  state: WindowsState,
): Placement[] =>
  ids.map((id, index) => {
    const cell = { layout, index, count: ids.length }
    return { id, cell, rect: computeCellRect(cell, measureSize(state, id), state.screen) }
  })

/** Returns places for every shown window, in the order of opening. */
export const planArrangement = (state: WindowsState): Placement[] => {
  const shown = state.order.filter((id) => state.windows[id]?.isMinimized === false)
  return planCells(shown, 'grid', state)
}

/** Returns places in the golden ratio for every shown window, from the top down. */
export const planGoldenArrangement = (state: WindowsState): Placement[] =>
  planCells(listShownFromTop(state), 'golden', state)

const isSameCell = (one: Cell | null, other: Cell) =>
  one?.layout === other.layout && one.index === other.index && one.count === other.count

/** Moves a window to its place in an arrangement, and ends maximizing and snapping. */
export const applyPlacement = (state: WindowsState, { id, cell, rect }: Placement): WindowsState =>
  change(state, id, (window) => ({
    ...(isSameCell(window.cell, cell) ? {} : { cell, rect, placedOn: toKnownScreen(state.screen) }),
    isMaximized: false,
    snap: null,
  }))
