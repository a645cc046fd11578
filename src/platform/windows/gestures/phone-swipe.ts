import { slideIn } from '#src/platform/windows/frame/window-animations.ts'
import { findWindowElement } from '#src/platform/windows/frame/window-box.ts'
import type { Point } from '#src/platform/windows/model/geometry.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { followPointer } from './follow-pointer.ts'

/** A slow swipe counts from a quarter of the screen, a flick from 40 px. */
const SLOW_SHARE = 0.25
const FLICK_PX = 40
const FLICK_PX_PER_MS = 0.4

/** Returns 1 for a swipe to the next window, -1 to the previous one, 0 for a swipe that is too short. */
export const readTurn = (
  { x, y }: Point,
  { widthPx, ms }: { widthPx: number; ms: number },
): 1 | -1 | 0 => {
  const length = Math.abs(x)
  if (length <= Math.abs(y)) return 0
  const isFlick = length >= FLICK_PX && length / Math.max(1, ms) >= FLICK_PX_PER_MS
  if (!isFlick && length < widthPx * SLOW_SHARE) return 0
  return x < 0 ? 1 : -1
}

const findChrome = (id: string | null) =>
  id === null ? null : (findWindowElement(id)?.querySelector<HTMLElement>('.window-chrome') ?? null)

/** Swipes along the title bar of a full-screen window to its neighbors. Returns the function that cancels the swipe. */
export const swipeWindow = (id: string, handle: HTMLElement, press: PointerEvent): (() => void) => {
  if (windows.store.getState().order.length < 2) return () => undefined
  const chrome = findChrome(id)
  const startMs = performance.now()
  let last: Point = { x: 0, y: 0 }
  const measureSwipe = ({ x, y }: Point): Point => ({ x: x - press.clientX, y: y - press.clientY })
  const follow = (xPx: number | null) => {
    if (chrome !== null) chrome.style.transform = xPx === null ? '' : `translateX(${xPx}px)`
  }
  return followPointer(handle, press, {
    onMove: (point) => {
      last = measureSwipe(point)
      follow(last.x)
    },
    onEnd: (point) => {
      const way = point === null ? last : measureSwipe(point)
      const widthPx = window.innerWidth
      const turn = readTurn(way, { widthPx, ms: performance.now() - startMs })
      follow(null)
      if (turn === 0) {
        slideIn(chrome, way.x)
        return
      }
      windows.cycle(turn)
      slideIn(findChrome(windows.store.getState().activeId), turn * widthPx + way.x)
    },
    onCancel: () => follow(null),
  })
}
