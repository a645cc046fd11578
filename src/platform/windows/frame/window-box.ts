import type { Rnd } from 'react-rnd'
import { isSameRect, type Point, type Rect } from '#src/platform/windows/model/geometry.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** One window on the page. Moving it here does not render its frame or body. */
export type WindowBox = {
  element: HTMLElement
  /** Returns where the window was drawn last. */
  rect(): Rect
  /** Draws the window there without updating the store. */
  put(rect: Rect): void
  /** Moves the window during a drag, until `put` or `reset`. */
  slideTo(point: Point): void
  /** Draws the window where the store has it. */
  reset(): void
  /** Draws the window at `start` if the store still has it there, because then no render draws it. */
  settle(start: Rect): void
}

const boxes = new Map<string, WindowBox>()

export const findWindowBox = (id: string): WindowBox | undefined => boxes.get(id)

export const findWindowElement = (id: string): HTMLElement | undefined => boxes.get(id)?.element

/** Registers a window that has been drawn at `first`. Returns a function that unregisters it. */
export const registerWindow = (
  id: string,
  { rnd, element, first }: { rnd: Rnd; element: HTMLElement; first: Rect },
): (() => void) => {
  let drawn = first
  let isSliding = false
  const put = (rect: Rect) => {
    drawn = rect
    if (isSliding) element.style.translate = ''
    isSliding = false
    rnd.updatePosition({ x: rect.x, y: rect.y })
    rnd.updateSize({ width: rect.width, height: rect.height })
  }
  const readStoredRect = (): Rect => {
    const state = windows.store.getState()
    const window = state.windows[id]
    return window === undefined ? drawn : computeShownRect(window, state)
  }
  const box: WindowBox = {
    element,
    rect: () => drawn,
    put,
    // In addition to react-rnd's own transform, at a fifth of the cost of a move through its state.
    slideTo: ({ x, y }) => {
      isSliding = true
      element.style.translate = `${x - drawn.x}px ${y - drawn.y}px`
    },
    reset: () => put(readStoredRect()),
    settle: (start) => {
      if (isSameRect(readStoredRect(), start)) put(start)
    },
  }
  boxes.set(id, box)
  return () => {
    if (boxes.get(id) === box) boxes.delete(id)
  }
}
