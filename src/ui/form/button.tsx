import { cn } from '#src/lib/cn.ts'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from '#src/ui/feedback/spinner.tsx'

/** Returns the classes of a button, also for elements that only look like one, such as a link. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none transition-colors disabled:cursor-not-allowed disabled:opacity-50',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-on shadow-low hover:bg-accent-hover',
        secondary:
          'bg-surface-raised text-ink shadow-low ring-1 ring-inset ring-line hover:bg-surface-sunken',
        ghost: 'text-ink-muted hover:bg-hover hover:text-ink',
        danger: 'bg-danger-fill text-danger-on shadow-low hover:brightness-95',
      },
      // Heights grow to 44 px where the pointer is a finger.
      size: {
        sm: 'h-8 gap-1.5 px-3 text-ui pointer-coarse:min-h-11',
        md: 'h-10 gap-2 px-4 text-sm pointer-coarse:min-h-11',
        lg: 'h-12 gap-2 px-5 text-lead',
      },
      isWide: { true: 'w-full' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

type ButtonLook = VariantProps<typeof buttonClass>

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    icon?: ReactNode
    /** Shows a spinner in place of the icon and disables the button. */
    isLoading?: boolean
    ref?: Ref<HTMLButtonElement>
  }

export const Button = ({
  variant,
  size,
  isWide,
  isLoading = false,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    disabled={disabled === true || isLoading}
    aria-busy={isLoading || undefined}
    className={cn(buttonClass({ variant, size, isWide }), className)}
  >
    {isLoading ? <Spinner /> : icon}
    {children}
  </button>
)
