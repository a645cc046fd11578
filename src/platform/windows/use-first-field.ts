import { useEffect, type RefObject } from 'react'
import { isTouch } from '#src/lib/is-touch.ts'

/**
 * Passes the focus that a window itself receives on to its empty field, so that typing right after it opened arrives
 * there. Does nothing on a touch screen, where a keyboard would cover the window, and for a press into the window.
 */
export const useFirstField = (field: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const window = field.current?.closest<HTMLElement>('[data-window]') ?? null
    if (window === null || isTouch()) return undefined
    const passOn = () => {
      if (field.current?.value === '' && !window.matches(':active')) {
        field.current.focus({ preventScroll: true })
      }
    }
    if (window === document.activeElement) passOn()
    window.addEventListener('focus', passOn)
    return () => window.removeEventListener('focus', passOn)
  }, [field])
}
