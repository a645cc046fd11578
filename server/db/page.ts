import type { Queryable } from './database.ts'

export const MAX_COUNTED = 1_000

export type Page<Row> = {
  rows: Row[]
  /** Exact up to `MAX_COUNTED` and on the last page; otherwise a lower bound. */
  total: number
  hasMore: boolean
}

/**
 * Creates a page from `rows`, which has one row more than `limit` if more follow. `all` is the SQL after `from` for
 * the whole list; it is counted if neither `total` nor the page tells how many there are.
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
  const { total = null } = all
  if (total !== null)
    return { rows: shown, total: Math.max(total, shown.length === 0 ? 0 : reached), hasMore }
  const [count] = await q.query<{ counted: bigint }>(
    `select count(*) as counted from (select 1 from ${all.from} limit ${MAX_COUNTED}) counted_rows`,
    all.values,
  )
  const counted = Number(count?.counted ?? 0n)
  return { rows: shown, total: shown.length === 0 ? counted : Math.max(counted, reached), hasMore }
}
