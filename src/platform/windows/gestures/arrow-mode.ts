import { movedByArrow, resizedByArrow } from './nudge.ts'
import type { Arrow } from '#src/platform/windows/model/snap.ts'
import { isArrow } from '#src/platform/windows/model/snap.ts'
import { windowElement } from '#src/platform/windows/frame/window-elements.ts'
import type { WindowRecord } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const HINT = 'Arrows move · Shift resizes · Enter keeps · Esc puts back'

/** Moves or resizes a window by one press of an arrow key; a maximised one stays. */
export const nudge = (
  window: WindowRecord,
  arrow: Arrow,
  { isResize, joins }: { isResize: boolean; joins: boolean },
): void => {
  if (window.isMaximized) return
  const state = windows.store.getState()
  if (isResize) {
    const { rect, direction } = resizedByArrow(window, state, arrow)
    windows.resize(window.id, rect, direction, { joins })
  } else windows.place(window.id, movedByArrow(window, state, arrow), { joins })
}

let stop: (() => void) | null = null

/**
 * Lets the arrow keys move a window, with Shift resize it, until Enter keeps the place or Escape puts the window back. A
 * press elsewhere, another window's turn, a dialog or Tab keeps the place too.
 */
export const startArrowMode = (id: string): void => {
  stop?.()
  const element = windowElement(id)
  if (element === undefined || windows.store.getState().windows[id]?.isMaximized === true) return
  const ending = new AbortController()
  const { taken } = windows.store.getState().history
  const hint = document.createElement('p')
  hint.className = 'arrow-mode-hint'
  hint.setAttribute('role', 'status')
  element.parentElement?.append(hint)
  hint.textContent = HINT
  element.toggleAttribute('data-arrow-mode', true)

  const end = () => {
    stop = null
    ending.abort()
    forget()
    hint.remove()
    element.removeAttribute('data-arrow-mode')
  }
  const putBack = () => {
    const mine = windows.store.getState().history.steps.filter((step) => step.id > taken)
    for (const step of mine.toReversed()) windows.undo(step.id)
  }
  const hear = (event: KeyboardEvent) => {
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null
    // What opened above the windows has the keys to itself.
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
      putBack()
      end()
    }
  }
  const forget = windows.store.subscribe((state) => {
    if (state.activeId !== id) end()
  })
  const during = { capture: true, signal: ending.signal }
  window.addEventListener('keydown', hear, during)
  window.addEventListener('pointerdown', end, during)
  stop = end
}
