import { findWindowElement } from '#src/platform/windows/frame/window-box.ts'
import { MIN_SIZE, toKnownScreen, type Rect } from '#src/platform/windows/model/geometry.ts'
import { isArrow, computeArrowStep } from '#src/platform/windows/model/snap.ts'
import type { Arrow, SnapZone } from '#src/platform/windows/model/snap.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import type { WindowRecord, WindowsState } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const STEP_PX = 16

/** Returns where one press moves a window. A snapped window leaves its zone for its own place. */
export const computeArrowMove = (window: WindowRecord, state: WindowsState, arrow: Arrow): Rect => {
  const step = computeArrowStep(arrow, STEP_PX)
  const own = computeShownRect({ ...window, snap: null }, state)
  return { ...own, x: own.x + step.x, y: own.y + step.y }
}

/** Returns the side that a key pulls: the shared one of a snapped window, else the right or lower one. */
const findPulledSide = (zone: SnapZone | null, isAcross: boolean): string => {
  const name = zone?.toLowerCase() ?? ''
  if (isAcross) return name.includes('right') ? 'left' : 'right'
  return name.includes('bottom') ? 'top' : 'bottom'
}

/** Returns a window's rectangle after one press, and the side that moves in the direction of the arrow. */
export const computeArrowResize = (
  window: WindowRecord,
  state: WindowsState,
  arrow: Arrow,
): { rect: Rect; direction: string } => {
  const step = computeArrowStep(arrow, STEP_PX)
  const rect = computeShownRect(window, state)
  const screen = toKnownScreen(state.screen)
  const direction = findPulledSide(window.snap, step.x !== 0)
  const isNear = direction === 'left' || direction === 'top'
  // By keyboard a window stays on the screen with its buttons; a larger one may only shrink.
  const room = {
    width: Math.max(rect.width, screen.width - rect.x),
    height: Math.max(rect.height, screen.height - rect.y),
  }
  const target = {
    width: Math.max(MIN_SIZE.width, rect.width + (isNear ? -step.x : step.x)),
    height: Math.max(MIN_SIZE.height, rect.height + (isNear ? -step.y : step.y)),
  }
  const width = isNear ? target.width : Math.min(target.width, room.width)
  const height = isNear ? target.height : Math.min(target.height, room.height)
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

const HINT = 'Arrows move · Shift+Arrows resize · Enter apply · Esc cancel'

/**
 * Moves or resizes a window by one press of an arrow key. With `joins`, one undo reverts this press and the last one. Does
 * nothing to a maximized window.
 */
export const nudge = (
  window: WindowRecord,
  arrow: Arrow,
  { isResize, joins }: { isResize: boolean; joins: boolean },
): void => {
  if (window.isMaximized) return
  const state = windows.store.getState()
  if (isResize) {
    const { rect, direction } = computeArrowResize(window, state, arrow)
    windows.resize(window.id, rect, direction, { joins })
  } else windows.place(window.id, computeArrowMove(window, state, arrow), { joins })
}

let stop: (() => void) | null = null

/**
 * Starts a mode in which the arrow keys move a window, and resize it with Shift. Escape restores the earlier place. Enter,
 * Tab, a press, a dialog or another active window ends the mode.
 */
export const startArrowMode = (id: string): void => {
  stop?.()
  const element = findWindowElement(id)
  if (element === undefined || windows.store.getState().windows[id]?.isMaximized === true) return
  const ending = new AbortController()
  const { taken } = windows.store.getState().history
  const hint = document.createElement('p')
  hint.className =
    'pointer-events-none absolute bottom-24 left-1/2 z-2147483647 w-max max-w-[calc(100%-32px)] -translate-x-1/2 rounded-full bg-ink px-3.5 py-1.5 text-center text-ui leading-5 text-surface'
  hint.setAttribute('role', 'status')
  element.parentElement?.append(hint)
  hint.textContent = HINT
  element.toggleAttribute('data-arrow-mode', true)

  const end = () => {
    stop = null
    ending.abort()
    stopWatching()
    hint.remove()
    element.removeAttribute('data-arrow-mode')
  }
  const undoAll = () => {
    const mine = windows.store.getState().history.steps.filter((step) => step.id > taken)
    for (const step of mine.toReversed()) windows.undo(step.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null
    // A dialog above the windows handles its own keys.
    if (event.key === 'Tab' || (dialog !== null && !dialog.matches('[data-window]'))) {
      end()
      return
    }
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    const isBare = !event.altKey && !event.ctrlKey && !event.metaKey
    if (!isBare) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { windows: open, history } = windows.store.getState()
    const window = open[id]
    if (window !== undefined && isArrow(event.key)) {
      nudge(window, event.key, { isResize: event.shiftKey, joins: history.taken > taken })
    } else if (event.key === 'Enter') end()
    else if (event.key === 'Escape') {
      undoAll()
      end()
    }
  }
  const stopWatching = windows.store.subscribe((state) => {
    if (state.activeId !== id) end()
  })
  const during = { capture: true, signal: ending.signal }
  window.addEventListener('keydown', onKeyDown, during)
  window.addEventListener('pointerdown', end, during)
  stop = end
}
