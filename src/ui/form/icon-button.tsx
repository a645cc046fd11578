import { cn } from '#src/lib/cn.ts'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

const iconButtonClass = cva(
  'inline-flex shrink-0 items-center justify-center transition-colors disabled:cursor-not-allowed pointer-coarse:min-h-11 pointer-coarse:min-w-11',
  {
    variants: {
      variant: {
        ghost:
          'rounded-md text-ink-muted hover:bg-hover hover:text-ink disabled:opacity-40 data-[state=open]:bg-hover',
        primary:
          'rounded-lg bg-accent text-accent-on hover:bg-accent-hover disabled:bg-hover disabled:text-ink-faint',
        ink: 'rounded-lg bg-ink text-surface-raised disabled:opacity-50',
      },
      size: { sm: 'size-7', md: 'size-9', lg: 'size-10' },
    },
    defaultVariants: { variant: 'ghost', size: 'md' },
  },
)

type IconButtonProps = VariantProps<typeof iconButtonClass> &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
    /** The accessible name, and the default tooltip. */
    label: string
    /** A longer tooltip, for example with the key. */
    tip?: string
    icon: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

export const IconButton = ({
  label,
  tip = label,
  icon,
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    data-tip={tip}
    type={type}
    aria-label={label}
    className={cn(iconButtonClass({ variant, size }), className)}
  >
    {icon}
  </button>
)
