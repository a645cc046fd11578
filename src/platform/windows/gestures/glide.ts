import { isMotionReduced } from '#src/platform/theme/motion.ts'
import type { Rect } from '#src/platform/windows/model/geometry.ts'

const GLIDE_MS = 180
const EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** How an element that fills `at` is drawn so that it seems to fill `as`. */
const drawnAs = (as: Rect, at: Rect) =>
  `translate(${as.x - at.x}px, ${as.y - at.y}px) scale(${as.width / at.width}, ${as.height / at.height})`

const canMove = (element: Element | null, ...rects: readonly Rect[]): element is Element =>
  element !== null &&
  !isMotionReduced() &&
  typeof element.animate === 'function' &&
  rects.every(({ width, height }) => width > 0 && height > 0)

/**
 * Shows a jump from one place to another as a movement: `element`, which fills a box that is at `to` already, starts
 * out drawn at `from`. The box itself never moves, so whoever measures it gets its true place.
 */
export const glide = (element: Element | null, from: Rect, to: Rect): void => {
  if (!canMove(element, from, to)) return
  element.animate([{ transform: drawnAs(from, to) }, { transform: 'none' }], {
    duration: GLIDE_MS,
    easing: EASING,
  })
}

/** The dock's item of a window that is there, else the dock's middle; null without a dock. */
const dockPlaceOf = (path: string): Rect | null => {
  const dock = document.querySelector('[data-dock]')
  const item = dock?.querySelector(`[data-dock-item="${CSS.escape(path)}"]`)
  const box = (item ?? dock)?.getBoundingClientRect()
  if (box === undefined || box.width === 0) return null
  const width = Math.min(box.width, 64)
  return { x: box.x + (box.width - width) / 2, y: box.y, width, height: Math.min(box.height, 64) }
}

/** Lets a window that has just come back grow out of the dock. */
export const growFromDock = (element: Element | null, at: Rect, path: string): void => {
  if (!canMove(element, at)) return
  const dock = dockPlaceOf(path)
  if (dock === null) return
  element.animate(
    [
      { transform: drawnAs(dock, at), opacity: 0 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: GLIDE_MS, easing: EASING },
  )
}

/**
 * Lets a minimised window shrink into the dock: `box`, which is hidden already, is shown again for as long as that
 * takes. Gives the function that ends it at once.
 */
export const shrinkToDock = (
  box: HTMLElement,
  element: Element | null,
  at: Rect,
  path: string,
): (() => void) => {
  const dock = canMove(element, at) ? dockPlaceOf(path) : null
  if (dock === null || element === null) return () => {}
  box.style.display = ''
  const flight = element.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: drawnAs(dock, at), opacity: 0 },
    ],
    { duration: GLIDE_MS, easing: 'cubic-bezier(0.4, 0, 1, 1)' },
  )
  const end = () => {
    if (box.hasAttribute('data-minimized')) box.style.display = 'none'
  }
  flight.addEventListener('finish', end)
  flight.addEventListener('cancel', end)
  return () => flight.cancel()
}
