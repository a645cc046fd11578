import { useWindowPicture } from '#src/features/desktop/dock/use-window-picture.ts'
import { findWindowIcon } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'

type WindowPictureProps = { windowId: string; width: number; height: number }

/** Shows a still picture of a window, minimized or not, as large as fits, or its icon if the window cannot be copied. */
export const WindowPicture = ({ windowId, width, height }: WindowPictureProps) => {
  const stageRef = useWindowPicture<HTMLSpanElement>(windowId, width, height)
  const window = windows.store.getState().windows[windowId]

  return (
    <span
      ref={stageRef}
      aria-hidden="true"
      inert
      className="pointer-events-none relative mx-auto grid place-items-center overflow-hidden rounded-md bg-surface-sunken text-left text-ink"
      style={{ width, height }}
    >
      {window !== undefined && <AppIcon icon={findWindowIcon(window)} sizePx={56} />}
    </span>
  )
}
