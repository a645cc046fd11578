import { keepInSameWindow, getWindowKey } from '#src/platform/apps/app-path.ts'
import { cascadeRect, computeDefaultRect, toKnownScreen, type Size } from './geometry.ts'
import { listFromBottom, computeOwnRect, raise, findTopmost, removeFromStack } from './window.ts'
import type { WindowRecord, WindowsState } from './window.ts'

/** Opening, closing, raising and minimizing windows, as pure functions. An unknown id changes nothing. */

export type OpenRequest = {
  path: string
  title: string
  size?: { widthRatio: number; heightRatio: number }
}

/** Changes one window's record. The others stay the same objects. */
export const change = (
  state: WindowsState,
  id: string,
  patch: (window: WindowRecord) => Partial<WindowRecord>,
): WindowsState => {
  const window = state.windows[id]
  if (window === undefined) return state
  return { ...state, windows: { ...state.windows, [id]: { ...window, ...patch(window) } } }
}

/** Returns the window that the path identifies (`getWindowKey`). */
export const findByPath = (state: WindowsState, path: string): WindowRecord | undefined => {
  const wanted = getWindowKey(path)
  return Object.values(state.windows).find((window) => getWindowKey(window.path) === wanted)
}

/** Lets a restored window show its body. */
export const wakeWindow = (state: WindowsState, id: string): WindowsState =>
  state.windows[id]?.isAsleep === true ? change(state, id, () => ({ isAsleep: false })) : state

/** Raises and activates a window. `asksFocus` is false for a press, which brings the focus itself. */
export const focusWindow = (
  state: WindowsState,
  id: string,
  { asksFocus }: { asksFocus: boolean },
): WindowsState => {
  if (state.windows[id] === undefined) return state
  const awake = wakeWindow(state, id)
  const stacking = raise(state.stacking, id)
  const isUnchanged = stacking === state.stacking && state.activeId === id
  if (isUnchanged && !asksFocus) return awake
  return {
    ...awake,
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

/** Keeps a title with content, such as `CA Analysis – BONK`, until the window's body changes it. */
const chooseTitle = (shown: string, title: string) =>
  shown.startsWith(`${title} – `) ? shown : title

/** Opens a path, or restores the window that shows it. `newId` is for a new window only. */
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
        : change(state, open.id, () => ({ path, title: chooseTitle(open.title, title) }))
    return restoreWindow(renamed, open.id)
  }
  const window: WindowRecord = {
    id: newId,
    title,
    path,
    isMinimized: false,
    isMaximized: false,
    snap: null,
    cell: null,
    isAsleep: false,
    rect: cascadeRect(
      computeDefaultRect(state.screen, size),
      Object.values(state.windows).map((other) => computeOwnRect(other, state.screen)),
      state.screen,
    ),
    placedOn: toKnownScreen(state.screen),
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

/** Returns the ids of shown windows from the top down, as a switcher lists them. */
export const listShownFromTop = (state: WindowsState): string[] =>
  listFromBottom(state.stacking)
    .toReversed()
    .filter((id) => state.windows[id]?.isMinimized === false)

/** Returns the next window to wake: the highest shown one that is asleep. Null if there is none. */
export const findNextWaiting = (state: WindowsState): string | null =>
  findTopmost(state.stacking, (id) => {
    const window = state.windows[id]
    return window !== undefined && window.isAsleep && !window.isMinimized
  })

const activateHighest = (state: WindowsState): WindowsState => {
  const [highest = null] = listShownFromTop(state)
  const active = { ...state, activeId: highest }
  return highest === null ? active : wakeWindow(active, highest)
}

export const closeWindow = (state: WindowsState, id: string): WindowsState => {
  if (state.windows[id] === undefined) return state
  const windows = Object.fromEntries(Object.entries(state.windows).filter(([key]) => key !== id))
  const left = {
    ...state,
    windows,
    order: state.order.filter((other) => other !== id),
    stacking: removeFromStack(state.stacking, id),
  }
  return state.activeId === id ? activateHighest(left) : left
}

/** Returns the shown window after or before the active one, in the order of opening. */
export const findNeighbor = (
  { order, windows, activeId }: WindowsState,
  step: 1 | -1,
): string | null => {
  const shown = order.filter((id) => windows[id]?.isMinimized === false)
  const at = activeId === null ? -1 : shown.indexOf(activeId)
  if (at === -1) return shown.at(step === 1 ? 0 : -1) ?? null
  return shown[(at + step + shown.length) % shown.length] ?? null
}

export const minimizeWindow = (state: WindowsState, id: string): WindowsState => {
  const hidden = change(state, id, () => ({ isMinimized: true }))
  return hidden.activeId === id ? activateHighest(hidden) : hidden
}

export const renameWindow = (state: WindowsState, id: string, title: string): WindowsState =>
  state.windows[id]?.title === title ? state : change(state, id, () => ({ title }))

/** Changes the path of a window's content. The window keeps its identity. */
export const setPath = (state: WindowsState, id: string, path: string): WindowsState =>
  change(state, id, (window) => ({ path: keepInSameWindow(path, window.path) }))

export const setScreen = (state: WindowsState, screen: Size): WindowsState =>
  screen.width === state.screen.width && screen.height === state.screen.height
    ? state
    : { ...state, screen }
