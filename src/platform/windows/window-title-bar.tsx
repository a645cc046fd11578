import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { AppIcon } from '#src/ui/app-icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { windows } from './windows-store.ts'

/** The class by which the drag library knows the handle. */
export const DRAG_HANDLE_CLASS = 'window-drag-handle'

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
  return (
    <div
      data-window-title=""
      className={DRAG_HANDLE_CLASS}
      onDoubleClick={(event) => {
        if (!isPhone && !isOnControl(event.target)) windows.toggleMaximized(id)
      }}
    >
      <AppIcon icon={app?.icon ?? { name: title }} sizePx={20} />
      <h2
        className="min-w-0 flex-1 truncate text-[13px] font-semibold tracking-[-0.005em]"
        dir="auto"
      >
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
