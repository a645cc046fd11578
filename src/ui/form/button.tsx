import { cn } from '#src/lib/cn.ts'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Spinner } from '#src/ui/feedback/spinner.tsx'

const SOLID =
  'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none transition-colors'

const SOLID_VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const

const DISABLED =
  'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50'

/** Returns the classes of a button, also for links that look like buttons. */
export const buttonClass = cva(DISABLED, {
  variants: {
    variant: {
      primary: [SOLID, 'bg-accent text-accent-on shadow-low hover:bg-accent-hover'],
      secondary: [
        SOLID,
        'bg-surface-raised text-ink shadow-low ring-1 ring-inset ring-line hover:bg-surface-sunken',
      ],
      ghost: [SOLID, 'text-ink-muted hover:bg-hover hover:text-ink'],
      danger: [SOLID, 'bg-danger-fill text-danger-on shadow-low hover:brightness-95'],
      /** A suggestion to press. Long text is cut. */
      chip: 'block h-8 max-w-full truncate rounded-full bg-surface-raised px-3 text-ui text-ink-muted ring-1 ring-line transition-colors ring-inset hover:bg-hover hover:text-ink pointer-coarse:h-11',
      /** On or off, by `aria-pressed`. */
      toggle:
        'h-9 rounded-md px-3 text-ui font-medium text-ink-muted ring-1 ring-line ring-inset hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:min-h-11',
      /** A row of a list that opens something. */
      row: 'flex min-w-0 flex-1 items-center rounded-md px-3 py-2.5 text-left enabled:hover:bg-hover',
      /** For buttons with their own style, such as an icon of the desktop. */
      plain: '',
    },
    size: { sm: '', md: '', lg: '' },
    isWide: { true: 'w-full' },
  },
  // Heights grow to 44 px where the pointer is a finger.
  compoundVariants: [
    {
      variant: [...SOLID_VARIANTS],
      size: 'sm',
      class: 'h-8 gap-1.5 px-3 text-ui pointer-coarse:min-h-11',
    },
    {
      variant: [...SOLID_VARIANTS],
      size: 'md',
      class: 'h-10 gap-2 px-4 text-sm pointer-coarse:min-h-11',
    },
    { variant: [...SOLID_VARIANTS], size: 'lg', class: 'h-12 gap-2 px-5 text-lead' },
  ],
  defaultVariants: { variant: 'secondary', size: 'md' },
})

type ButtonLook = VariantProps<typeof buttonClass>

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    icon?: ReactNode
    /** Shows a spinner in place of the icon. Presses do nothing, but the button keeps the keyboard focus. */
    isLoading?: boolean
    ref?: Ref<HTMLButtonElement>
  }

const preventSubmit = (event: MouseEvent) => event.preventDefault()

export const Button = ({
  variant,
  size,
  isWide,
  isLoading = false,
  icon,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-disabled={isLoading || undefined}
    aria-busy={isLoading || undefined}
    onClick={isLoading ? preventSubmit : onClick}
    className={cn(buttonClass({ variant, size, isWide }), className)}
  >
    {isLoading ? <Spinner /> : icon}
    {children}
  </button>
)
