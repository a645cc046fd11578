import { useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import type { RndDragCallback, RndResizeCallback, RndResizeStartCallback } from 'react-rnd'
import { clampPosition } from './geometry.ts'
import type { Point, Rect } from './geometry.ts'
import { pointOf, watchGesture } from './gesture.ts'
import type { WindowRnd } from './window-rnd.ts'
import { windows } from './windows-store.ts'

type Running = {
  start: Rect
  pressedAt: Point
  hasMoved: boolean
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
      const running: Running = {
        start,
        pressedAt,
        hasMoved: false,
        isCancelled: false,
        stop: watchGesture({
          kind,
          pressedAt,
          onCancel: () => {
            running.isCancelled = true
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
    const noteMove = () => {
      if (runningRef.current !== null) runningRef.current.hasMoved = true
    }

    const onDragStart: RndDragCallback = (event) => begin('move', event)
    const onDrag: RndDragCallback = noteMove
    const onDragStop: RndDragCallback = (event) => {
      const running = end()
      const rnd = rndRef.current
      if (running === null || rnd === null) return
      const { start, pressedAt, hasMoved, isCancelled } = running
      if (isCancelled || !hasMoved) {
        rnd.updatePosition(start)
        return
      }
      const releasedAt = positionOf(event) ?? pressedAt
      const rect = clampPosition(
        {
          ...start,
          x: Math.round(start.x + releasedAt.x - pressedAt.x),
          y: Math.round(start.y + releasedAt.y - pressedAt.y),
        },
        windows.store.getState().screen,
      )
      rnd.updatePosition(rect)
      windows.place(id, rect)
    }
    const onResizeStart: RndResizeStartCallback = (event) => begin('resize', event)
    const onResize: RndResizeCallback = noteMove
    const onResizeStop: RndResizeCallback = (_event, _direction, _element, delta, position) => {
      const running = end()
      if (running === null || !running.hasMoved) return
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
    return { onDragStart, onDrag, onDragStop, onResizeStart, onResize, onResizeStop }
  }, [id, rndRef])

  useEffect(() => () => runningRef.current?.stop(), [])
  return handlers
}
