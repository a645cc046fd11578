import type { Queryable } from './database.ts'

/** A list is counted up to so many rows: counting 100,000 rows of one user would take longer than reading the page. */
export const MAX_COUNTED = 1_000

export type Page<Row> = {
  rows: Row[]
  /** Exact up to `MAX_COUNTED` and on the last page; elsewhere in a longer list, at least so many. */
  total: number
  hasMore: boolean
}

/**
 * Makes a page of `rows`, which holds one row more than `limit` when more follow. `all` names the rows of the whole list,
 * as they follow `from` in a query; they are counted where the page itself does not tell the total.
 */
export async function pageOf<Row>(
  q: Queryable,
  rows: readonly Row[],
  { offset, limit }: { offset: number; limit: number },
  all: { from: string; values: readonly unknown[] },
): Promise<Page<Row>> {
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const reached = offset + rows.length
  const isEnd = !hasMore && (shown.length > 0 || offset === 0)
  if (isEnd) return { rows: shown, total: reached, hasMore }
  const [count] = await q.query<{ counted: bigint }>(
    `select count(*) as counted from (select 1 from ${all.from} limit ${MAX_COUNTED}) counted_rows`,
    all.values,
  )
  const counted = Number(count?.counted ?? 0n)
  return { rows: shown, total: shown.length === 0 ? counted : Math.max(counted, reached), hasMore }
}
