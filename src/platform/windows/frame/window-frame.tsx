import { memo, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { Rnd } from 'react-rnd'
import { cn } from '#src/lib/cn.ts'
import { getAppPath } from '#src/platform/apps/app-path.ts'
import {
  GRIP_CLASSES,
  GRIP_STYLES,
  useWindowResize,
} from '#src/platform/windows/gestures/resize-window.ts'
import { MIN_SIZE, isSameRect, type Rect } from '#src/platform/windows/model/geometry.ts'
import type { WindowRecord, WindowsState } from '#src/platform/windows/model/window.ts'
import {
  useIsPhone,
  useShownRect,
  useWindow,
  windows,
} from '#src/platform/windows/model/windows-store.ts'
import { animateMove, growFromDock, shrinkToDock } from './window-animations.ts'
import { userAction } from './user-action.ts'
import { WindowBody, WindowBodySkeleton } from './window-body.tsx'
import { registerWindow, findWindowBox } from './window-box.ts'
import { WindowTitleBar } from './window-title-bar.tsx'

/** Only the active window gets a compositor layer, because fifty layers cost more to compose than one. */
const FRAME = [
  'pointer-events-auto rounded-[14px] ring-1 shadow-mid ring-line outline-none contain-layout contain-style',
  'data-active:shadow-high data-active:ring-line-strong data-active:will-change-[translate]',
  'data-arrow-mode:ring-3 data-arrow-mode:shadow-high data-arrow-mode:ring-accent-ink data-snapped:rounded-sm',
  'in-data-peek:opacity-15 in-data-overview:transition-[translate,scale] in-data-overview:duration-180 in-data-overview:ease-quick',
  // A phone shows one window at a time. The overview shows all of them.
  'phone:rounded-none phone:ring-0! phone:shadow-none! phone:not-data-active:invisible in-data-overview:not-data-minimized:visible!',
].join(' ')

const HIDDEN = { display: 'none' } as const
const SHOWN = {} as const

/** Returns false if only the screen or the lines between snapped windows changed. */
const hasMovedItself = (before: WindowRecord, now: WindowRecord) =>
  before.rect !== now.rect || before.snap !== now.snap || before.isMaximized !== now.isMaximized

type FrameRefs = {
  rndRef: RefObject<Rnd | null>
  chromeRef: RefObject<HTMLDivElement | null>
}

/** Draws the window's element where the store has it. Changes of focus and stacking do not render. */
const useDrawing = (window: WindowRecord, rect: Rect, { rndRef, chromeRef }: FrameRefs): void => {
  const { id, isMinimized } = window
  const drawnRef = useRef(window)
  const placeRef = useRef(rect)

  useLayoutEffect(() => {
    const [rnd, element] = [rndRef.current, chromeRef.current?.parentElement]
    if (rnd === null || !element) return undefined
    const unregister = registerWindow(id, { rnd, element, first: placeRef.current })
    // react-rnd measures where it is when it mounts, which fails for a hidden element.
    if (drawnRef.current.isMinimized) findWindowBox(id)?.reset()
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
  }, [id, rndRef, chromeRef])

  useLayoutEffect(() => {
    const before = drawnRef.current
    drawnRef.current = window
    const box = findWindowBox(id)
    if (box === undefined || isSameRect(placeRef.current, rect)) return
    placeRef.current = rect
    const from = box.rect()
    box.put(rect)
    const isSeen = hasMovedItself(before, window) && !window.isMinimized
    if (isSeen && !isSameRect(from, rect)) animateMove(chromeRef.current, from, rect)
  }, [id, rect, window, chromeRef])

  const wasMinimizedRef = useRef(isMinimized)
  useLayoutEffect(() => {
    const element = findWindowBox(id)?.element
    if (wasMinimizedRef.current === isMinimized || element === undefined) return undefined
    wasMinimizedRef.current = isMinimized
    const path = getAppPath(drawnRef.current.path)
    if (isMinimized) return shrinkToDock(element, chromeRef.current, placeRef.current, path)
    growFromDock(chromeRef.current, placeRef.current, path)
    return undefined
  }, [id, isMinimized, chromeRef])
}

/**
 * Raises the window that has received the focus. Before the user acts, a restored body may focus itself while it loads.
 * It must not cover the window that the address names.
 */
const raiseOnFocus = (id: string, target: EventTarget) => {
  const isByUser = userAction.getState().hasActed || !windows.wasLeftOpen(id)
  if (isByUser || windows.store.getState().activeId === id) windows.raise(id)
  else if (target instanceof HTMLElement) target.blur()
}

type FrameProps = { window: WindowRecord; rect: Rect; isPhone: boolean }

const Frame = ({ window, rect, isPhone }: FrameProps) => {
  const { id, title, path, isMinimized, isMaximized, isAsleep, snap } = window
  const rndRef = useRef<Rnd | null>(null)
  const chromeRef = useRef<HTMLDivElement | null>(null)
  useDrawing(window, rect, { rndRef, chromeRef })
  const { onPointerDown, ...resizing } = useWindowResize(id)

  const isFixed = isMaximized || isPhone
  return (
    <Rnd
      ref={rndRef}
      default={rect}
      minWidth={MIN_SIZE.width}
      minHeight={MIN_SIZE.height}
      disableDragging
      enableResizing={!isFixed && !isAsleep}
      resizeHandleStyles={GRIP_STYLES}
      resizeHandleClasses={GRIP_CLASSES}
      style={isMinimized ? HIDDEN : SHOWN}
      className={FRAME}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      inert={isMinimized}
      data-window={id}
      data-window-path={getAppPath(path)}
      data-maximized={isMaximized && !isPhone ? '' : undefined}
      data-snapped={snap !== null && !isFixed ? snap : undefined}
      data-minimized={isMinimized ? '' : undefined}
      onPointerDownCapture={() => windows.raise(id)}
      onFocusCapture={(event: FocusEvent) => raiseOnFocus(id, event.target)}
      onPointerDown={onPointerDown}
      {...resizing}
    >
      <div
        ref={chromeRef}
        className={cn(
          'window-chrome absolute inset-0 grid origin-top-left grid-cols-1 grid-rows-[44px_minmax(0,1fr)] overflow-hidden rounded-[inherit] bg-surface contain-strict',
          'phone:bottom-[env(safe-area-inset-bottom)] phone:grid-rows-[calc(52px+env(safe-area-inset-top))_minmax(0,1fr)] on-side:right-[env(safe-area-inset-right)] on-side:bottom-0 on-side:left-[env(safe-area-inset-left)] on-side:grid-rows-[44px_minmax(0,1fr)]',
          // The window reaches under the status bar and the dock. Its content stays between them.
          isMaximized &&
            !isPhone &&
            'grid-rows-[calc(44px+var(--under-bar))_minmax(0,1fr)] pb-[max(0px,56px-2.5dvh)] [--under-bar:max(0px,32px-2.5dvh)]',
          !windows.wasLeftOpen(id) && 'animate-rise-in',
        )}
      >
        <WindowTitleBar
          id={id}
          title={title}
          path={path}
          isMaximized={isMaximized}
          isPhone={isPhone}
        />
        {/* Without overscroll-behavior, which would add compositor layers for each body. The page has it instead. */}
        <div className="window-body overflow-auto contain-strict select-text">
          {isAsleep ? <WindowBodySkeleton isSilent /> : <WindowBody windowId={id} path={path} />}
        </div>
      </div>
    </Rnd>
  )
}

export const WindowFrame = memo(({ id }: { id: string }) => {
  const window = useWindow(id)
  const rect = useShownRect(id)
  const isPhone = useIsPhone()
  if (window === undefined || rect === undefined) return null
  return <Frame window={window} rect={rect} isPhone={isPhone} />
})
WindowFrame.displayName = 'WindowFrame'
