import { cn } from '#src/lib/cn.ts'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { Skeleton } from './skeleton.tsx'

export const LoadingRows = ({ label, rowClass = 'h-12' }: { label: string; rowClass?: string }) => (
  <div role="status" aria-label={label} className="grid gap-2">
    <Skeleton className={rowClass} />
    <Skeleton className={rowClass} />
  </div>
)

type RetryableQuery = { isError: boolean; refetch: () => Promise<unknown> }

type LoadFailureProps = { query: RetryableQuery; children: ReactNode }

/** Shows that a query has failed, with a Retry button. Otherwise renders nothing. */
export const LoadFailure = ({ query, children }: LoadFailureProps) =>
  query.isError && (
    <div role="alert" className="flex items-center justify-between gap-3 text-danger">
      {children}
      <Button size="sm" onClick={() => void query.refetch()}>
        Retry
      </Button>
    </div>
  )

type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

type LoadMoreProps = { query: Paged; className?: string; children?: ReactNode }

/** Loads the next page of a list. Renders nothing after the last one. */
export const LoadMore = ({ query, className, children = 'Load more' }: LoadMoreProps) =>
  query.hasNextPage && (
    <div className={cn('flex justify-center', className)}>
      <Button
        size="sm"
        isLoading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {children}
      </Button>
    </div>
  )
