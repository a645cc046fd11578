import * as ContextMenu from '@radix-ui/react-context-menu'
import { clsx } from 'clsx'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useLayoutEffect, useRef } from 'react'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { MENU_CLASS, MENU_DANGER_CLASS, MENU_ITEM_CLASS } from '#src/ui/menu-style.ts'
import { desktop, isNothingOpen } from './desktop-store.ts'
import { deleteIcon } from './icon-actions.ts'
import { focusIcon } from './focus-icon.ts'

type IconMenuProps = { app: AppDefinition; label: string; x: number; y: number }

/**
 * The menu of one icon, at the place of the press. Its code is fetched by the first such press, which is therefore
 * repeated for the library once it is there.
 */
export const IconMenu = ({ app, label, x, y }: IconMenuProps) => {
  const anchorRef = useRef<HTMLSpanElement | null>(null)
  useLayoutEffect(() => {
    anchorRef.current?.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }),
    )
  }, [x, y])
  return (
    <ContextMenu.Root modal={false} onOpenChange={(isOpen) => !isOpen && desktop.closeMenu()}>
      <ContextMenu.Trigger asChild>
        <span ref={anchorRef} className="fixed size-0" style={{ left: x, top: y }} />
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <div role="region" aria-label="Menu">
          <ContextMenu.Content
            aria-label={label}
            collisionPadding={8}
            className={MENU_CLASS}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (isNothingOpen(desktop.store.getState())) focusIcon(app.path)
            }}
          >
            <ContextMenu.Item
              className={MENU_ITEM_CLASS}
              onSelect={() => desktop.startRename(app.path)}
            >
              <Pencil size={15} aria-hidden="true" />
              Rename
            </ContextMenu.Item>
            <ContextMenu.Item
              className={clsx(MENU_ITEM_CLASS, MENU_DANGER_CLASS)}
              onSelect={() => deleteIcon(app, label)}
            >
              <Trash2 size={15} aria-hidden="true" />
              Delete
            </ContextMenu.Item>
          </ContextMenu.Content>
        </div>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
