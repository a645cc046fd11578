import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cn } from '#src/lib/cn.ts'

type DisclosureProps = {
  title: ReactNode
  /** Shown open at first. */
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  className?: string
  summaryClassName?: string
  children: ReactNode
}

export const Disclosure = ({
  title,
  isOpen,
  onToggle,
  className,
  summaryClassName,
  children,
}: DisclosureProps) => (
  <details
    className={cn('group/disclosure', className)}
    open={isOpen}
    onToggle={(event) => onToggle?.(event.currentTarget.open)}
  >
    <summary
      className={cn(
        'flex cursor-pointer list-none items-center gap-1.5 font-medium pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden',
        summaryClassName,
      )}
    >
      <ChevronRight
        size={16}
        className="shrink-0 text-ink-muted transition-transform group-open/disclosure:rotate-90"
      />
      {title}
    </summary>
    {children}
  </details>
)
