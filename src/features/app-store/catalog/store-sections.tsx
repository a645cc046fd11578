import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Badge } from '#src/ui/badge.tsx'

export const StoreSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-1 gap-3">
    <h2 className="text-lead font-semibold tracking-snug">{title}</h2>
    {children}
  </section>
)

export const FoldedSection = ({
  title,
  badge,
  children,
}: {
  title: string
  badge?: string
  children: ReactNode
}) => (
  <details className="group rounded-xl ring-1 ring-line ring-inset">
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2.5 font-medium text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
      <ChevronRight
        size={16}
        aria-hidden="true"
        className="transition-transform group-open:rotate-90"
      />
      {title}
      {badge !== undefined && <Badge tone="warning">{badge}</Badge>}
    </summary>
    <div className="p-3 pt-1">{children}</div>
  </details>
)
