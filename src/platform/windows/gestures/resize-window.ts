import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react'
import type {
  HandleClasses,
  HandleStyles,
  RndResizeCallback,
  RndResizeStartCallback,
} from 'react-rnd'
import { findWindowBox } from '#src/platform/windows/frame/window-box.ts'
import { computeResizeLimit, type Rect, type Size } from '#src/platform/windows/model/geometry.ts'
import {
  computeSnapRect,
  computeSnappedResizeLimit,
  computeSplit,
} from '#src/platform/windows/model/snap.ts'
import type { WindowsState } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { DRAG_THRESHOLD_PX, capturePointer, holdGesture } from './follow-pointer.ts'

/** A grip reaches this far to both sides of its edge. */
const REACH_PX = 4
const CORNER_PX = 16

const horizontal = {
  left: CORNER_PX / 2,
  right: CORNER_PX / 2,
  width: 'auto',
  height: 2 * REACH_PX,
  cursor: 'ns-resize',
} as const
const vertical = {
  top: CORNER_PX / 2,
  bottom: CORNER_PX / 2,
  width: 2 * REACH_PX,
  height: 'auto',
  cursor: 'ew-resize',
} as const
const corner = { width: CORNER_PX, height: CORNER_PX } as const
const falling = { ...corner, cursor: 'nwse-resize' } as const
const rising = { ...corner, cursor: 'nesw-resize' } as const

export const GRIP_STYLES: HandleStyles = {
  top: { ...horizontal, top: -REACH_PX },
  bottom: { ...horizontal, bottom: -REACH_PX },
  left: { ...vertical, left: -REACH_PX },
  right: { ...vertical, right: -REACH_PX },
  topLeft: { ...falling, top: -REACH_PX, left: -REACH_PX },
  bottomRight: { ...falling, bottom: -REACH_PX, right: -REACH_PX },
  topRight: { ...rising, top: -REACH_PX, right: -REACH_PX },
  bottomLeft: { ...rising, bottom: -REACH_PX, left: -REACH_PX },
}

const GRIP = 'window-grip'

/** The touch target of each grip: 44 px around every edge and corner, mostly outside the window's content. */
const TOUCH_REACH = {
  left: 'pointer-coarse:after:inset-[0_-10px_0_-26px]',
  right: 'pointer-coarse:after:inset-[0_-26px_0_-10px]',
  bottom: 'pointer-coarse:after:inset-[-10px_0_-26px]',
  // The title bar below it starts a drag.
  top: 'pointer-coarse:after:inset-[-36px_0_0]',
  topLeft: 'pointer-coarse:after:inset-[-28px_0_0_-28px]',
  topRight: 'pointer-coarse:after:inset-[-28px_-28px_0_0]',
  bottomLeft: 'pointer-coarse:after:inset-[-8px_-8px_-20px_-20px]',
  bottomRight: 'pointer-coarse:after:inset-[-8px_-20px_-20px_-8px]',
}

export const GRIP_CLASSES: HandleClasses = Object.fromEntries(
  Object.entries(TOUCH_REACH).map(([side, reach]) => [
    side,
    `${GRIP} ${GRIP}-${side} touch-none select-none pointer-coarse:after:absolute ${reach}`,
  ]),
)

/** Returns the edge or corner that a grip pulls, such as `topLeft`; null for any other element. */
const findSide = (target: EventTarget): string | null => {
  const grip = target instanceof Element ? target.closest(`.${GRIP}`) : null
  const name = [...(grip?.classList ?? [])].find((one) => one.startsWith(`${GRIP}-`))
  return name?.slice(GRIP.length + 1) ?? null
}

/** Returns the largest size that a resize by this edge or corner may reach; null for an unknown window. */
const findLimit = (
  { windows: open, screen }: WindowsState,
  id: string,
  side: string,
): Size | null => {
  const window = open[id]
  const box = findWindowBox(id)
  if (window === undefined || box === undefined) return null
  return window.snap === null
    ? computeResizeLimit(box.rect(), side, screen)
    : computeSnappedResizeLimit(window.snap, screen)
}

