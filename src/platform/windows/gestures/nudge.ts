import type { Rect } from '#src/platform/windows/model/geometry.ts'
import { MIN_SIZE, knownScreen } from '#src/platform/windows/model/geometry.ts'
import type { Arrow, SnapZone } from '#src/platform/windows/model/snap.ts'
import { stepOf } from '#src/platform/windows/model/snap.ts'
import type { WindowRecord, WindowsState } from '#src/platform/windows/model/window.ts'
import { shownRect } from '#src/platform/windows/model/window.ts'

/** How far one press of an arrow key goes: the rhythm of the page, doubled until it feels brisk. */
const STEP_PX = 16

/** Where one press moves a window to. One that is snapped leaves its zone for its own place. */
export const movedByArrow = (window: WindowRecord, state: WindowsState, arrow: Arrow): Rect => {
  const step = stepOf(arrow, STEP_PX)
  const own = shownRect({ ...window, snap: null }, state)
  return { ...own, x: own.x + step.x, y: own.y + step.y }
}

/** The side that a key pulls: of a snapped window the one that lies on a line, else the right or lower one. */
const pulledSide = (zone: SnapZone | null, isAcross: boolean): string => {
  const name = zone?.toLowerCase() ?? ''
  if (isAcross) return name.includes('right') ? 'left' : 'right'
  return name.includes('bottom') ? 'top' : 'bottom'
}

/** What one press resizes a window to, and by which side: that side goes where the arrow points. */
export const resizedByArrow = (
  window: WindowRecord,
  state: WindowsState,
  arrow: Arrow,
): { rect: Rect; direction: string } => {
  const step = stepOf(arrow, STEP_PX)
  const rect = shownRect(window, state)
  const screen = knownScreen(state.screen)
  const direction = pulledSide(window.snap, step.x !== 0)
  const isNear = direction === 'left' || direction === 'top'
  // By keyboard no further than the screen, where its buttons are seen; a window that is larger may only shrink.
  const room = {
    width: Math.max(rect.width, screen.width - rect.x),
    height: Math.max(rect.height, screen.height - rect.y),
  }
  const wanted = {
    width: Math.max(MIN_SIZE.width, rect.width + (isNear ? -step.x : step.x)),
    height: Math.max(MIN_SIZE.height, rect.height + (isNear ? -step.y : step.y)),
  }
  const width = isNear ? wanted.width : Math.min(wanted.width, room.width)
  const height = isNear ? wanted.height : Math.min(wanted.height, room.height)
  return {
    rect: {
      x: isNear ? rect.x + rect.width - width : rect.x,
      y: isNear ? rect.y + rect.height - height : rect.y,
      width,
      height,
    },
    direction,
  }
}
