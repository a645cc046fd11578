import type { Rect, Size } from './geometry.ts'
import { fitToScreen, isPhone, maximisedRect, phoneRect } from './geometry.ts'
import type { Stacking } from './stacking.ts'

export type WindowRecord = {
  id: string
  title: string
  /** As it was last opened, query included; `appPathOf` of it tells windows apart. */
  path: string
  isMinimized: boolean
  isMaximized: boolean
  /** The place the user gave it, untouched by maximising and by a shrinking browser. */
  rect: Rect
  /** The screen on which that place was given. */
  placedOn: Size
}

export type WindowsState = {
  windows: Readonly<Record<string, WindowRecord>>
  /** Ids in the order of opening. */
  order: readonly string[]
  stacking: Stacking
  activeId: string | null
  screen: Size
  /** Counts the times that something asked for the active window to have the focus. */
  focusRequests: number
}

/** Where a window is drawn now. */
export const shownRect = (window: WindowRecord, screen: Size): Rect => {
  if (isPhone(screen)) return phoneRect(screen)
  if (window.isMaximized) return maximisedRect(screen)
  return fitToScreen(window.rect, window.placedOn, screen)
}
