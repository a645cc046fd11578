import { useInfiniteQuery } from '@tanstack/react-query'
import type { PageMeta } from '#contract/endpoint/lists.ts'

type PagedListOptions<Row> = {
  key: readonly string[]
  pageSize: number
  load: (
    page: { offset: number; limit: number },
    signal: AbortSignal,
  ) => Promise<{ data: Row[]; meta: PageMeta }>
  /** How often the list is loaded again while it is shown; never if absent. */
  everyMs?: number
}

/** Loads a list page by page. `rows` has the rows of all loaded pages. */
export const usePagedList = <Row>({ key, pageSize, load, everyMs }: PagedListOptions<Row>) => {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 0,
    refetchInterval: everyMs ?? false,
    queryFn: ({ pageParam, signal }) => load({ offset: pageParam, limit: pageSize }, signal),
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.offset + meta.limit : undefined),
  })
  return { query, rows: query.data?.pages.flatMap((page) => page.data) ?? [] }
}
