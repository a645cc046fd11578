import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { StoreApp } from '#contract/apps/apps.ts'
import { serversQuery } from '#src/features/app-store/app-query.ts'
import { useInstallStates } from '#src/features/app-store/use-install.ts'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { AppCard } from './app-card.tsx'
import type { CardActions } from './card-action.tsx'
import type { StoreParts } from './store-list.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'

const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3'

type GridActions = CardActions & { onDetails: (app: StoreApp) => void }

type AppGridProps = { label: string; apps: readonly StoreApp[]; actions: GridActions }

const AppGrid = ({ label, apps, actions }: AppGridProps) => {
  // If this list fails to load, the cards show no connection.
  const { data: servers = [] } = useQuery(serversQuery())
  const installs = useInstallStates()
  return (
    <ul className={GRID_CLASS} aria-label={label}>
      {apps.map((app) => (
        <AppCard
          key={app.id}
          app={app}
          server={servers.find(({ id }) => id === app.id)}
          isInstalling={installs.get(app.id)?.isInstalling === true}
          {...actions}
        />
      ))}
    </ul>
  )
}

export const AppSections = ({ parts, actions }: { parts: StoreParts; actions: GridActions }) => {
  const { own, usable, keyed, pending, rejected } = parts
  const grid = (label: string, apps: readonly StoreApp[]): ReactNode => (
    <AppGrid label={label} apps={apps} actions={actions} />
  )
  const sections = [
    { title: 'Your servers', apps: own },
    { title: keyed.length > 0 ? 'No key needed' : 'From the store', apps: usable },
    { title: 'Key or sign-in needed', apps: keyed },
  ].filter(({ apps }) => apps.length > 0)
  return (
    <div className="grid grid-cols-1 gap-6 px-5 pt-4 pb-5 max-sm:px-4">
      {sections.map(({ title, apps }) =>
        sections.length === 1 ? (
          <Fragment key={title}>{grid(title, apps)}</Fragment>
        ) : (
          <StoreSection key={title} title={title}>
            {grid(title, apps)}
          </StoreSection>
        ),
      )}
      {pending.length > 0 && (
        <FoldedSection
          title={`In review (${pending.length})`}
          badge={<Badge tone="warning">Pending Review</Badge>}
        >
          {grid('In review', pending)}
        </FoldedSection>
      )}
      {rejected.length > 0 && (
        <FoldedSection
          title={`Not approved (${rejected.length})`}
          badge={<Badge tone="danger">Rejected</Badge>}
        >
          {grid('Not approved', rejected)}
        </FoldedSection>
      )}
    </div>
  )
}

export const LoadingGrid = () => (
  <div role="status" className="p-5 max-sm:p-4">
    <p className="mb-3 text-ink-muted">Loading apps...</p>
    <div className={GRID_CLASS} aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-44 rounded-xl" />
      ))}
    </div>
  </div>
)

const StoreSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-1 gap-3">
    <h2 className="text-lead font-semibold tracking-snug">{title}</h2>
    {children}
  </section>
)

const FoldedSection = ({
  title,
  badge,
  children,
}: {
  title: string
  badge: ReactNode
  children: ReactNode
}) => (
  <Disclosure
    title={
      <>
        {title}
        {badge}
      </>
    }
    className="rounded-xl ring-1 ring-line ring-inset"
    summaryClassName="min-h-11 gap-2 px-4 py-2.5 text-ink-muted hover:text-ink"
  >
    <div className="p-3 pt-1">{children}</div>
  </Disclosure>
)
