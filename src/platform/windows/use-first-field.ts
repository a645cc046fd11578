import { useEffect, type RefObject } from 'react'
import { isTouch } from '#src/lib/is-touch.ts'

/**
 * Moves the focus from a window to its empty field, so that users can type right after opening it. Does nothing on
 * touch screens, where the keyboard would cover the window, and after a click into the window.
 */
export const useFirstField = (field: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const window = field.current?.closest<HTMLElement>('[data-window]') ?? null
    if (window === null || isTouch()) return undefined
    const focusField = () => {
      if (field.current?.value === '' && !window.matches(':active')) {
        field.current.focus({ preventScroll: true })
      }
    }
    if (window === document.activeElement) focusField()
    window.addEventListener('focus', focusField)
    return () => window.removeEventListener('focus', focusField)
  }, [field])
}
