import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import type { AppIconSource } from '#src/ui/icons/app-icon.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { WindowMenu } from './window-menu.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** The class by which the drag library knows the handle. */
export const DRAG_HANDLE_CLASS = 'window-drag-handle'

/** The app's icon, behind which the places of the window are offered. */
const MenuButton = ({ id, icon }: { id: string; icon: AppIconSource }) => (
  <WindowMenu
    id={id}
    trigger={
      <button
        type="button"
        aria-label="Move and snap"
        className="-m-1 rounded-md p-1 hover:bg-hover"
      >
        <AppIcon icon={icon} sizePx={20} />
      </button>
    }
  />
)

/** On a phone, where nothing else moves a window, the title bar turns to the neighbours. */
const useSwipes = (id: string, barRef: RefObject<HTMLDivElement | null>, isPhone: boolean) => {
  useEffect(() => {
    const bar = barRef.current
    if (!isPhone || bar === null) return undefined
    let isGone = false
    let stop = () => {}
    const watch = async () => {
      const { watchSwipes } = await import('#src/platform/windows/gestures/phone-swipe.ts')
      if (!isGone) stop = watchSwipes(bar, id)
    }
    // The buttons do the same; the next window tries again.
    watch().catch(() => undefined)
    return () => {
      isGone = true
      stop()
    }
  }, [id, barRef, isPhone])
}

type WindowTitleBarProps = {
  id: string
  title: string
  path: string
  isMaximized: boolean
  isPhone: boolean
}

const isOnControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button') !== null

/** Drag handle, title and the three buttons, which stand at the right end and leave the middle free. */
export const WindowTitleBar = ({ id, title, path, isMaximized, isPhone }: WindowTitleBarProps) => {
  const app = useApp(path)
  const icon = app?.icon ?? { name: title }
  const barRef = useRef<HTMLDivElement | null>(null)
  useSwipes(id, barRef, isPhone)
  return (
    <div
      ref={barRef}
      data-window-title=""
      className={DRAG_HANDLE_CLASS}
      onDoubleClick={(event) => {
        if (!isPhone && !isOnControl(event.target)) windows.toggleMaximized(id)
      }}
    >
      {isPhone ? <AppIcon icon={icon} sizePx={20} /> : <MenuButton id={id} icon={icon} />}
      <h2 className="min-w-0 flex-1 truncate text-ui font-semibold tracking-snug" dir="auto">
        {title}
      </h2>
      <div className="flex items-center gap-0.5">
        <IconButton
          size="sm"
          label="Minimize"
          icon={<Minus size={15} />}
          onClick={() => windows.minimize(id)}
        />
        {!isPhone && (
          <IconButton
            size="sm"
            label={isMaximized ? 'Restore' : 'Maximize'}
            icon={isMaximized ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
            onClick={() => windows.toggleMaximized(id)}
          />
        )}
        <IconButton
          size="sm"
          label="Close"
          data-window-close=""
          icon={<X size={16} />}
          className="hover:bg-danger-soft hover:text-danger"
          onClick={() => windows.close(id)}
        />
      </div>
    </div>
  )
}
