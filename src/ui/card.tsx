import { cn } from '#src/lib/cn.ts'
import type { HTMLAttributes, ReactNode } from 'react'

type CardProps = Omit<HTMLAttributes<HTMLElement>, 'title'> & {
  title?: ReactNode
  description?: ReactNode
  /** Shown to the right of the title. */
  aside?: ReactNode
  footer?: ReactNode
}

export const Card = ({
  title,
  description,
  aside,
  footer,
  className,
  children,
  ...rest
}: CardProps) => (
  <section
    {...rest}
    className={cn('rounded-xl bg-surface p-5 shadow-low ring-1 ring-line max-sm:p-4', className)}
  >
    {title !== undefined && (
      <div className={cn('flex items-start justify-between gap-4', children != null && 'mb-4')}>
        <div className="min-w-0">
          <h2 className="text-lead leading-6 font-semibold tracking-snug text-ink">{title}</h2>
          {description !== undefined && <p className="mt-0.5 text-ink-muted">{description}</p>}
        </div>
        {aside}
      </div>
    )}
    {children}
    {footer !== undefined && <div className="mt-4 border-t pt-4">{footer}</div>}
  </section>
)
