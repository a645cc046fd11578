import Bell from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import { memo, useState } from 'react'
import { notifyAddedListsChange } from '#src/platform/apps/app-list-changes.ts'
import type {
  AppBodyModule,
  AppBodyProps,
  AppDefinition,
} from '#src/platform/apps/app-definition.ts'
import { useApp, useListStatus } from '#src/platform/apps/app-registry-store.ts'
import { notifications, useIsAwaited } from '#src/platform/notifications/notifications.ts'
import { WindowIdContext } from '#src/platform/windows/window-title.ts'
import { Badge } from '#src/ui/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'

/** Shows a skeleton while the body loads. `isSilent` hides it from screen readers. */
export const WindowBodySkeleton = ({ isSilent = false }: { isSilent?: boolean }) => (
  <div
    {...(isSilent ? { 'aria-hidden': true } : { role: 'status', 'aria-label': 'Loading' })}
    className="grid gap-4 p-6"
  >
    <Skeleton className="h-7 w-1/3" />
    <Skeleton className="h-28 w-full" />
    <Skeleton className="h-5 w-2/3" />
    <Skeleton className="h-5 w-1/2" />
  </div>
)

type LoadBody = () => Promise<AppBodyModule>

const createBody = (load: LoadBody) =>
  loadable(
    async () => (await load()).Body,
    () => <WindowBodySkeleton />,
  )

const bodies = new WeakMap<LoadBody, ReturnType<typeof createBody>>()

const findBody = (load: LoadBody) => {
  const Body = bodies.get(load) ?? createBody(load)
  bodies.set(load, Body)
  return Body
}

type LoadedBodyProps = AppBodyProps & { load: LoadBody }

const LoadedBody = ({ load, ...props }: LoadedBodyProps) => {
  const [Body] = useState(() => findBody(load))
  return <Body {...props} />
}

const ComingSoon = ({ app }: { app: AppDefinition }) => {
  const isAwaited = useIsAwaited(app.id)
  return (
    <div className="flex min-h-full items-center justify-center p-8">
      <div className="flex max-w-md flex-col items-center text-center">
        <AppIcon icon={app.icon} sizePx={72} />
        <Badge tone="accent" className="mt-6">
          Coming soon
        </Badge>
        <h2 className="mt-3 text-xl font-semibold tracking-snug">{app.title}</h2>
        <p className="mt-2 text-balance text-ink-muted">{app.description}</p>
        {app.upcoming !== undefined && (
          <ul className="mt-6 grid gap-3 text-left">
            {app.upcoming.map((promise) => (
              <li key={promise} className="flex items-start gap-3">
                <Check size={16} className="mt-0.5 shrink-0 text-accent-ink" />
                <span>{promise}</span>
              </li>
            ))}
          </ul>
        )}
        <Button
          variant={isAwaited ? 'secondary' : 'primary'}
          className="mt-6"
          aria-pressed={isAwaited}
          icon={isAwaited ? <Check size={16} /> : <Bell size={16} />}
          onClick={() => notifications.toggleAwaited(app.id)}
        >
          {isAwaited ? 'We’ll notify you' : 'Notify me'}
        </Button>
      </div>
    </div>
  )
}

/** Renders only when its own path changes. */
export const WindowBody = memo(({ windowId, path }: AppBodyProps) => {
  const app = useApp(path)
  const listStatus = useListStatus(path)
  const [attempt, setAttempt] = useState(0)
  if (app?.body !== undefined) {
    return (
      <ErrorBoundary
        title={`${app.title} stopped working`}
        onRetry={() => setAttempt((count) => count + 1)}
      >
        <WindowIdContext value={windowId}>
          <LoadedBody key={attempt} load={app.body} windowId={windowId} path={path} />
        </WindowIdContext>
      </ErrorBoundary>
    )
  }
  if (app?.status === 'coming_soon') return <ComingSoon app={app} />
  if (listStatus === 'loading') return <WindowBodySkeleton />
  return (
    <div className="flex h-full items-center justify-center">
      {listStatus === 'failed' ? (
        <EmptyState
          title="We couldn’t load your apps"
          action={
            <Button size="sm" onClick={notifyAddedListsChange}>
              Retry
            </Button>
          }
        >
          This one opens as soon as the server answers.
        </EmptyState>
      ) : (
        <EmptyState title="This app is not on your desktop">
          Nothing opens at {path}. It may have been uninstalled or deleted.
        </EmptyState>
      )}
    </div>
  )
})
WindowBody.displayName = 'WindowBody'
