import { computeCellRect, type Cell } from './arrange.ts'
import type { Rect, Size } from './geometry.ts'
import { fitToScreen, isPhone, computeMaximizedRect, computePhoneRect } from './geometry.ts'
import { computeSnapRect, type SnapZone, type Split } from './snap.ts'

/** The stacking number of the lowest window; each raise counts up from there. */
export const FIRST_Z = 1000

/** Stacking numbers by window id. A raise changes one number only. */
export type Stacking = Readonly<Record<string, number>>

export type WindowRecord = {
  id: string
  title: string
  /** The path of the last opening with its query. `getWindowKey` of it identifies the window. */
  path: string
  isMinimized: boolean
  isMaximized: boolean
  /** The half or quarter of the screen it fills. */
  snap: SnapZone | null
  /** Its place in an arrangement, until the user moves or resizes it. */
  cell: Cell | null
  /** True for a restored window whose body waits until the browser is idle or the window is used. */
  isAsleep: boolean
  /** The place that the user gave it. Maximizing, snapping and a smaller browser do not change it. */
  rect: Rect
  /** The screen for which `rect` was chosen. */
  placedOn: Size
}

export type WindowsState = {
  windows: Readonly<Record<string, WindowRecord>>
  /** Ids in the order of opening. */
  order: readonly string[]
  stacking: Stacking
  activeId: string | null
  screen: Size
  split: Split
  history: History
  /** Counts the requests to focus the active window. */
  focusRequests: number
}

/** The kinds of change that can be undone. */
export type UndoKind = 'close' | 'move' | 'resize' | 'snap' | 'maximize' | 'arrange'

export type UndoStep = {
  id: number
  kind: UndoKind
  /** The changed windows as they were. */
  windows: readonly WindowRecord[]
  order: readonly string[]
  split: Split
}

/** The last changes that can be undone, oldest first. `taken` counts all changes so far. */
export type History = { taken: number; steps: readonly UndoStep[] }

/** Returns a window's place on this screen, without snapping and maximizing. */
export const computeOwnRect = ({ cell, rect, placedOn }: WindowRecord, screen: Size): Rect =>
  cell === null ? fitToScreen(rect, placedOn, screen) : computeCellRect(cell, rect, screen)

/** Returns where a window is drawn on this screen. */
export const computeShownRect = (
  window: WindowRecord,
  { screen, split }: Pick<WindowsState, 'screen' | 'split'>,
): Rect => {
  if (isPhone(screen)) return computePhoneRect(screen)
  if (window.isMaximized) return computeMaximizedRect(screen)
  if (window.snap !== null) return computeSnapRect(window.snap, screen, split)
  return computeOwnRect(window, screen)
}

const findHighest = (stacking: Stacking): number =>
  Math.max(FIRST_Z - 1, ...Object.values(stacking))

/** Puts a window on top. Returns the same object when it is on top already. */
export const raise = (stacking: Stacking, id: string): Stacking => {
  const highest = findHighest(stacking)
  return stacking[id] === highest ? stacking : { ...stacking, [id]: highest + 1 }
}

export const removeFromStack = (stacking: Stacking, id: string): Stacking =>
  Object.fromEntries(Object.entries(stacking).filter(([other]) => other !== id))

/** Returns ids from the lowest to the highest. */
export const listFromBottom = (stacking: Stacking): string[] =>
  Object.entries(stacking)
    .toSorted(([, one], [, other]) => one - other)
    .map(([id]) => id)

export const findTopmost = (
  stacking: Stacking,
  isEligible: (id: string) => boolean,
): string | null => listFromBottom(stacking).findLast(isEligible) ?? null

/** Returns numbers for windows listed from the lowest to the highest. */
export const stackFromBottom = (ids: readonly string[]): Stacking =>
  Object.fromEntries(ids.map((id, index) => [id, FIRST_Z + index]))
