/** A toast of this width and its margins fit beside the dock. */
const MIN_ROOM_PX = 240 + 32

/** Returns whether a dock in the middle of the screen leaves too little room beside it for a toast. */
export const isWideDock = (dockWidth: number, screenWidth: number): boolean =>
  (screenWidth - dockWidth) / 2 < MIN_ROOM_PX

/** Keeps the size of the dock at the root of the page, for what is placed around it. Returns a function that stops it. */
export const publishDockSize = (dock: HTMLElement): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const root = document.documentElement
  const publish = () => {
    const { offsetWidth, offsetHeight } = dock
    root.style.setProperty('--dock-width', `${offsetWidth}px`)
    root.style.setProperty('--dock-height', `${offsetHeight}px`)
    root.toggleAttribute('data-wide-dock', isWideDock(offsetWidth, root.clientWidth))
  }
  const observer = new ResizeObserver(publish)
  observer.observe(dock)
  observer.observe(root)
  return () => {
    observer.disconnect()
    root.style.removeProperty('--dock-width')
    root.style.removeProperty('--dock-height')
    root.removeAttribute('data-wide-dock')
  }
}
