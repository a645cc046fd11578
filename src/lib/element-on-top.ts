/** Returns the topmost element at an element's center: itself, a descendant, a covering element, or null off the screen. */
export const findElementOnTop = (element: Element): Element | null => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2)
}
