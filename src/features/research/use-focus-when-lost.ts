import { useEffect, type RefObject } from 'react'

/** Takes the focus when what had it has gone from the page, so that the keyboard goes on from here. */
export const useFocusWhenLost = (target: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) {
      target.current?.focus({ preventScroll: true })
    }
  }, [target])
}
