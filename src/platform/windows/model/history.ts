import { raise } from './window.ts'
import { change, findByPath, focusWindow, restoreWindow } from './transitions.ts'
import type { History, UndoKind, UndoStep, WindowRecord, WindowsState } from './window.ts'

const MAX_STEPS = 64

export const NO_HISTORY: History = { taken: 0, steps: [] }

const buildPlaceKey = ({ windows }: WindowsState, id: string): string => {
  const window = windows[id]
  return window === undefined
    ? ''
    : JSON.stringify([window.rect, window.placedOn, window.cell, window.snap, window.isMaximized])
}

/**
 * Returns the state after a change, with an undo step that holds the named windows as they were. Adds no step if nothing
 * moved, or if the change `joins` the last step of its kind, which then undoes both.
 */
export const recordUndo = (
  before: WindowsState,
  after: WindowsState,
  { kind, ids, joins = false }: { kind: UndoKind; ids: readonly string[]; joins?: boolean },
): WindowsState => {
  const isChanged =
    before.split !== after.split ||
    ids.some((id) => buildPlaceKey(before, id) !== buildPlaceKey(after, id))
  if (!isChanged) return after
  const { taken, steps } = after.history
  const last = steps.at(-1)
  const isSameAsLast =
    last?.kind === kind && ids.length === 1 && last.windows.every(({ id }) => id === ids[0])
  if (joins && isSameAsLast) return after
  const step: UndoStep = {
    id: taken + 1,
    kind,
    windows: ids.flatMap((id) => before.windows[id] ?? []),
    order: before.order,
    split: before.split,
  }
  return { ...after, history: { taken: step.id, steps: [...steps, step].slice(-MAX_STEPS) } }
}

const restorePlace = (state: WindowsState, window: WindowRecord): WindowsState =>
  change(state, window.id, () => ({
    rect: window.rect,
    placedOn: window.placedOn,
    isMaximized: window.isMaximized,
    snap: window.snap,
    cell: window.cell,
  }))

/** Inserts an id after the last of its earlier neighbors that is still open. */
const insertAt = (order: readonly string[], id: string, before: readonly string[]): string[] => {
  const earlier = new Set(before.slice(0, before.indexOf(id)))
  const at = order.findLastIndex((other) => earlier.has(other)) + 1
  return order.toSpliced(at, 0, id)
}

const reopen = (
  state: WindowsState,
  window: WindowRecord,
  { order, windows: closed }: UndoStep,
): WindowsState => {
  const open = findByPath(state, window.path)
  if (open !== undefined)
    return restoreWindow(restorePlace(state, { ...window, id: open.id }), open.id)
  // A window that was closed alone comes back visible.
  const isMinimized = window.isMinimized && closed.length > 1
  const reopened = {
    ...state,
    windows: { ...state.windows, [window.id]: { ...window, isMinimized } },
    order: insertAt(state.order, window.id, order),
    stacking: raise(state.stacking, window.id),
  }
  return isMinimized ? reopened : focusWindow(reopened, window.id, { asksFocus: true })
}

/** Returns the step with this id, by default the last one. */
export const findStep = ({ history }: WindowsState, stepId?: number): UndoStep | undefined =>
  stepId === undefined ? history.steps.at(-1) : history.steps.find(({ id }) => id === stepId)

/** Undoes one change and removes its step. Windows closed since then stay closed, unless the change closed them. */
export const undo = (state: WindowsState, stepId?: number): WindowsState => {
  const step = findStep(state, stepId)
  if (step === undefined) return state
  const steps = state.history.steps.filter((other) => other !== step)
  const before = { ...state, history: { ...state.history, steps } }
  if (step.kind === 'close') {
    return step.windows.reduce<WindowsState>((now, window) => reopen(now, window, step), before)
  }
  return step.windows.reduce<WindowsState>(restorePlace, { ...before, split: step.split })
}
