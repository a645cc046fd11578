import { cn } from '#src/lib/cn.ts'
import { memo, useRef } from 'react'
import { appPathOf } from '#src/platform/apps/app-path.ts'
import type { Rect } from '#src/platform/windows/model/geometry.ts'
import { MIN_SIZE } from '#src/platform/windows/model/geometry.ts'
import { GRIP_CLASSES, GRIP_STYLES } from '#src/platform/windows/gestures/grips.ts'
import { useWindowDrawing } from './use-window-drawing.ts'
import { useWindowGestures } from '#src/platform/windows/gestures/use-window-gestures.ts'
import { WindowBody } from './window-body.tsx'
import { WindowRnd } from './window-rnd.ts'
import { DRAG_HANDLE_CLASS, WindowTitleBar } from './window-title-bar.tsx'
import type { WindowRecord } from '#src/platform/windows/model/window.ts'
import {
  useIsPhone,
  useShownRect,
  useWindow,
  windows,
} from '#src/platform/windows/model/windows-store.ts'

const HIDDEN = { display: 'none' } as const
const SHOWN = {} as const

type FrameProps = { window: WindowRecord; rect: Rect; isPhone: boolean }

const Frame = ({ window, rect, isPhone }: FrameProps) => {
  const { id, title, path, isMinimized, isMaximized, isAsleep, snap } = window
  const rndRef = useRef<WindowRnd | null>(null)
  const chromeRef = useRef<HTMLDivElement | null>(null)
  const gestures = useWindowGestures(id, rndRef)
  useWindowDrawing({ window, rect, rndRef, chromeRef })

  const isFixed = isMaximized || isPhone
  return (
    <WindowRnd
      ref={rndRef}
      default={rect}
      minWidth={MIN_SIZE.width}
      minHeight={MIN_SIZE.height}
      disableDragging={isFixed}
      // The grips of a window that was left open come with its body.
      enableResizing={!isFixed && !isAsleep}
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
      data-snapped={snap !== null && !isFixed ? snap : undefined}
      data-minimized={isMinimized ? '' : undefined}
      onPointerDownCapture={() => windows.raise(id)}
      onFocusCapture={() => windows.raise(id)}
      {...gestures}
    >
      <div
        ref={chromeRef}
        className={cn('window-chrome', !windows.wasLeftOpen(id) && 'animate-rise-in')}
      >
        <WindowTitleBar
          id={id}
          title={title}
          path={path}
          isMaximized={isMaximized}
          isPhone={isPhone}
        />
        <div className="window-body">
          {isAsleep ? <div className="sleeping-body" /> : <WindowBody windowId={id} path={path} />}
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
