import type { Rect } from '#src/platform/windows/model/geometry.ts'
import { windowElement } from '#src/platform/windows/frame/window-elements.ts'

let shown: HTMLElement | null = null

/** Shows where a dragged window would snap to, right below that window and above all others; null takes it away. */
export const showSnapPreview = (id: string, rect: Rect | null): void => {
  const element = windowElement(id)
  if (rect === null || element === undefined) {
    shown?.remove()
    shown = null
    return
  }
  if (shown === null) {
    shown = document.createElement('div')
    shown.dataset['snapPreview'] = ''
    shown.setAttribute('aria-hidden', 'true')
    element.parentElement?.append(shown)
  }
  const { style } = shown
  // The last child of the layer lies above a window of the same number.
  style.zIndex = String(Number(element.style.zIndex) - 1)
  style.transform = `translate(${rect.x}px,${rect.y}px)`
  style.width = `${rect.width}px`
  style.height = `${rect.height}px`
}