/** Returns functions that draw the other snapped windows while the named one is resized, without updating the store. */
const findFollowers = ({ windows: open, screen, split }: WindowsState, id: string) => {
  const zone = open[id]?.snap ?? null
  const others = Object.values(open).flatMap((other) =>
    other.id === id || other.snap === null || other.isMinimized || other.isMaximized
      ? []
      : [{ id: other.id, zone: other.snap }],
  )
  return {
    follow: (rect: Rect, direction: string) => {
      if (zone === null) return
      const lines = computeSplit(zone, { direction, rect, screen, split }) ?? split
      for (const other of others)
        findWindowBox(other.id)?.put(computeSnapRect(other.zone, screen, lines))
    },
    reset: () => {
      if (zone !== null) for (const other of others) findWindowBox(other.id)?.reset()
    },
  }
}

type Resize = {
  start: Rect
  placed: Rect | null
  /** True once the resize has ended for the user, while react-rnd still waits for the release. */
  isOver: boolean
  followers: ReturnType<typeof findFollowers>
  release: () => void
}

const isClick = ({ width, height }: Size) =>
  Math.max(Math.abs(width), Math.abs(height)) < DRAG_THRESHOLD_PX

const isReleased = (event: MouseEvent | TouchEvent) =>
  event instanceof MouseEvent && event.buttons === 0

/** Returns react-rnd's properties for resizing a window. Updates the store once, on release. */
export const useWindowResize = (id: string) => {
  const [limit, setLimit] = useState<Size | null>(null)
  const runningRef = useRef<Resize | null>(null)
  useEffect(() => () => runningRef.current?.release(), [])

  const handlers = useMemo(() => {
    const end = (running: Resize, rect: Rect | null, direction: string) => {
      running.release()
      running.isOver = true
      if (rect === null) {
        running.followers.reset()
        findWindowBox(id)?.reset()
        return
      }
      findWindowBox(id)?.put(rect)
      windows.resize(id, rect, direction)
      findWindowBox(id)?.settle(running.start)
    }

    const onPointerDown = ({ target, nativeEvent }: PointerEvent) => {
      const side = findSide(target)
      if (side === null || nativeEvent.button !== 0) return
      // react-rnd reads the largest size when its resize begins, which is after this event.
      setLimit(findLimit(windows.store.getState(), id, side))
      if (target instanceof Element) capturePointer(target, nativeEvent)
    }
    const onResizeStart: RndResizeStartCallback = ({ nativeEvent }, direction) => {
      const box = findWindowBox(id)
      const isOtherButton = nativeEvent instanceof MouseEvent && nativeEvent.button !== 0
      if (box === undefined || isOtherButton) return false
      runningRef.current?.release()
      const running: Resize = {
        start: box.rect(),
        placed: null,
        isOver: false,
        followers: findFollowers(windows.store.getState(), id),
        release: holdGesture('resize', () => end(running, null, direction)),
      }
      runningRef.current = running
      return undefined
    }
    const onResize: RndResizeCallback = (event, direction, _element, delta, position) => {
      const running = runningRef.current
      if (running === null) return
      if (!running.isOver && isReleased(event)) end(running, running.placed, direction)
      if (running.isOver) {
        findWindowBox(id)?.reset()
        return
      }
      const width = running.start.width + delta.width
      const height = running.start.height + delta.height
      running.placed = { ...position, width, height }
      running.followers.follow(running.placed, direction)
    }
    const onResizeStop: RndResizeCallback = (_event, direction, _element, delta) => {
      const running = runningRef.current
      runningRef.current = null
      setLimit(null)
      if (running === null) return
      if (running.isOver) findWindowBox(id)?.reset()
      else end(running, isClick(delta) ? null : running.placed, direction)
    }
    return { onPointerDown, onResizeStart, onResize, onResizeStop }
  }, [id])

  return {
    ...handlers,
    // Only during a resize: at other times it would also cap a maximized window.
    ...(limit === null ? {} : { maxWidth: limit.width, maxHeight: limit.height }),
  }
}
