import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { appPathOf } from '#src/platform/apps/app-path.ts'
import type { Rect } from '#src/platform/windows/model/geometry.ts'
import { glide, growFromDock, shrinkToDock } from '#src/platform/windows/gestures/glide.ts'
import { registerWindow } from './window-elements.ts'
import type { WindowRecord, WindowsState } from '#src/platform/windows/model/window.ts'
import type { WindowRnd } from './window-rnd.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const isSameRect = (one: Rect, other: Rect) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

/** Whether it was the window that got another place, rather than the screen or the lines around it. */
const isMovedItself = (before: WindowRecord, now: WindowRecord) =>
  before.rect !== now.rect || before.snap !== now.snap || before.isMaximized !== now.isMaximized

type Drawing = {
  window: WindowRecord
  rect: Rect
  rndRef: RefObject<WindowRnd | null>
  chromeRef: RefObject<HTMLDivElement | null>
}

/** Draws one window where the store says, moving what the eye sees; all of it without a render of its own. */
export const useWindowDrawing = ({ window, rect, rndRef, chromeRef }: Drawing): void => {
  const { id, isMinimized } = window
  const drawnRef = useRef({ rect, window })

  useLayoutEffect(() => {
    const drawn = drawnRef.current
    drawnRef.current = { rect, window }
    const rnd = rndRef.current
    if (rnd === null || isSameRect(drawn.rect, rect)) return
    const from = rnd.measure()
    rnd.put(rect)
    const isSeen = isMovedItself(drawn.window, window) && !window.isMinimized
    if (isSeen && !isSameRect(from, rect)) glide(chromeRef.current, from, rect)
  }, [rect, window, rndRef, chromeRef])

  const wasMinimizedRef = useRef(isMinimized)
  useLayoutEffect(() => {
    const box = rndRef.current?.getSelfElement()
    if (wasMinimizedRef.current === isMinimized || box === undefined || box === null) {
      return undefined
    }
    wasMinimizedRef.current = isMinimized
    const { rect: at, window: now } = drawnRef.current
    const path = appPathOf(now.path)
    if (isMinimized) return shrinkToDock(box, chromeRef.current, at, path)
    growFromDock(chromeRef.current, at, path)
    return undefined
  }, [isMinimized, rndRef, chromeRef])

  // Stacking and activity are written to the element: a change of focus renders no window.
  useLayoutEffect(() => {
    const rnd = rndRef.current
    const element = rnd?.getSelfElement()
    if (rnd === null || element === undefined || element === null) return undefined
    const unregister = registerWindow(id, rnd)
    const show = ({ stacking, activeId }: WindowsState) => {
      element.style.zIndex = String(stacking[id] ?? 0)
      element.toggleAttribute('data-active', activeId === id)
    }
    show(windows.store.getState())
    const unsubscribe = windows.store.subscribe((now, before) => {
      const isChanged =
        now.stacking[id] !== before.stacking[id] ||
        (now.activeId === id) !== (before.activeId === id)
      if (isChanged) show(now)
    })
    return () => {
      unsubscribe()
      unregister()
    }
  }, [id, rndRef])
}
