import { useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import type { RndDragCallback, RndResizeCallback, RndResizeStartCallback } from 'react-rnd'
import { clampPosition } from './geometry.ts'
import type { Point, Rect, Size } from './geometry.ts'
import { pointOf, watchGesture } from './gesture.ts'
import type { WindowRnd } from './window-rnd.ts'
import { windows } from './windows-store.ts'

type Running = {
  start: Rect
  pressedAt: Point
  /** Where the last move that counted led, or null while the press may still be a click. */
  placed: Rect | null
  isCancelled: boolean
  stop: () => void
}

const nativeOf = (event: unknown): MouseEvent | TouchEvent | null => {
  const native =
    typeof event === 'object' && event !== null && 'nativeEvent' in event
      ? event.nativeEvent
      : event
  return native instanceof MouseEvent ||
    (typeof TouchEvent !== 'undefined' && native instanceof TouchEvent)
    ? native
    : null
}

const positionOf = (event: unknown): Point | null => {
  const native = nativeOf(event)
  return native === null ? null : pointOf(native)
}

/** From the place at the press and the whole way since, so that nothing adds up. */
const dragged = ({ start, pressedAt }: Running, to: Point, screen: Size): Rect =>
  clampPosition(
    {
      ...start,
      x: Math.round(start.x + to.x - pressedAt.x),
      y: Math.round(start.y + to.y - pressedAt.y),
    },
    screen,
  )

/** The handlers of one window's drags and resizes; they never change, and tell the store once, on release. */
export const useWindowGestures = (id: string, rndRef: RefObject<WindowRnd | null>) => {
  const runningRef = useRef<Running | null>(null)

  const handlers = useMemo(() => {
    const begin = (kind: 'move' | 'resize', event: unknown) => {
      const rnd = rndRef.current
      const pressedAt = positionOf(event)
      if (rnd === null || pressedAt === null) return
      runningRef.current?.stop()
      const start = rnd.measure()
      const { screen } = windows.store.getState()
      const running: Running = {
        start,
        pressedAt,
        placed: null,
        isCancelled: false,
        stop: watchGesture({
          kind,
          pressedAt,
          onMove: (point) => {
            running.placed = dragged(running, point, screen)
            if (kind === 'resize') return 'pass'
            rnd.drawAt(running.placed)
            return 'take'
          },
          onCancel: () => {
            running.isCancelled = true
            rnd.drawAt(start)
            rnd.put(start)
          },
        }),
      }
      runningRef.current = running
    }
    const end = (): Running | null => {
      const running = runningRef.current
      runningRef.current = null
      running?.stop()
      return running
    }

    const onDragStart: RndDragCallback = (event) => begin('move', event)
    const onDragStop: RndDragCallback = (event) => {
      const running = end()
      const rnd = rndRef.current
      if (running === null || rnd === null || running.placed === null || running.isCancelled) return
      const releasedAt = positionOf(event) ?? running.pressedAt
      const rect = dragged(running, releasedAt, windows.store.getState().screen)
      rnd.drawAt(rect)
      rnd.updatePosition(rect)
      windows.place(id, rect)
    }
    const onResizeStart: RndResizeStartCallback = (event) => begin('resize', event)
    const onResizeStop: RndResizeCallback = (_event, _direction, _element, delta, position) => {
      const running = end()
      if (running === null || running.placed === null) return
      if (running.isCancelled) {
        rndRef.current?.put(running.start)
        return
      }
      windows.place(id, {
        ...position,
        width: running.start.width + delta.width,
        height: running.start.height + delta.height,
      })
    }
    return { onDragStart, onDragStop, onResizeStart, onResizeStop }
  }, [id, rndRef])

  useEffect(() => () => runningRef.current?.stop(), [])
  return handlers
}
