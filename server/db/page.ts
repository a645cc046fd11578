/** A list is counted up to so many rows: counting 100,000 rows of one user would take longer than reading the page. */
export const MAX_COUNTED = 1_000

export type Page<Row> = {
  rows: Row[]
  /** Exact up to `MAX_COUNTED` and on the last page; elsewhere in a longer list, at least so many. */
  total: number
  hasMore: boolean
}

/** Makes a page of `rows`, which holds one row more than `limit` when more follow, and of a count up to `MAX_COUNTED`. */
export function pageOf<Row>(
  rows: readonly Row[],
  { offset, limit }: { offset: number; limit: number },
  counted: bigint | undefined,
): Page<Row> {
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const reached = shown.length === 0 ? 0 : offset + rows.length
  return { rows: shown, total: Math.max(Number(counted ?? 0n), reached), hasMore }
}
