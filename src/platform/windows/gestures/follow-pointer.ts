import type { Point } from '#src/platform/windows/model/geometry.ts'

/** A press becomes a drag after this distance, so that a shaky double click moves nothing. */
export const DRAG_THRESHOLD_PX = 3
/** About one update a frame. */
const MOVE_INTERVAL_MS = 16
/** Without this tolerance, uneven timing would skip every other frame of a 60 Hz screen. */
const FRAME_JITTER_MS = 4
const MIN_MOVE_PX = 0.5

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** Returns a function that is true for the moves to draw in one gesture that began at `pressedAt`. */
export const createMoveGate = (pressedAt: Point) => {
  let isDragging = false
  let last: Point & { atMs: number } = { ...pressedAt, atMs: Number.NEGATIVE_INFINITY }
  return (point: Point, atMs: number): boolean => {
    if (!isDragging && distance(point, pressedAt) < DRAG_THRESHOLD_PX) return false
    if (atMs - last.atMs < MOVE_INTERVAL_MS - FRAME_JITTER_MS) return false
    if (isDragging && distance(point, last) < MIN_MOVE_PX) return false
    isDragging = true
    last = { ...point, atMs }
    return true
  }
}

/**
 * Marks the page as being in a gesture. Calls `onCancel` on Escape, on a lost pointer and when the page loses the focus.
 * Returns a function that ends the gesture.
 */
export const holdGesture = (kind: 'move' | 'resize', onCancel: () => void): (() => void) => {
  const ending = new AbortController()
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopImmediatePropagation()
    event.preventDefault()
    onCancel()
  }
  const during = { capture: true, signal: ending.signal }
  window.addEventListener('keydown', cancelOnEscape, during)
  window.addEventListener('pointercancel', onCancel, during)
  // A press on selected text would start the browser's own drag, which cancels the pointer.
  window.addEventListener('dragstart', (event) => event.preventDefault(), during)
  // Without capture: the `blur` of the element that loses the focus by the press must not count.
  window.addEventListener('blur', onCancel, { signal: ending.signal })
  document.documentElement.dataset['gesture'] = kind
  return () => {
    ending.abort()
    delete document.documentElement.dataset['gesture']
  }
}

/** Captures the pointer, so that iframes and the page's edge do not interrupt a drag. */
export const capturePointer = (element: Element, { isTrusted, pointerId }: PointerEvent): void => {
  // A press by a script has no pointer to capture.
  if (isTrusted) element.setPointerCapture(pointerId)
}

type Following = {
  onMove: (point: Point) => void
  /** Called at the release of a drag; `null` when the page did not see the release. A click calls nothing. */
  onEnd: (point: Point | null) => void
  onCancel: () => void
}

/** Follows a pointer from its press on `handle` to its release. Returns the function that cancels the drag. */
export const followPointer = (
  handle: HTMLElement,
  press: PointerEvent,
  { onMove, onEnd, onCancel }: Following,
): (() => void) => {
  const readPoint = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })
  const counts = createMoveGate(readPoint(press))
  const ending = new AbortController()
  let isDragging = false

  const end = () => {
    ending.abort()
    release()
    handle.style.cursor = ''
  }
  const cancel = () => {
    if (ending.signal.aborted) return
    end()
    if (isDragging) onCancel()
  }
  const finish = (point: Point | null) => {
    end()
    if (isDragging) onEnd(point)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    if (event.buttons === 0) {
      finish(null)
      return
    }
    if (!counts(readPoint(event), performance.now())) return
    if (!isDragging) handle.style.cursor = 'grabbing'
    isDragging = true
    onMove(readPoint(event))
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerId === press.pointerId) finish(readPoint(event))
  }

  const release = holdGesture('move', cancel)
  capturePointer(handle, press)
  const during = { signal: ending.signal }
  window.addEventListener('pointermove', move, during)
  window.addEventListener('pointerup', leave, during)
  return cancel
}
