import type { Rnd } from 'react-rnd'
import { isSameRect, type Point, type Rect } from '#src/platform/windows/model/geometry.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** One window on the page. Moving it here renders neither its frame nor its body. */
export type WindowBox = {
  element: HTMLElement
  /** Returns where the window was drawn last. */
  rect(): Rect
  /** Draws the window there. The store does not learn of it. */
  put(rect: Rect): void
  /** Moves the window for the length of a drag; `put` and `reset` end it. */
  slideTo(point: Point): void
  /** Draws the window where the store has it. */
  reset(): void
  /** Draws the window at `found` if the store still has it there, because then nothing else draws it. */
  settle(found: Rect): void
}

const boxes = new Map<string, WindowBox>()

export const findWindowBox = (id: string): WindowBox | undefined => boxes.get(id)

export const findWindowElement = (id: string): HTMLElement | undefined => boxes.get(id)?.element

/** Adds a window that has been drawn at `first`. Returns the function that takes it out again. */
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
  const inStore = (): Rect => {
    const state = windows.store.getState()
    const window = state.windows[id]
    return window === undefined ? drawn : computeShownRect(window, state)
  }
  const box: WindowBox = {
    element,
    rect: () => drawn,
    put,
    // Beside react-rnd's own transform. A move costs a fifth of one through its state.
    slideTo: ({ x, y }) => {
      isSliding = true
      element.style.translate = `${x - drawn.x}px ${y - drawn.y}px`
    },
    reset: () => put(inStore()),
    settle: (found) => {
      if (isSameRect(inStore(), found)) put(found)
    },
  }
  boxes.set(id, box)
  return () => {
    if (boxes.get(id) === box) boxes.delete(id)
  }
}
