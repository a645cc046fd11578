import type { Point } from '#src/platform/windows/model/geometry.ts'
import { createMoveGate } from './move-gate.ts'

type PointerLike = MouseEvent | TouchEvent

/** Where the pointer is, or was when the last finger left. */
export const pointOf = (event: PointerLike): Point | null => {
  if ('clientX' in event) return { x: event.clientX, y: event.clientY }
  const touch = event.touches[0] ?? event.changedTouches[0]
  return touch === undefined ? null : { x: touch.clientX, y: touch.clientY }
}

/** Lies over the page while a gesture moves something, so that nothing below, frames least of all, gets the pointer. */
const putShield = (cursor: string): HTMLElement => {
  const shield = document.createElement('div')
  shield.className = 'gesture-shield'
  shield.setAttribute('aria-hidden', 'true')
  shield.style.cursor = cursor
  document.body.append(shield)
  return shield
}

type Gesture = {
  kind: 'move' | 'resize'
  pressedAt: Point
  /** Shown for as long as something moves. */
  cursor: string
  /** Called for each move that passes; `pass` hands it on to the drag library, `take` keeps it. */
  onMove: (point: Point) => 'pass' | 'take'
  onCancel: () => void
}

/**
 * Stands before the drag library for the length of one gesture: holds back moves that come too soon or go nowhere,
 * keeps frames in bodies from swallowing the pointer, and calls `onCancel` on Escape, a lost pointer or a page that
 * loses the focus; after that no move passes. Gives the function that ends it.
 */
export const watchGesture = ({
  kind,
  pressedAt,
  cursor,
  onMove,
  onCancel,
}: Gesture): (() => void) => {
  const root = document.documentElement
  const passes = createMoveGate(pressedAt)
  const controller = new AbortController()
  let isCancelled = false
  let shield: HTMLElement | null = null

  const isReleasedUnseen = (event: PointerLike) =>
    event instanceof MouseEvent && event.isTrusted && event.buttons === 0

  const holdBack = (event: PointerLike) => {
    if (isReleasedUnseen(event)) {
      release()
      return
    }
    const point = pointOf(event)
    const isWanted = !isCancelled && point !== null && passes(point, performance.now())
    // Not on the press: a click or double click belongs to what was pressed.
    if (isWanted) shield ??= putShield(cursor)
    if (isWanted && onMove(point) === 'pass') return
    event.stopImmediatePropagation()
    if (event.cancelable) event.preventDefault()
  }
  // Both libraries end a gesture of the mouse on its release.
  const release = () => document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
  const cancel = () => {
    if (isCancelled) return
    isCancelled = true
    onCancel()
    release()
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopImmediatePropagation()
    event.preventDefault()
    cancel()
  }

  root.dataset['gesture'] = kind
  const during = { capture: true, signal: controller.signal }
  window.addEventListener('mousemove', holdBack, during)
  window.addEventListener('touchmove', holdBack, { ...during, passive: false })
  window.addEventListener('keydown', cancelOnEscape, during)
  // A press on selected text would start the browser's own drag, which cancels the pointer.
  window.addEventListener('dragstart', (event) => event.preventDefault(), during)
  window.addEventListener('touchcancel', cancel, during)
  window.addEventListener('pointercancel', cancel, during)
  // No capture here: the press itself takes the focus from an element, and its `blur` would be seen on the way down.
  window.addEventListener('blur', cancel, { signal: controller.signal })
  return () => {
    controller.abort()
    shield?.remove()
    delete root.dataset['gesture']
  }
}
