import { isMotionReduced } from '#src/platform/theme/motion.ts'
import type { Point } from '#src/platform/windows/model/geometry.ts'
import { windowElement } from '#src/platform/windows/frame/window-elements.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** A slow swipe counts from a quarter of the screen on, a fast one from the length of a thumb's flick. */
const SLOW_SHARE = 0.25
const FLICK_PX = 40
const FLICK_PX_PER_MS = 0.4
const SLIDE_MS = 180

/** Which way a swipe turns the windows: 1 to the next, -1 to the previous, 0 back. */
export const turnOf = (
  { x, y }: Point,
  { widthPx, ms }: { widthPx: number; ms: number },
): 1 | -1 | 0 => {
  const length = Math.abs(x)
  if (length <= Math.abs(y)) return 0
  const isFlick = length >= FLICK_PX && length / Math.max(1, ms) >= FLICK_PX_PER_MS
  if (!isFlick && length < widthPx * SLOW_SHARE) return 0
  return x < 0 ? 1 : -1
}

const chromeOf = (id: string | null) =>
  id === null ? null : (windowElement(id)?.querySelector<HTMLElement>('.window-chrome') ?? null)

const slideIn = (chrome: HTMLElement | null, fromPx: number) => {
  if (chrome === null || isMotionReduced() || typeof chrome.animate !== 'function') return
  chrome.animate([{ transform: `translateX(${fromPx}px)` }, { transform: 'none' }], {
    duration: SLIDE_MS,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
}

/** Lets a swipe along the title bar of a full-screen window turn to its neighbours; gives the function that stops. */
export const watchSwipes = (title: HTMLElement, id: string): (() => void) => {
  const watching = new AbortController()
  let pressed: (Point & { atMs: number; pointerId: number }) | null = null

  const wayOf = (event: PointerEvent, from: Point): Point => ({
    x: event.clientX - from.x,
    y: event.clientY - from.y,
  })
  const follow = (xPx: number | null) => {
    const chrome = chromeOf(id)
    if (chrome !== null) chrome.style.transform = xPx === null ? '' : `translateX(${xPx}px)`
  }
  const begin = (event: PointerEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest('button') !== null
    if (isOnControl || !event.isPrimary || windows.store.getState().order.length < 2) return
    pressed = {
      x: event.clientX,
      y: event.clientY,
      atMs: event.timeStamp,
      pointerId: event.pointerId,
    }
    title.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (pressed !== null) follow(wayOf(event, pressed).x)
  }
  const end = (event: PointerEvent) => {
    if (pressed === null) return
    const way = wayOf(event, pressed)
    const ms = event.timeStamp - pressed.atMs
    pressed = null
    follow(null)
    const widthPx = window.innerWidth
    const turn = turnOf(way, { widthPx, ms })
    if (turn === 0) {
      slideIn(chromeOf(id), way.x)
      return
    }
    windows.cycle(turn)
    slideIn(chromeOf(windows.store.getState().activeId), turn * widthPx + way.x)
  }
  const cancel = () => {
    pressed = null
    follow(null)
  }

  const listening = { signal: watching.signal }
  title.addEventListener('pointerdown', begin, listening)
  title.addEventListener('pointermove', move, listening)
  title.addEventListener('pointerup', end, listening)
  title.addEventListener('pointercancel', cancel, listening)
  return () => {
    watching.abort()
    follow(null)
  }
}
