import * as ContextMenu from '@radix-ui/react-context-menu'
import { cn } from '#src/lib/cn.ts'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import type { MouseEvent, ReactElement } from 'react'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { MENU_CLASS, MENU_DANGER_CLASS, MENU_ITEM_CLASS } from '#src/ui/overlay/menu-style.ts'
import { desktop, isNothingOpen, useMenuOf } from '#src/features/desktop/desktop-store.ts'
import { deleteIcon } from './icon-actions.ts'
import { focusIcon } from './focus-icon.ts'

const pathAt = (target: EventTarget): string | null =>
  target instanceof Element
    ? (target.closest<HTMLElement>('[data-icon]')?.dataset['icon'] ?? null)
    : null

const isByFinger = ({ nativeEvent }: MouseEvent) =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'

const Items = ({ path }: { path: string }) => {
  const app = useApp(path)
  const { names } = useDesktopIcons()
  if (app === undefined) return null
  const label = names[path] ?? app.title
  return (
    <ContextMenu.Content
      aria-label={label}
      collisionPadding={8}
      className={MENU_CLASS}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        if (isNothingOpen(desktop.store.getState())) focusIcon(path)
      }}
    >
      <ContextMenu.Item className={MENU_ITEM_CLASS} onSelect={() => desktop.startRename(path)}>
        <Pencil size={15} aria-hidden="true" />
        Rename
      </ContextMenu.Item>
      <ContextMenu.Item
        className={cn(MENU_ITEM_CLASS, MENU_DANGER_CLASS)}
        onSelect={() => deleteIcon(app, label)}
      >
        <Trash2 size={15} aria-hidden="true" />
        Delete
      </ContextMenu.Item>
    </ContextMenu.Content>
  )
}

/** The menu of whichever icon is right-clicked in `grid`, which must pass on props and ref. */
export const IconMenu = ({ grid }: { grid: ReactElement }) => {
  const menuOf = useMenuOf()
  const askedForRef = useRef<string | null>(null)
  return (
    <ContextMenu.Root
      modal={false}
      open={menuOf !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) desktop.closeMenu()
        // The library also opens after a long press, which starts jiggle mode here.
        else if (askedForRef.current !== null) desktop.openMenu(askedForRef.current)
        askedForRef.current = null
      }}
    >
      <ContextMenu.Trigger
        asChild
        // Between the icons the browser shows its own menu.
        onContextMenuCapture={(event) => {
          if (pathAt(event.target) === null) event.stopPropagation()
        }}
        onContextMenu={(event) => {
          if (isByFinger(event)) event.preventDefault()
          else askedForRef.current = pathAt(event.target)
        }}
      >
        {grid}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>{menuOf !== null && <Items path={menuOf} />}</ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
