import * as Dropdown from '@radix-ui/react-dropdown-menu'
import type { ReactElement } from 'react'
import { MENU_CLASS, MenuItems, type MenuItem } from './menu-items.tsx'

type MenuProps = {
  /** The button that opens the menu; it must pass on props and ref. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
  /** With `onOpenChange`, controls a menu that also opens in other ways. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** Where the focus goes when the menu closes; null for the trigger. */
  returnFocusTo?: () => HTMLElement | null
}

export const Menu = ({
  trigger,
  items,
  align = 'start',
  isOpen,
  onOpenChange,
  returnFocusTo,
}: MenuProps) => (
  <Dropdown.Root
    modal={false}
    {...(isOpen === undefined ? {} : { open: isOpen })}
    {...(onOpenChange === undefined ? {} : { onOpenChange })}
  >
    <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
    <Dropdown.Portal>
      <Dropdown.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={MENU_CLASS}
        onCloseAutoFocus={(event) => {
          const target = returnFocusTo?.() ?? null
          if (target === null) return
          event.preventDefault()
          target.focus()
        }}
      >
        <MenuItems items={items} Item={Dropdown.Item} />
      </Dropdown.Content>
    </Dropdown.Portal>
  </Dropdown.Root>
)
