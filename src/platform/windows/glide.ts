import type { Rect } from './geometry.ts'

const GLIDE_MS = 180

const isStill = () =>
  typeof window.matchMedia === 'function' &&
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Shows a jump from one place to another as a movement: `element`, which fills a box that is at `to` already, starts
 * out drawn at `from`. The box itself never moves, so whoever measures it gets its true place.
 */
export const glide = (element: Element | null, from: Rect, to: Rect): void => {
  if (element === null || isStill() || typeof element.animate !== 'function') return
  if (from.width === 0 || to.width === 0) return
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`
  element.animate([{ transform: start }, { transform: 'none' }], {
    duration: GLIDE_MS,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
}
