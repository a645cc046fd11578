import type { MouseEvent as ReactMouseEvent } from 'react'
import { desktop } from '#src/features/desktop/desktop-store.ts'

/** Holding an icon this long starts jiggle mode. */
export const HOLD_MS = 600
/** A mouse that moves farther drags the icon instead of holding or clicking it. */
export const DRAG_DISTANCE_PX = 6

/** Starts jiggle mode when the mouse holds an icon still. The same press can then drag it. */
export const watchMouseHold = ({ button, target, clientX, clientY }: ReactMouseEvent): void => {
  if (button !== 0 || !(target instanceof Element) || target.closest('[data-icon]') === null) return
  const watching = new AbortController()
  const { signal } = watching
  const timer = setTimeout(() => {
    watching.abort()
    desktop.startJiggling()
  }, HOLD_MS)
  const end = () => {
    clearTimeout(timer)
    watching.abort()
  }
  const move = (event: MouseEvent) => {
    const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY)
    if (distance > DRAG_DISTANCE_PX) end()
  }
  window.addEventListener('mousemove', move, { signal })
  window.addEventListener('mouseup', end, { signal })
  window.addEventListener('blur', end, { signal })
}
