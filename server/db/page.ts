import type { Queryable } from './database.ts'

/** Maximum number of rows to count. Counting 100,000 rows of a user would take longer than reading the page. */
export const MAX_COUNTED = 1_000

export type Page<Row> = {
  rows: Row[]
  /** Exact up to `MAX_COUNTED` and on the last page; otherwise a lower bound. */
  total: number
  hasMore: boolean
}

/**
 * Creates a page from `rows`, which has one row more than `limit` if more follow. `all` is the SQL after `from` for
 * the whole list; it is counted unless `total` or the page gives its length.
 */
export async function createPage<Row>(
  q: Queryable,
  rows: readonly Row[],
  { offset, limit }: { offset: number; limit: number },
  all: { from: string; values: readonly unknown[]; total?: number | null },
): Promise<Page<Row>> {
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const reached = offset + rows.length
  const isEnd = !hasMore && (shown.length > 0 || offset === 0)
  if (isEnd) return { rows: shown, total: reached, hasMore }
  const counted = Math.min(all.total ?? (await count(q, all)), MAX_COUNTED)
  return { rows: shown, total: shown.length === 0 ? counted : Math.max(counted, reached), hasMore }
}

async function count(
  q: Queryable,
  { from, values }: { from: string; values: readonly unknown[] },
): Promise<number> {
  const [row] = await q.query<{ counted: bigint }>(
    `select count(*) as counted from (select 1 from ${from} limit ${MAX_COUNTED}) counted_rows`,
    values,
  )
  return Number(row?.counted ?? 0n)
}
