import { memo, useLayoutEffect, useRef } from 'react'
import { appPathOf } from '#src/platform/apps/app-path.ts'
import type { Rect } from './geometry.ts'
import { MIN_SIZE } from './geometry.ts'
import { glide } from './glide.ts'
import { GRIP_CLASSES, GRIP_STYLES } from './grips.ts'
import { useWindowGestures } from './use-window-gestures.ts'
import { WindowBody } from './window-body.tsx'
import { registerWindowElement } from './window-elements.ts'
import { WindowRnd } from './window-rnd.ts'
import { DRAG_HANDLE_CLASS, WindowTitleBar } from './window-title-bar.tsx'
import type { WindowRecord, WindowsState } from './window.ts'
import { useIsPhone, useShownRect, useWindow, windows } from './windows-store.ts'

const HIDDEN = { display: 'none' } as const
const SHOWN = {} as const

type FrameProps = { window: WindowRecord; rect: Rect; isPhone: boolean }

const isSameRect = (one: Rect, other: Rect) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

const Frame = ({ window, rect, isPhone }: FrameProps) => {
  const { id, title, path, isMinimized, isMaximized } = window
  const rndRef = useRef<WindowRnd | null>(null)
  const chromeRef = useRef<HTMLDivElement | null>(null)
  const placedRef = useRef({ rect, window })
  const gestures = useWindowGestures(id, rndRef)

  useLayoutEffect(() => {
    const placed = placedRef.current
    placedRef.current = { rect, window }
    const rnd = rndRef.current
    if (rnd === null || isSameRect(placed.rect, rect)) return
    const from = rnd.measure()
    rnd.put(rect)
    const isMoved = placed.window.rect !== window.rect || placed.window.isMaximized !== isMaximized
    if (isMoved && !isMinimized && !isSameRect(from, rect)) glide(chromeRef.current, from, rect)
  }, [rect, window, isMaximized, isMinimized])

  // Stacking and activity are written to the element: a change of focus renders no window.
  useLayoutEffect(() => {
    const element = rndRef.current?.getSelfElement()
    if (element === undefined || element === null) return undefined
    const unregister = registerWindowElement(id, element)
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
  }, [id])

  const isFixed = isMaximized || isPhone
  return (
    <WindowRnd
      ref={rndRef}
      default={rect}
      minWidth={MIN_SIZE.width}
      minHeight={MIN_SIZE.height}
      disableDragging={isFixed}
      enableResizing={!isFixed}
      dragHandleClassName={DRAG_HANDLE_CLASS}
      cancel="button"
      // The library's own way injects a style element, which a strict content policy refuses.
      enableUserSelectHack={false}
      resizeHandleStyles={GRIP_STYLES}
      resizeHandleClasses={GRIP_CLASSES}
      style={isMinimized ? HIDDEN : SHOWN}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      inert={isMinimized}
      data-window={id}
      data-window-path={appPathOf(path)}
      data-maximized={isMaximized && !isPhone ? '' : undefined}
      data-minimized={isMinimized ? '' : undefined}
      onPointerDownCapture={() => windows.raise(id)}
      onFocusCapture={() => windows.raise(id)}
      {...gestures}
    >
      <div ref={chromeRef} className="window-chrome">
        <WindowTitleBar
          id={id}
          title={title}
          path={path}
          isMaximized={isMaximized}
          isPhone={isPhone}
        />
        <div className="window-body">
          <WindowBody windowId={id} path={path} />
        </div>
      </div>
    </WindowRnd>
  )
}

/** One window. It renders when its own record or place changes, never for another's sake. */
export const WindowFrame = memo(({ id }: { id: string }) => {
  const window = useWindow(id)
  const rect = useShownRect(id)
  const isPhone = useIsPhone()
  if (window === undefined || rect === undefined) return null
  return <Frame window={window} rect={rect} isPhone={isPhone} />
})
WindowFrame.displayName = 'WindowFrame'
