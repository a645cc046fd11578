import { useRef } from 'react'
import type { PointerEvent } from 'react'

/** Pixels to the right after which letting go dismisses. */
const DISMISS_PX = 50
/** Pixels after which a press is a swipe and no click. */
const START_PX = 8

type Press = { pointerId: number; x: number; y: number; isSwipe: boolean }

/** Returns the pointer handlers of an element that is dismissed by a swipe to the right. */
export const useSwipe = (onDismiss: () => void) => {
  const press = useRef<Press | null>(null)

  const place = (element: HTMLElement, distancePx: number) => {
    element.style.translate = distancePx > 0 ? `${distancePx}px` : ''
  }
  const cancel = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    press.current = null
    place(currentTarget, 0)
  }

  return {
    onPointerDown: ({ button, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (button === 0) press.current = { pointerId, x: clientX, y: clientY, isSwipe: false }
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      const { current } = press
      if (current?.pointerId !== pointerId) return
      const distancePx = clientX - current.x
      if (!current.isSwipe) {
        if (distancePx < START_PX || distancePx < Math.abs(clientY - current.y)) return
        current.isSwipe = true
        // The buttons of the element get no click at the end of a swipe.
        currentTarget.setPointerCapture(pointerId)
      }
      place(currentTarget, distancePx)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const { current } = press
      cancel(event)
      if (current?.isSwipe === true && event.clientX - current.x >= DISMISS_PX) onDismiss()
    },
    onPointerCancel: cancel,
  }
}
