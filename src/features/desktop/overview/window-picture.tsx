import { useLayoutEffect, useRef } from 'react'
import { picturedWindow } from '#src/features/desktop/dock/window-picture.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { windowElement } from '#src/platform/windows/frame/window-box.ts'
import { shownRect } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'

type WindowPictureProps = { windowId: string; width: number; height: number }

/** A still picture of a window, minimized or not, as large as fits; its icon when it cannot be pictured. */
export const WindowPicture = ({ windowId, width, height }: WindowPictureProps) => {
  const stageRef = useRef<HTMLSpanElement | null>(null)
  const window = windows.store.getState().windows[windowId]

  useLayoutEffect(() => {
    const [stage, element] = [stageRef.current, windowElement(windowId)]
    const { windows: open, screen, split } = windows.store.getState()
    const record = open[windowId]
    if (stage === null || element === undefined || record === undefined) return
    const rect = shownRect(record, { screen, split })
    const picture = picturedWindow(element, rect)
    if (picture === null) return
    const scale = Math.min(width / rect.width, height / rect.height)
    picture.style.scale = String(scale)
    stage.style.width = `${rect.width * scale}px`
    stage.style.height = `${rect.height * scale}px`
    stage.replaceChildren(picture)
  }, [windowId, width, height])

  return (
    <span
      ref={stageRef}
      aria-hidden="true"
      inert
      className="pointer-events-none relative mx-auto grid place-items-center overflow-hidden rounded-md bg-surface-sunken text-left text-ink"
      style={{ width, height }}
    >
      <AppIcon
        icon={findApp(window?.path ?? '')?.icon ?? { name: window?.title ?? '' }}
        sizePx={56}
      />
    </span>
  )
}
