import AppWindow from 'lucide-react/icons/app-window'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ExternalLink from 'lucide-react/icons/external-link'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { useRef, useState, type ReactElement } from 'react'
import { dockPins } from '#src/platform/apps/dock-pins-store.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { openApp, openInNewWindow } from '#src/platform/windows/open-app.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { ContextMenu } from '#src/ui/overlay/context-menu.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { buildAppItems } from '#src/features/desktop/app-menu.tsx'

type Target = { path: string; windowId: string | null; title: string; item: HTMLElement }

const findTarget = (target: EventTarget): Target | null => {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-dock-item]') : null
  const path = item?.dataset['dockItem']
  if (item === null || path === undefined) return null
  const windowId = item.dataset['dockWindow'] ?? null
  return { path, windowId, title: item.getAttribute('aria-label') ?? '', item }
}

const buildWindowItems = (id: string): MenuItem[] => {
  const window = windows.store.getState().windows[id]
  if (window === undefined) return []
  return [
    ...(window.isMinimized
      ? []
      : [
          {
            label: 'Minimize',
            icon: <Minus />,
            onSelect: () => windows.minimize(id),
          },
        ]),
    { label: 'Close window', icon: <X />, onSelect: () => windows.close(id) },
  ]
}

const buildMoveItems = (path: string, shown: readonly string[]): MenuItem[] => {
  const at = shown.indexOf(path)
  if (at === -1) return []
  return [
    {
      label: 'Move left',
      icon: <ArrowLeft />,
      isDisabled: at === 0,
      onSelect: () => dockPins.move(path, -1, shown),
    },
    {
      label: 'Move right',
      icon: <ArrowRight />,
      isDisabled: at === shown.length - 1,
      onSelect: () => dockPins.move(path, 1, shown),
    },
  ]
}

const buildItems = ({ path, windowId }: Target, shown: readonly string[]): MenuItem[] => {
  const open = () => {
    if (windowId === null) openApp(findApp(path)?.path ?? path)
    else windows.restore(windowId)
  }
  const [firstOfApp, ...restOfApp] = buildAppItems(path)
  return [
    {
      label: windowId === null ? 'Open' : 'Show',
      icon: <ExternalLink />,
      onSelect: open,
    },
    ...(findApp(path)?.hasManyWindows === true && windowId !== null
      ? [
          {
            label: 'New window',
            icon: <AppWindow />,
            onSelect: () => void openInNewWindow(path),
          },
        ]
      : []),
    ...(windowId === null ? [] : buildWindowItems(windowId)),
    ...(firstOfApp === undefined ? [] : [{ ...firstOfApp, startsGroup: true }]),
    ...buildMoveItems(path, shown),
    ...restOfApp,
  ]
}

/** The menu of the right-clicked dock item. `pinned` are the paths that can be moved. */
export const DockMenu = ({ dock, pinned }: { dock: ReactElement; pinned: readonly string[] }) => {
  const [target, setTarget] = useState<Target | null>(null)
  const pressedRef = useRef<Target | null>(null)
  const openerRef = useRef<Target | null>(null)
  return (
    <ContextMenu
      trigger={dock}
      triggerProps={{
        onContextMenuCapture: (event) => {
          pressedRef.current = findTarget(event.target)
          if (pressedRef.current === null) event.stopPropagation()
        },
        onPointerDownCapture: (event) => {
          pressedRef.current = findTarget(event.target)
        },
      }}
      isOpen={target !== null}
      onOpenChange={(isOpen) => {
        openerRef.current = pressedRef.current ?? openerRef.current
        setTarget(isOpen ? pressedRef.current : null)
      }}
      label={target?.title ?? ''}
      items={target === null ? [] : buildItems(target, pinned)}
      onClosed={() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body)
          openerRef.current?.item.focus()
      }}
    />
  )
}
