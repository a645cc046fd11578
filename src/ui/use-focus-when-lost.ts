import { useEffect, type RefObject } from 'react'

/** Moves the focus to `target` on mount if the focused element has been removed from the page. */
export const useFocusWhenLost = (target: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) {
      target.current?.focus({ preventScroll: true })
    }
  }, [target])
}
