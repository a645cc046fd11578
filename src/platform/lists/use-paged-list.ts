import { useInfiniteQuery } from '@tanstack/react-query'
import type { PageMeta } from '#contract/endpoint/lists.ts'

type PagedListOptions<Row> = {
  key: readonly string[]
  pageSize: number
  load: (
    page: { offset: number; limit: number },
    signal: AbortSignal,
  ) => Promise<{ data: Row[]; meta: PageMeta }>
}

/** Loads a list page by page. `rows` are those of all pages that have been read. */
export const usePagedList = <Row>({ key, pageSize, load }: PagedListOptions<Row>) => {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => load({ offset: pageParam, limit: pageSize }, signal),
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.offset + meta.limit : undefined),
  })
  return { query, rows: query.data?.pages.flatMap((page) => page.data) ?? [] }
}
