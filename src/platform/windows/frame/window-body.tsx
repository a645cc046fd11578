import { memo, useState } from 'react'
import type { AppBodyModule, AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { addedListsChanged } from '#src/platform/apps/added-lists.ts'
import { useApp, useListOf } from '#src/platform/apps/app-registry-store.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { ComingSoon } from './coming-soon.tsx'

type LoadBody = () => Promise<AppBodyModule>

/** Stands in for a body that is on its way. */
const BodySkeleton = () => (
  <div role="status" aria-label="Loading" className="grid gap-4 p-6">
    <Skeleton className="h-7 w-1/3" />
    <Skeleton className="h-28 w-full" />
    <Skeleton className="h-5 w-2/3" />
    <Skeleton className="h-5 w-1/2" />
  </div>
)

const createBody = (load: LoadBody) => loadable(async () => (await load()).Body, BodySkeleton)

/** Code that is there already is shown at once when its app is opened again. */
const bodies = new WeakMap<LoadBody, ReturnType<typeof createBody>>()

const bodyOf = (load: LoadBody) => {
  const Body = bodies.get(load) ?? createBody(load)
  bodies.set(load, Body)
  return Body
}

type LoadedBodyProps = AppBodyProps & { load: LoadBody }

const LoadedBody = ({ load, ...props }: LoadedBodyProps) => {
  const [Body] = useState(() => bodyOf(load))
  return <Body {...props} />
}

/** What a window shows below its title bar. It renders when its own path changes and at no other time. */
export const WindowBody = memo(({ windowId, path }: AppBodyProps) => {
  const app = useApp(path)
  const list = useListOf(path)
  const [attempt, setAttempt] = useState(0)
  if (app?.body !== undefined) {
    return (
      <ErrorBoundary
        title={`${app.title} stopped working`}
        onRetry={() => setAttempt((count) => count + 1)}
      >
        <LoadedBody key={attempt} load={app.body} windowId={windowId} path={path} />
      </ErrorBoundary>
    )
  }
  if (app?.status === 'coming_soon') return <ComingSoon app={app} />
  if (list === 'awaited') return <BodySkeleton />
  return (
    <div className="flex h-full items-center justify-center">
      {list === 'missing' ? (
        <EmptyState
          title="Your apps could not be listed"
          action={
            <Button size="sm" onClick={addedListsChanged}>
              Try again
            </Button>
          }
        >
          This one is shown as soon as the server answers.
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
