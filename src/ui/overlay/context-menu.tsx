import * as RadixContextMenu from '@radix-ui/react-context-menu'
import type { ComponentProps, ReactElement } from 'react'
import { MENU_CLASS, MenuItems, type MenuItem } from './menu-items.tsx'

type ContextMenuProps = {
  /** The element to right-click. Must pass on its props and ref. */
  trigger: ReactElement
  /** Handlers that decide what opens the menu. */
  triggerProps?: Pick<
    ComponentProps<typeof RadixContextMenu.Trigger>,
    'onContextMenu' | 'onContextMenuCapture' | 'onPointerDownCapture'
  >
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  label: string
  items: readonly MenuItem[]
  /** Called when the menu has closed, to move the focus. */
  onClosed: () => void
}

export const ContextMenu = ({
  trigger,
  triggerProps,
  isOpen,
  onOpenChange,
  label,
  items,
  onClosed,
}: ContextMenuProps) => (
  <RadixContextMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
    <RadixContextMenu.Trigger asChild {...triggerProps}>
      {trigger}
    </RadixContextMenu.Trigger>
    <RadixContextMenu.Portal>
      <RadixContextMenu.Content
        aria-label={label}
        collisionPadding={8}
        className={MENU_CLASS}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
        }}
      >
        <MenuItems items={items} Item={RadixContextMenu.Item} />
      </RadixContextMenu.Content>
    </RadixContextMenu.Portal>
  </RadixContextMenu.Root>
)
