import { findWindowIcon } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { useWindowPicture } from './use-window-picture.ts'
import type { DockPreviewPlace } from './use-dock-preview.ts'

const WIDTH_PX = 240
const MAX_HEIGHT_PX = 170

/** Shows a small still picture of a window. Mounted only while shown. */
export const DockPreview = ({ windowId, centerX }: DockPreviewPlace) => {
  const stageRef = useWindowPicture<HTMLDivElement>(windowId, WIDTH_PX, MAX_HEIGHT_PX)
  const window = windows.store.getState().windows[windowId]

  if (window === undefined) return null
  const icon = findWindowIcon(window)
  return (
    <div
      aria-hidden="true"
      inert
      data-dock-preview=""
      className="animate-fade-in pointer-events-none absolute bottom-[calc(100%+12px)] w-66 -translate-x-1/2 rounded-[14px] bg-surface-raised px-3 pt-2.5 pb-3 text-ink shadow-mid ring-1 ring-line max-sm:hidden [@media(width<960px)_and_(height<480px)]:hidden"
      style={{ left: centerX }}
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
