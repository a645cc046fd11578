import type { RefObject } from 'react'

/** Returns true if the main pointing device is a finger, so that focusing a field opens an on-screen keyboard. */
export const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** Focuses a field, except where that would open a keyboard over the page. */
export const focusUnlessTouch = (field: RefObject<HTMLElement | null>): void => {
  if (!isTouch()) field.current?.focus()
}
