import { Button } from '#src/ui/form/button.tsx'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type PointerEvent, type SyntheticEvent } from 'react'
import { listAppMenuItems } from '#src/platform/apps/app-menu.ts'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { formatKeys } from '#src/platform/shortcuts/keys.ts'
import { startArrowMode } from '#src/platform/windows/gestures/arrow-keys.ts'
import { dragWindow } from '#src/platform/windows/gestures/drag-window.ts'
import { swipeWindow } from '#src/platform/windows/gestures/phone-swipe.ts'
import type { SnapZone } from '#src/platform/windows/model/snap.ts'
import { useWindow, windows } from '#src/platform/windows/model/windows-store.ts'
import { openInNewWindow } from '#src/platform/windows/open-app.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { AppIcon, type AppIconSource } from '#src/ui/icons/app-icon.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'

const ZONE_LABELS: readonly (readonly [SnapZone, string])[] = [
  ['left', 'Left half'],
  ['right', 'Right half'],
  ['top', 'Top half'],
  ['bottom', 'Bottom half'],
  ['topLeft', 'Top left quarter'],
  ['topRight', 'Top right quarter'],
  ['bottomLeft', 'Bottom left quarter'],
  ['bottomRight', 'Bottom right quarter'],
]

type WindowMenuProps = {
  id: string
  icon: AppIconSource
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const closeOthers = (id: string) => {
  for (const other of windows.store.getState().order) if (other !== id) windows.close(other)
}

const WindowMenu = ({ id, icon, isOpen, onOpenChange }: WindowMenuProps) => {
  const window = useWindow(id)
  const canOpenMore = useApp(window?.path ?? '')?.hasManyWindows === true
  const [firstOfApp, ...restOfApp] = isOpen ? listAppMenuItems(window?.path ?? '') : []
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button
          variant="plain"
          aria-label="Move and snap"
          className="-m-1 rounded-md p-1 hover:bg-hover"
        >
          <AppIcon icon={icon} sizePx={20} />
        </Button>
      }
      items={[
        {
          label: 'Move or resize',
          keys: formatKeys('Alt+Shift+M'),
          isDisabled: window?.isMaximized === true,
          onSelect: () => startArrowMode(id),
        },
        ...ZONE_LABELS.map(([zone, label]) => ({
          label,
          onSelect: () => windows.snap(id, zone),
        })),
        {
          label: 'Restore size',
          isDisabled: window?.snap === null,
          onSelect: () => windows.snap(id, null),
        },
        ...(canOpenMore
          ? [
              {
                label: 'Open in new window',
                startsGroup: true,
                onSelect: () => void openInNewWindow(window?.path ?? ''),
              },
            ]
          : []),
        ...(firstOfApp === undefined ? [] : [{ ...firstOfApp, startsGroup: true }, ...restOfApp]),
        {
          label: 'Close other windows',
          startsGroup: true,
          onSelect: () => closeOthers(id),
        },
        {
          label: 'Close',
          keys: formatKeys('Alt+Shift+W'),
          onSelect: () => windows.close(id),
        },
      ]}
    />
  )
}

/** Returns whether an event is on the bar itself. React also reports events of its menu, which is a portal. */
const isOnBar = ({ target, currentTarget }: SyntheticEvent) =>
  target instanceof Element && currentTarget.contains(target) && target.closest('button') === null

/** Returns a handler of presses on the title bar, which drag the window, or swipe it on a phone. */
const useTitleBarPress = (
  id: string,
  { isPhone, isFixed }: { isPhone: boolean; isFixed: boolean },
) => {
  const cancelRef = useRef(() => {})
  useEffect(() => () => cancelRef.current(), [])
  return (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || isFixed || !isOnBar(event)) return
    cancelRef.current()
    const follow = isPhone ? swipeWindow : dragWindow
    cancelRef.current = follow(id, event.currentTarget, event.nativeEvent)
  }
}

type WindowTitleBarProps = {
  id: string
  title: string
  path: string
  isMaximized: boolean
  isPhone: boolean
}

export const WindowTitleBar = ({ id, title, path, isMaximized, isPhone }: WindowTitleBarProps) => {
  const app = useApp(path)
  const icon = app?.icon ?? { name: title }
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const onPointerDown = useTitleBarPress(id, { isPhone, isFixed: isMaximized && !isPhone })
  return (
    <div
      data-window-title=""
      // At least 40 px of a window are on the screen. The padding beside Close remains to drag it back.
      className="flex touch-none items-center gap-2.5 border-b bg-surface-sunken px-3.5 pt-(--under-bar,0px) text-ink-faint select-none in-data-active:bg-surface in-data-active:text-ink phone:pt-[env(safe-area-inset-top)]"
      onPointerDown={onPointerDown}
      onContextMenu={(event) => {
        if (isPhone || !isOnBar(event)) return
        event.preventDefault()
        setIsMenuOpen(true)
      }}
      onDoubleClick={(event) => {
        if (!isPhone && isOnBar(event)) windows.toggleMaximized(id)
      }}
    >
      {isPhone ? (
        <AppIcon icon={icon} sizePx={20} />
      ) : (
        <WindowMenu id={id} icon={icon} isOpen={isMenuOpen} onOpenChange={setIsMenuOpen} />
      )}
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
