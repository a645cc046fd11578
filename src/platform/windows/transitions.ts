import { appPathOf } from '#src/platform/apps/app-path.ts'
import { arrange, arrangeGolden } from './arrange.ts'
import type { Rect, Size } from './geometry.ts'
import { defaultRect, keepReachable, knownScreen } from './geometry.ts'
import { fromBottom, raise, topmost, without } from './stacking.ts'
import type { WindowRecord, WindowsState } from './window.ts'
import { shownRect } from './window.ts'

/** Every change a set of windows can go through, as pure functions. An unknown id changes nothing. */

export type OpenRequest = {
  path: string
  title: string
  size?: { widthRatio: number; heightRatio: number }
}

const change = (
  state: WindowsState,
  id: string,
  patch: (window: WindowRecord) => Partial<WindowRecord>,
): WindowsState => {
  const window = state.windows[id]
  if (window === undefined) return state
  return { ...state, windows: { ...state.windows, [id]: { ...window, ...patch(window) } } }
}

const highestShown = (state: WindowsState) =>
  topmost(state.stacking, (id) => state.windows[id]?.isMinimized === false)

export const findByPath = (state: WindowsState, path: string): WindowRecord | undefined => {
  const wanted = appPathOf(path)
  return Object.values(state.windows).find((window) => appPathOf(window.path) === wanted)
}

/** Raises and activates; asks for the focus unless the press that raises it will bring the focus itself. */
export const focusWindow = (
  state: WindowsState,
  id: string,
  { asksFocus }: { asksFocus: boolean },
): WindowsState => {
  if (state.windows[id] === undefined) return state
  const stacking = raise(state.stacking, id)
  const isAsIs = stacking === state.stacking && state.activeId === id
  if (isAsIs && !asksFocus) return state
  return {
    ...state,
    stacking,
    activeId: id,
    focusRequests: state.focusRequests + (asksFocus ? 1 : 0),
  }
}

export const restoreWindow = (state: WindowsState, id: string): WindowsState =>
  focusWindow(
    state.windows[id]?.isMinimized === true
      ? change(state, id, () => ({ isMinimized: false }))
      : state,
    id,
    { asksFocus: true },
  )

/** Opens a path, or brings back the window that has it open; `newId` is used only for a new window. */
export const openWindow = (
  state: WindowsState,
  { path, title, size }: OpenRequest,
  newId: string,
): WindowsState => {
  const open = findByPath(state, path)
  if (open !== undefined) {
    const renamed =
      open.path === path && open.title === title
        ? state
        : change(state, open.id, () => ({ path, title }))
    return restoreWindow(renamed, open.id)
  }
  const window: WindowRecord = {
    id: newId,
    title,
    path,
    isMinimized: false,
    isMaximized: false,
    rect: defaultRect(state.screen, size),
    placedOn: knownScreen(state.screen),
  }
  return focusWindow(
    {
      ...state,
      windows: { ...state.windows, [newId]: window },
      order: [...state.order, newId],
    },
    newId,
    { asksFocus: true },
  )
}

export const closeWindow = (state: WindowsState, id: string): WindowsState => {
  if (state.windows[id] === undefined) return state
  const windows = Object.fromEntries(Object.entries(state.windows).filter(([key]) => key !== id))
  const left = {
    ...state,
    windows,
    order: state.order.filter((other) => other !== id),
    stacking: without(state.stacking, id),
  }
  return { ...left, activeId: state.activeId === id ? highestShown(left) : state.activeId }
}

export const minimizeWindow = (state: WindowsState, id: string): WindowsState => {
  const hidden = change(state, id, () => ({ isMinimized: true }))
  return hidden.activeId === id ? { ...hidden, activeId: highestShown(hidden) } : hidden
}

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
      : { rect: keepReachable(rect, state.screen), placedOn: knownScreen(state.screen) },
  )

export const renameWindow = (state: WindowsState, id: string, title: string): WindowsState =>
  change(state, id, () => ({ title }))

export const setScreen = (state: WindowsState, screen: Size): WindowsState =>
  screen.width === state.screen.width && screen.height === state.screen.height
    ? state
    : { ...state, screen }

export type Placement = { id: string; rect: Rect }

/** Places for every window that is not minimised, in the order of opening. */
export const arrangement = (state: WindowsState): Placement[] => {
  const shown = state.order.filter((id) => state.windows[id]?.isMinimized === false)
  const sizes = shown.map((id) => sizeOf(state, id))
  return pair(shown, arrange(sizes, state.screen))
}

/** The same in the golden ratio; the highest window gets the largest place. */
export const goldenArrangement = (state: WindowsState): Placement[] => {
  const shown = fromBottom(state.stacking)
    .toReversed()
    .filter((id) => state.windows[id]?.isMinimized === false)
  return pair(shown, arrangeGolden(shown.length, state.screen))
}

/** Moves a window to its place in an arrangement, out of the maximised state if need be. */
export const applyPlacement = (state: WindowsState, { id, rect }: Placement): WindowsState =>
  change(state, id, () => ({ rect, placedOn: knownScreen(state.screen), isMaximized: false }))

const sizeOf = (state: WindowsState, id: string): Size => {
  const window = state.windows[id]
  return window === undefined
    ? defaultRect(state.screen)
    : shownRect({ ...window, isMaximized: false }, state.screen)
}

const pair = (ids: readonly string[], rects: readonly Rect[]): Placement[] =>
  ids.flatMap((id, index) => {
    const rect = rects[index]
    return rect === undefined ? [] : [{ id, rect }]
  })
