import { useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import type { RndDragCallback, RndResizeCallback, RndResizeStartCallback } from 'react-rnd'
import { clampPosition } from '#src/platform/windows/model/geometry.ts'
import type { Point, Rect, Size } from '#src/platform/windows/model/geometry.ts'
import { pointOf, watchGesture } from './gesture.ts'
import { snapRect, snappedResizeLimit, zoneAt } from '#src/platform/windows/model/snap.ts'
import type { SnapZone } from '#src/platform/windows/model/snap.ts'
import { showSnapPreview } from './snap-preview.ts'
import { followersOf } from '#src/platform/windows/model/snapped-group.ts'
import { uncover } from '#src/platform/windows/frame/window-cover.ts'
import { shownRect } from '#src/platform/windows/model/window.ts'
import type { WindowRnd } from '#src/platform/windows/frame/window-rnd.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

type Running = {
  /** Where the press found the window, and where it goes back to. */
  found: Rect
  /** What the way of the pointer is added to; a snapped window has its own size back in it. */
  start: Rect
  pressedAt: Point
  /** Where the last move that counted led, or null while the press may still be a click. */
  placed: Rect | null
  zone: SnapZone | null
  /** The snapped windows around it while it is resized. */
  followers: ReturnType<typeof followersOf> | null
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

const cursorOf = (kind: 'move' | 'resize', event: unknown): string => {
  const pressed = nativeOf(event)?.target
  return kind === 'resize' && pressed instanceof Element
    ? getComputedStyle(pressed).cursor
    : 'grabbing'
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

/** A window pulled out of its zone in its own size: the pointer stays over the same part of the title bar. */
const pulledOut = (found: Rect, own: Size, pressedAt: Point): Rect => ({
  x: Math.round(pressedAt.x - ((pressedAt.x - found.x) / Math.max(1, found.width)) * own.width),
  y: found.y,
  width: own.width,
  height: own.height,
})

/** The handlers of one window's drags and resizes; they never change, and tell the store once, on release. */
export const useWindowGestures = (id: string, rndRef: RefObject<WindowRnd | null>) => {
  const runningRef = useRef<Running | null>(null)

  const handlers = useMemo(() => {
    const begin = (
      kind: 'move' | 'resize',
      event: unknown,
      onMove: (running: Running, point: Point, rnd: WindowRnd) => 'pass' | 'take',
    ) => {
      const rnd = rndRef.current
      const pressedAt = positionOf(event)
      if (rnd === null || pressedAt === null) return null
      runningRef.current?.stop()
      const found = rnd.measure()
      const running: Running = {
        found,
        start: found,
        pressedAt,
        placed: null,
        zone: null,
        followers: null,
        isCancelled: false,
        stop: watchGesture({
          kind,
          pressedAt,
          cursor: cursorOf(kind, event),
          onMove: (point) => {
            // A snapped window that is resized moves its neighbours too.
            if (running.placed === null) uncover(kind === 'move' ? id : null)
            return onMove(running, point, rnd)
          },
          onCancel: () => {
            running.isCancelled = true
            showSnapPreview(id, null)
            running.followers?.goBack()
            rnd.drawAt(found)
            rnd.put(found)
          },
        }),
      }
      runningRef.current = running
      return running
    }
    const end = (): Running | null => {
      const running = runningRef.current
      runningRef.current = null
      running?.stop()
      return running
    }

    const move = (running: Running, point: Point, rnd: WindowRnd): 'take' => {
      const state = windows.store.getState()
      const window = state.windows[id]
      if (running.placed === null && window !== undefined && window.snap !== null) {
        const own = shownRect({ ...window, snap: null }, state)
        running.start = pulledOut(running.found, own, running.pressedAt)
        rnd.updateSize({ width: own.width, height: own.height })
      }
      running.placed = dragged(running, point, state.screen)
      rnd.drawAt(running.placed)
      const zone = zoneAt(point, state.screen)
      if (zone !== running.zone) {
        running.zone = zone
        showSnapPreview(id, zone === null ? null : snapRect(zone, state.screen, state.split))
      }
      return 'take'
    }

    const onDragStart: RndDragCallback = (event) => {
      begin('move', event, move)
    }
    const onDragStop: RndDragCallback = (event) => {
      const running = end()
      const rnd = rndRef.current
      showSnapPreview(id, null)
      if (running === null || rnd === null || running.placed === null || running.isCancelled) return
      // A release that nobody saw has no place of its own.
      const releasedAt = nativeOf(event)?.isTrusted === false ? null : positionOf(event)
      const { screen } = windows.store.getState()
      const rect = releasedAt === null ? running.placed : dragged(running, releasedAt, screen)
      rnd.drawAt(rect)
      rnd.updatePosition(rect)
      const before = windows.store.getState().windows[id]
      if (running.zone === null) windows.place(id, rect)
      else windows.snap(id, running.zone)
      // Dropped where it was: nothing in the store has changed that would draw it there again.
      if (running.zone !== null && running.zone === before?.snap) {
        rnd.drawIn(running.found)
        rnd.put(running.found)
      }
    }
    const onResizeStart: RndResizeStartCallback = (event) => {
      const state = windows.store.getState()
      const rnd = rndRef.current
      const zone = state.windows[id]?.snap ?? null
      if (rnd !== null) rnd.largest = zone === null ? null : snappedResizeLimit(zone, state.screen)
      const running = begin('resize', event, (now, point) => {
        now.placed = dragged(now, point, state.screen)
        return 'pass'
      })
      if (running !== null && zone !== null) running.followers = followersOf(state, id)
    }
    const onResize: RndResizeCallback = (_event, direction, _element, delta, position) => {
      const running = runningRef.current
      if (running === null || running.followers === null) return
      const width = running.found.width + delta.width
      const height = running.found.height + delta.height
      running.followers.follow({ ...position, width, height }, direction)
    }
    const onResizeStop: RndResizeCallback = (_event, direction, _element, delta, position) => {
      const running = end()
      if (running === null || running.placed === null) return
      if (running.isCancelled) {
        rndRef.current?.put(running.found)
        return
      }
      const width = running.found.width + delta.width
      const height = running.found.height + delta.height
      windows.resize(id, { ...position, width, height }, direction)
    }
    return { onDragStart, onDragStop, onResizeStart, onResize, onResizeStop }
  }, [id, rndRef])

  useEffect(() => () => runningRef.current?.stop(), [])
  return handlers
}
