import { isMotionReduced } from '#src/platform/theme/motion.ts'
import type { Rect } from '#src/platform/windows/model/geometry.ts'

const GLIDE_MS = 180
const EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

const formatTransform = (as: Rect, at: Rect) =>
  `translate(${as.x - at.x}px, ${as.y - at.y}px) scale(${as.width / at.width}, ${as.height / at.height})`

const canMove = (element: Element | null, ...rects: readonly Rect[]): element is Element =>
  element !== null &&
  !isMotionReduced() &&
  typeof element.animate === 'function' &&
  rects.every(({ width, height }) => width > 0 && height > 0)

/**
 * Animates a jump from one place to another. `element` fills a box that is already at `to`, so that measuring the box
 * returns its final place.
 */
export const animateMove = (element: Element | null, from: Rect, to: Rect): void => {
  if (!canMove(element, from, to)) return
  element.animate([{ transform: formatTransform(from, to) }, { transform: 'none' }], {
    duration: GLIDE_MS,
    easing: EASING,
  })
}

/** Returns the place of a window's dock item, else the middle of the dock; null without a dock. */
const findDockPlace = (path: string): Rect | null => {
  const dock = document.querySelector('[data-dock]')
  const item = dock?.querySelector(`[data-dock-item="${CSS.escape(path)}"]`)
  const box = (item ?? dock)?.getBoundingClientRect()
  if (box === undefined || box.width === 0) return null
  const width = Math.min(box.width, 64)
  return { x: box.x + (box.width - width) / 2, y: box.y, width, height: Math.min(box.height, 64) }
}

/** Animates a restored window out of the dock. `at` is its place, `path` its app. */
export const growFromDock = (element: Element | null, at: Rect, path: string): void => {
  if (!canMove(element, at)) return
  const dock = findDockPlace(path)
  if (dock === null) return
  element.animate(
    [
      { transform: formatTransform(dock, at), opacity: 0 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: GLIDE_MS, easing: EASING },
  )
}

/**
 * Animates a minimized window into the dock. Shows the hidden `box` meanwhile. Returns a function that ends the
 * animation.
 */
export const shrinkToDock = (
  box: HTMLElement,
  element: Element | null,
  at: Rect,
  path: string,
): (() => void) => {
  const dock = canMove(element, at) ? findDockPlace(path) : null
  if (dock === null || element === null) return () => {}
  box.style.display = ''
  const flight = element.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: formatTransform(dock, at), opacity: 0 },
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

export const slideIn = (element: Element | null, fromPx: number): void => {
  if (!canMove(element)) return
  element.animate([{ transform: `translateX(${fromPx}px)` }, { transform: 'none' }], {
    duration: GLIDE_MS,
    easing: EASING,
  })
}
