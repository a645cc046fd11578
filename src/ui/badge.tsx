import { cn } from '#src/lib/cn.ts'
import type { ReactNode } from 'react'

const TONES = {
  neutral: 'bg-hover text-ink-muted',
  accent: 'bg-accent-soft text-accent-ink',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const

export type Tone = keyof typeof TONES

type BadgeProps = {
  tone?: Tone
  isPulsing?: boolean
  className?: string
  children: ReactNode
}

export const Badge = ({ tone = 'neutral', isPulsing = false, className, children }: BadgeProps) => (
  <span
    className={cn(
      'inline-flex h-5 items-center gap-1 rounded-full px-2 text-2xs font-medium whitespace-nowrap',
      TONES[tone],
      className,
    )}
  >
    {isPulsing && <span className="size-1.5 animate-pulse rounded-full bg-current" />}
    {children}
  </span>
)
