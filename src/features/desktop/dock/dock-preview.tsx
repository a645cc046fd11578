import { useLayoutEffect, useRef } from 'react'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { windowElement } from '#src/platform/windows/frame/window-box.ts'
import { shownRect } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { picturedWindow } from './window-picture.ts'
import type { DockPreviewPlace } from './use-dock-preview.ts'

const WIDTH_PX = 240
const MOST_HEIGHT_PX = 170

/** A small still picture of a dock item's window, mounted while it is shown. */
export const DockPreview = ({ windowId, centreX }: DockPreviewPlace) => {
  const stageRef = useRef<HTMLDivElement | null>(null)
  const state = windows.store.getState()
  const window = state.windows[windowId]

  useLayoutEffect(() => {
    const [stage, element] = [stageRef.current, windowElement(windowId)]
    const { windows: open, screen, split } = windows.store.getState()
    const record = open[windowId]
    if (stage === null || element === undefined || record === undefined) return
    const rect = shownRect(record, { screen, split })
    const picture = picturedWindow(element, rect)
    if (picture === null) return
    const scale = Math.min(WIDTH_PX / rect.width, MOST_HEIGHT_PX / rect.height)
    picture.style.scale = String(scale)
    stage.style.width = `${rect.width * scale}px`
    stage.style.height = `${rect.height * scale}px`
    stage.replaceChildren(picture)
  }, [windowId])

  if (window === undefined) return null
  const icon = findApp(window.path)?.icon ?? { name: window.title }
  return (
    <div
      aria-hidden="true"
      inert
      data-dock-preview=""
      className="animate-fade-in pointer-events-none absolute bottom-[calc(100%+12px)] w-66 -translate-x-1/2 rounded-[14px] bg-surface-raised px-3 pt-2.5 pb-3 text-ink shadow-mid ring-1 ring-line max-sm:hidden [@media(width<960px)_and_(height<480px)]:hidden"
      style={{ left: centreX }}
    >
      <p className="mb-2 flex items-center gap-2 text-xs leading-[18px] font-medium" dir="auto">
        <AppIcon icon={icon} sizePx={18} />
        <span className="truncate">{window.title}</span>
        {window.isMinimized && (
          <small className="ml-auto font-normal text-ink-muted">Minimized</small>
        )}
      </p>
      <div
        ref={stageRef}
        className="relative mx-auto grid min-h-24 max-w-full place-items-center overflow-hidden rounded-md bg-surface-sunken"
      >
        <AppIcon icon={icon} sizePx={56} />
      </div>
    </div>
  )
}
