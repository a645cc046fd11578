import { useEffect, useRef, type PointerEvent as ReactPointerEvent } from 'react'

/** Below this a press is a click. */
const THRESHOLD_PX = 4

type Point = { x: number; y: number }

type Drag = {
  /** The pointer is at `to`; the press was at `from`. */
  move: (from: Point, to: Point) => void
  drop: (from: Point, to: Point) => void
  cancel: () => void
}

/**
 * A gesture of mouse or pen: press, threshold, moves, then drop or cancel (Escape, a lost pointer). Touch scrolls
 * instead. The click that ends a drag is ignored. `start` returns null to ignore a press.
 */
export const useDrag = <Of>(start: (of: Of) => Drag | null) => {
  const stopRef = useRef<(() => void) | null>(null)
  useEffect(() => () => stopRef.current?.(), [])

  return (event: ReactPointerEvent, of: Of): void => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const drag = start(of)
    if (drag === null) return
    stopRef.current?.()
    const from = { x: event.clientX, y: event.clientY }
    const pointerId = event.pointerId
    const over = new AbortController()
    const { signal } = over
    let isDragging = false

    const end = () => {
      over.abort()
      stopRef.current = null
    }
    const cancel = () => {
      end()
      if (isDragging) drag.cancel()
    }
    stopRef.current = cancel

    const swallowClick = () => {
      const once = new AbortController()
      window.addEventListener(
        'click',
        (click) => {
          click.stopPropagation()
          click.preventDefault()
        },
        { capture: true, signal: once.signal },
      )
      setTimeout(() => once.abort(), 0)
    }
    const onMove = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return
      const to = { x: moved.clientX, y: moved.clientY }
      if (!isDragging && Math.hypot(to.x - from.x, to.y - from.y) < THRESHOLD_PX) return
      isDragging = true
      drag.move(from, to)
    }
    const onUp = (released: PointerEvent) => {
      if (released.pointerId !== pointerId) return
      end()
      if (!isDragging) return
      swallowClick()
      drag.drop(from, { x: released.clientX, y: released.clientY })
    }
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isDragging) return
      pressed.preventDefault()
      pressed.stopPropagation()
      cancel()
    }
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', onUp, { signal })
    window.addEventListener('pointercancel', cancel, { signal })
    window.addEventListener('blur', cancel, { signal })
    window.addEventListener('keydown', onKey, { signal, capture: true })
  }
}
