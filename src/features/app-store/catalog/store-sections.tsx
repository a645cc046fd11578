import type { ReactNode } from 'react'
import { Badge } from '#src/ui/badge.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'

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
  <Disclosure
    title={
      <>
        {title}
        {badge !== undefined && <Badge tone="warning">{badge}</Badge>}
      </>
    }
    className="rounded-xl ring-1 ring-line ring-inset"
    summaryClassName="min-h-11 gap-2 px-4 py-2.5 text-ink-muted hover:text-ink"
  >
    <div className="p-3 pt-1">{children}</div>
  </Disclosure>
)
