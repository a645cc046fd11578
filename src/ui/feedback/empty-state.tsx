import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ title, children, icon, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
    {icon !== undefined && (
      <div className="mb-3 flex size-12 items-center justify-center rounded-xl bg-hover text-ink-muted">
        {icon}
      </div>
    )}
    <p className="font-medium text-ink">{title}</p>
    {children !== undefined && (
      <div className="max-w-sm text-balance text-ink-muted">{children}</div>
    )}
    {action !== undefined && action !== false && <div className="mt-4">{action}</div>}
  </div>
)
