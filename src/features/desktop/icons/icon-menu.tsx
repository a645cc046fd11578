import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import type { MouseEvent, ReactElement } from 'react'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { ContextMenu } from '#src/ui/overlay/context-menu.tsx'
import { desktop, isNothingOpen, useMenuOf } from '#src/features/desktop/desktop-store.ts'
import { deleteIcon } from './icon-actions.ts'
import { focusIcon } from './focus-icon.ts'

const pathAt = (target: EventTarget): string | null =>
  target instanceof Element
    ? (target.closest<HTMLElement>('[data-icon]')?.dataset['icon'] ?? null)
    : null

const isByFinger = ({ nativeEvent }: MouseEvent) =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'

/** The menu of whichever icon is right-clicked in `grid`, which must pass on props and ref. */
export const IconMenu = ({ grid }: { grid: ReactElement }) => {
  const path = useMenuOf()
  const app = useApp(path ?? '')
  const { names } = useDesktopIcons()
  const askedForRef = useRef<string | null>(null)
  const openedForRef = useRef<string | null>(null)
  const label = (path === null ? undefined : names[path]) ?? app?.title ?? ''
  return (
    <ContextMenu
      trigger={grid}
      triggerProps={{
        // Between the icons the browser shows its own menu.
        onContextMenuCapture: (event) => {
          if (pathAt(event.target) === null) event.stopPropagation()
        },
        onContextMenu: (event) => {
          if (isByFinger(event)) event.preventDefault()
          else askedForRef.current = pathAt(event.target)
        },
      }}
      isOpen={path !== null && app !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) desktop.closeMenu()
        // The library also opens after a long press, which starts jiggle mode here.
        else if (askedForRef.current !== null) {
          openedForRef.current = askedForRef.current
          desktop.openMenu(askedForRef.current)
        }
        askedForRef.current = null
      }}
      label={label}
      items={
        path === null || app === undefined
          ? []
          : [
              {
                label: 'Rename',
                icon: <Pencil size={15} aria-hidden="true" />,
                onSelect: () => desktop.startRename(path),
              },
              {
                label: 'Delete',
                icon: <Trash2 size={15} aria-hidden="true" />,
                isDanger: true,
                onSelect: () => deleteIcon(app, label),
              },
            ]
      }
      onClosed={() => {
        const opener = openedForRef.current
        if (opener !== null && isNothingOpen(desktop.store.getState())) focusIcon(opener)
      }}
    />
  )
}
