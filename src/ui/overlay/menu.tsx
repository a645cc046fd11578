import * as Dropdown from '@radix-ui/react-dropdown-menu'
import { cn } from '#src/lib/cn.ts'
import type { ReactElement, ReactNode } from 'react'
import { MENU_CLASS, MENU_DANGER_CLASS, MENU_ITEM_CLASS } from './menu-style.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** A shortcut shown at the right. */
  keys?: string
  isDanger?: boolean
  isDisabled?: boolean
  onSelect: () => void
}

type MenuProps = {
  /** The button that opens the menu; it must pass on props and ref. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
}

export const Menu = ({ trigger, items, align = 'start' }: MenuProps) => (
  <Dropdown.Root modal={false}>
    <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
    <Dropdown.Portal>
      <Dropdown.Content align={align} sideOffset={6} collisionPadding={8} className={MENU_CLASS}>
        {items.map((item) => (
          <Dropdown.Item
            key={item.label}
            disabled={item.isDisabled === true}
            onSelect={item.onSelect}
            className={cn(MENU_ITEM_CLASS, item.isDanger === true && MENU_DANGER_CLASS)}
          >
            {item.icon}
            <span className="flex-1">{item.label}</span>
            {item.keys !== undefined && (
              <kbd className="font-sans text-2xs text-ink-faint pointer-coarse:hidden">
                {item.keys}
              </kbd>
            )}
          </Dropdown.Item>
        ))}
      </Dropdown.Content>
    </Dropdown.Portal>
  </Dropdown.Root>
)
