import { cn } from '#src/lib/cn.ts'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  /** Names the button for those who do not see the icon, and shows as its tooltip. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  ref?: Ref<HTMLButtonElement>
}

export const IconButton = ({
  label,
  icon,
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    title={label}
    {...rest}
    type={type}
    aria-label={label}
    className={cn(
      'inline-flex shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
      size === 'sm' ? 'size-7' : 'size-9',
      className,
    )}
  >
    {icon}
  </button>
)
