/** A smaller height is a bar of the browser, not a keyboard. */
const MIN_KEYBOARD_PX = 120

/**
 * Returns the height of an on-screen keyboard that covers the page. Returns 0 if the browser shrinks the page instead, and
 * while the user has zoomed in.
 */
export const getKeyboardHeightPx = (): number => {
  const viewport = window.visualViewport
  if (viewport === null || viewport === undefined || viewport.scale > 1.01) return 0
  const covered = Math.round(window.innerHeight - viewport.height)
  return covered >= MIN_KEYBOARD_PX ? covered : 0
}

/** Calls the listener when the on-screen keyboard may have come or gone. Returns the function that stops it. */
export const watchKeyboard = (listener: () => void): (() => void) => {
  const viewport = window.visualViewport
  viewport?.addEventListener('resize', listener)
  return () => viewport?.removeEventListener('resize', listener)
}

/** Sets `--keyboard` on the page to the height of the keyboard. Returns a function that stops it. */
export const followKeyboard = ({ style }: HTMLElement = document.documentElement): (() => void) => {
  let shown = 0
  return watchKeyboard(() => {
    const height = getKeyboardHeightPx()
    if (height === shown) return
    shown = height
    if (height === 0) style.removeProperty('--keyboard')
    else style.setProperty('--keyboard', `${height}px`)
    // Undoes the scrolling by which browsers show the focused field, which is above the keyboard now.
    window.scrollTo(0, 0)
  })
}
