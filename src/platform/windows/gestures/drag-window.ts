import { findWindowBox } from '#src/platform/windows/frame/window-box.ts'
import { clampPosition } from '#src/platform/windows/model/geometry.ts'
import type { Point, Rect, Size } from '#src/platform/windows/model/geometry.ts'
import { computeSnapRect, findZoneAt, type SnapZone } from '#src/platform/windows/model/snap.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { followPointer } from './follow-pointer.ts'

/** Returns the place at the press plus the distance since, so that errors do not add up. */
const computeDragRect = (start: Rect, from: Point, to: Point, screen: Size): Rect =>
  clampPosition(
    { ...start, x: Math.round(start.x + to.x - from.x), y: Math.round(start.y + to.y - from.y) },
    screen,
  )

/** Returns a snapped window's rectangle in its own size, with the pointer at the same share of the title bar. */
const pullOut = (snapped: Rect, own: Size, { x }: Point): Rect => ({
  x: Math.round(x - ((x - snapped.x) / Math.max(1, snapped.width)) * own.width),
  y: snapped.y,
  width: own.width,
  height: own.height,
})

/** Creates the frame that shows where a dragged window would snap to, right below that window. */
const createSnapPreview = (dragged: HTMLElement) => {
  let frame: HTMLElement | null = null
  const show = (rect: Rect | null) => {
    if (rect === null) {
      frame?.remove()
      frame = null
      return
    }
    if (frame === null) {
      frame = document.createElement('div')
      frame.dataset['snapPreview'] = ''
      frame.setAttribute('aria-hidden', 'true')
      frame.className =
        'pointer-events-none absolute top-0 left-0 rounded-lg border-2 border-accent-ink bg-accent/18 transition-opacity duration-140 ease-quick starting:opacity-0'
      dragged.parentElement?.append(frame)
    }
    // As the last child of the layer it is above a window with the same number.
    frame.style.zIndex = String(Number(dragged.style.zIndex) - 1)
    frame.style.transform = `translate(${rect.x}px,${rect.y}px)`
    frame.style.width = `${rect.width}px`
    frame.style.height = `${rect.height}px`
  }
  return { show }
}

/**
 * Drags a window by its title bar: to another place, or into a snap zone at an edge. Updates the store once, on release.
 * Returns the function that cancels the drag.
 */
export const dragWindow = (id: string, handle: HTMLElement, press: PointerEvent): (() => void) => {
  const box = findWindowBox(id)
  if (box === undefined) return () => undefined
  const initial = box.rect()
  const pressedAt = { x: press.clientX, y: press.clientY }
  const preview = createSnapPreview(box.element)
  let start = initial
  let placed: Rect | null = null
  let zone: SnapZone | null = null

  return followPointer(handle, press, {
    onMove: (point) => {
      const state = windows.store.getState()
      const window = state.windows[id]
      if (placed === null && window !== undefined && window.snap !== null) {
        start = pullOut(initial, computeShownRect({ ...window, snap: null }, state), pressedAt)
        box.put(start)
      }
      placed = computeDragRect(start, pressedAt, point, state.screen)
      box.slideTo(placed)
      const next = findZoneAt(point, state.screen)
      if (next === zone) return
      zone = next
      preview.show(zone === null ? null : computeSnapRect(zone, state.screen, state.split))
    },
    onEnd: (point) => {
      preview.show(null)
      if (placed === null) return
      const { screen } = windows.store.getState()
      const rect = point === null ? placed : computeDragRect(start, pressedAt, point, screen)
      box.put(rect)
      if (zone === null) windows.place(id, rect)
      else windows.snap(id, zone)
      box.settle(initial)
    },
    onCancel: () => {
      preview.show(null)
      box.reset()
    },
  })
}
