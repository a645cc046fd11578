import { cn } from '#src/lib/cn.ts'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { Kbd } from '#src/ui/kbd.tsx'

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** A shortcut shown at the right. The menu does not run it. */
  keys?: string
  isDanger?: boolean
  isDisabled?: boolean
  /** Draws a line above. */
  startsGroup?: boolean
  onSelect: () => void
}

export const MENU_CLASS =
  'animate-rise-in z-90 max-h-[min(calc(100dvh-16px),40rem)] min-w-44 overflow-y-auto rounded-lg bg-surface-raised p-1 text-ui text-ink shadow-high ring-1 ring-line select-none'

export const MENU_ITEM_CLASS =
  'flex h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 outline-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:min-h-11 [&>svg]:size-4'

type MenuItemsProps = {
  items: readonly MenuItem[]
  /** The item of the Radix menu around it. */
  Item: ComponentType<{
    disabled?: boolean
    onSelect: () => void
    className: string
    children: ReactNode
  }>
}

export const MenuItems = ({ items, Item }: MenuItemsProps) =>
  items.map((item) => (
    <Fragment key={item.label}>
      {item.startsGroup === true && <div role="separator" className="mx-2 my-1 h-px bg-line" />}
      <Item
        disabled={item.isDisabled === true}
        onSelect={item.onSelect}
        className={cn(
          MENU_ITEM_CLASS,
          item.isDanger === true && 'text-danger data-highlighted:bg-danger-soft',
        )}
      >
        {item.icon}
        <span className="flex-1">{item.label}</span>
        {item.keys !== undefined && (
          <Kbd look="text" className="text-2xs font-normal text-ink-faint pointer-coarse:hidden">
            {item.keys}
          </Kbd>
        )}
      </Item>
    </Fragment>
  ))
