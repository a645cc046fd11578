import { setToastDock } from '#src/ui/toast/toast-store.ts'

/** A toast of this width and its margins fit beside the dock. */
const MIN_ROOM_PX = 240 + 32

/** Returns whether a dock in the middle of the screen leaves too little room beside it for a toast. */
export const isWideDock = (dockWidth: number, screenWidth: number): boolean =>
  (screenWidth - dockWidth) / 2 < MIN_ROOM_PX

/** Keeps toasts clear of the dock when its size changes. Returns a function that stops it. */
export const followDockSize = (dock: HTMLElement): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const root = document.documentElement
  const measure = () => {
    const { offsetWidth: width, offsetHeight: height } = dock
    setToastDock({ width, height, isWide: isWideDock(width, root.clientWidth) })
  }
  const observer = new ResizeObserver(measure)
  observer.observe(dock)
  observer.observe(root)
  return () => {
    observer.disconnect()
    setToastDock(null)
  }
}
