import { useEffect, useRef } from 'react'
import type { PointerEvent } from 'react'

/** How long an icon is held before the icons start to jiggle. */
const HOLD_MS = 600

/** A hand is never quite still; beyond this the hold was a scroll or a drag. */
const STILL_PX = 8

/** Handlers for a press that is held still; the click that ends a hold is swallowed. */
export const useHold = (onHold: (pressedAt: { x: number; y: number }) => void) => {
  const pressRef = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(
    null,
  )
  const wasHeldRef = useRef(false)
  const end = () => {
    clearTimeout(pressRef.current?.timer)
    pressRef.current = null
  }
  useEffect(() => () => clearTimeout(pressRef.current?.timer), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      end()
      wasHeldRef.current = false
      if (event.button !== 0) return
      const timer = setTimeout(() => {
        wasHeldRef.current = true
        onHold({ x: event.clientX, y: event.clientY })
      }, HOLD_MS)
      pressRef.current = { x: event.clientX, y: event.clientY, timer }
    },
    onPointerMove: (event: PointerEvent) => {
      const press = pressRef.current
      if (press === null) return
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** True once after a hold: the click that follows belongs to it. */
    takeHeld: () => {
      const wasHeld = wasHeldRef.current
      wasHeldRef.current = false
      return wasHeld
    },
  }
}
