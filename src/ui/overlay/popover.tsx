import * as RadixPopover from '@radix-ui/react-popover'
import X from 'lucide-react/icons/x'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { cn } from '#src/lib/cn.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'

type PopoverProps = {
  /** The button that opens it; it must pass on props and ref. */
  trigger: ReactElement
  title: string
  children: ReactNode
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  className?: string
}

/** Focuses the panel if the pressed control was removed or disabled. */
const keepFocus = ({ currentTarget: panel }: MouseEvent<HTMLElement>): void => {
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.matches(':disabled') === true) panel.focus()
  })
}

/** A small titled panel beside its button. A Close button, Escape or a press outside closes it. */
export const Popover = ({
  trigger,
  title,
  children,
  isOpen,
  onOpenChange,
  className,
}: PopoverProps) => (
  <RadixPopover.Root
    {...(isOpen === undefined ? {} : { open: isOpen })}
    {...(onOpenChange === undefined ? {} : { onOpenChange })}
  >
    <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
    <RadixPopover.Portal>
      <RadixPopover.Content
        aria-label={title}
        align="end"
        sideOffset={8}
        collisionPadding={8}
        onClick={keepFocus}
        className={cn(
          'animate-rise-in z-90 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg outline-none bg-surface-raised p-4 text-ink shadow-high ring-1 ring-line',
          className,
        )}
      >
        <div className="mb-3 flex items-center justify-between">
          <h2 className="text-sm font-semibold">{title}</h2>
          <RadixPopover.Close asChild>
            <IconButton size="sm" label="Close" icon={<X size={16} />} className="-mr-1.5" />
          </RadixPopover.Close>
        </div>
        {children}
      </RadixPopover.Content>
    </RadixPopover.Portal>
  </RadixPopover.Root>
)
