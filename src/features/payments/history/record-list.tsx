import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import type { PageMeta } from '#contract/endpoint/lists.ts'
import { formatSol } from '#contract/money.ts'
import { cn } from '#src/lib/cn.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadMore } from '#src/ui/feedback/list-states.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'

export const HISTORY_PAGE_SIZE = 10
const DEFAULT_PAGE_SIZE = 5
const SKELETON_ROWS = [0, 1, 2, 3]

type Page<Row> = { data: Row[]; meta: PageMeta }

type RecordListProps<Row, Loaded extends Page<Row>> = {
  label: string
  /** Names the list and everything it depends on, the wallet included. */
  queryKey: readonly unknown[]
  pageSize?: number
  load: (page: { offset: number; limit: number; signal: AbortSignal }) => Promise<Loaded>
  isConnected: boolean
  emptyText: string
  failureText: string
  emptyIcon: ReactNode
  row: (record: Row) => ReactNode
  toolbar?: ReactNode
  /** Shown beside the refresh button. */
  actions?: ReactNode
  /** Shown below the oldest record. */
  ending?: (page: Loaded) => ReactNode
}

/** A list that grows page by page. A refresh replaces it. It is empty after a failure. */
export const RecordList = <Row, Loaded extends Page<Row> = Page<Row>>(
  props: RecordListProps<Row, Loaded>,
) => {
  const { label, isConnected, emptyText, failureText, emptyIcon, row, ending } = props
  const { query, refresh } = useRecords(props)
  const pages = query.isRefetchError ? [] : (query.data?.pages ?? [])
  const oldest = pages.at(-1)
  const rows = pages.flatMap((page) => page.data)
  if (!isConnected) {
    return (
      <div className={cn(LIST_CLASS, 'justify-center')}>
        <EmptyState icon={emptyIcon} title="Please connect your wallet first" />
      </div>
    )
  }
  const failure = query.isError && (
    <p role="alert" className="border-line px-4 py-3 text-danger not-first:border-t">
      {failureText}
    </p>
  )
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {props.toolbar ?? <span />}
        <div className="flex items-center gap-1">
          {props.actions}
          <Button
            size="sm"
            variant="ghost"
            icon={<RefreshCw size={14} />}
            isLoading={query.isRefetching && !query.isFetchingNextPage}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
        </div>
      </div>
      <div
        role="region"
        aria-label={label}
        aria-busy={query.isFetching}
        tabIndex={0}
        className={cn(LIST_CLASS, 'relative overflow-y-auto')}
      >
        {rows.length === 0 && failure}
        {query.isPending && <SkeletonRows />}
        {!query.isPending && rows.length === 0 && (
          <div className="my-auto">
            <EmptyState icon={emptyIcon} title={emptyText} />
          </div>
        )}
        {rows.length > 0 && <ul className="divide-y divide-line">{rows.map(row)}</ul>}
        {rows.length > 0 && failure}
        {oldest !== undefined && !oldest.meta.has_more && ending?.(oldest)}
        {!query.isRefetchError && <LoadMore query={query} className="border-t border-line p-3" />}
      </div>
    </div>
  )
}

const LIST_CLASS = 'flex h-[460px] flex-col rounded-xl bg-surface shadow-low ring-1 ring-line'

const useRecords = <Row, Loaded extends Page<Row>>({
  queryKey,
  pageSize = DEFAULT_PAGE_SIZE,
  load,
  isConnected,
}: RecordListProps<Row, Loaded>) => {
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey,
    // A list that is shown again, as after another filter, loads from its first page.
    gcTime: 0,
    staleTime: 0,
    enabled: isConnected,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => load({ offset: pageParam, limit: pageSize, signal }),
    getNextPageParam: ({ meta }, _pages, offset) => (meta.has_more ? offset + pageSize : undefined),
    retry: false,
    // A failed load empties the list, so focusing the page must not load it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  /** Only the first page is asked for again. */
  const refresh = () => {
    queries.setQueryData<typeof query.data>(
      queryKey,
      (shown) =>
        shown && { pages: shown.pages.slice(0, 1), pageParams: shown.pageParams.slice(0, 1) },
    )
    return query.refetch()
  }
  return { query, refresh }
}

const SkeletonRows = () => (
  <div role="status" aria-label="Loading records" className="divide-y divide-line">
    {SKELETON_ROWS.map((index) => (
      <div key={index} className="flex items-center justify-between gap-4 px-4 py-4">
        <div className="grid gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-28" />
        </div>
        <Skeleton className="h-5 w-16" />
      </div>
    ))}
  </div>
)

type RecordRowProps = {
  title: ReactNode
  details: ReactNode
  /** SOL, as the server sent it. */
  amount: number | string | null | undefined
  /** The amount in other units. */
  worth: string | null
  badge: ReactNode
}

/** A record with its title on the left, and its amount and status on the right. */
export const RecordRow = ({ title, details, amount, worth, badge }: RecordRowProps) => (
  <div className="flex items-center justify-between gap-4 px-4 py-3">
    <div className="min-w-0">
      <p className="truncate font-medium text-ink">{title}</p>
      {details}
    </div>
    <div className="flex shrink-0 flex-col items-end gap-1">
      <p className="tabular font-medium text-ink">{formatSol(amount)} SOL</p>
      {worth !== null && <p className="tabular text-ui text-ink-muted">{worth}</p>}
      {badge}
    </div>
  </div>
)
