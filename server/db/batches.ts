/** A place in a list from newest to oldest: rows come after it. `at` is text, because `Date` loses microseconds. */
export type ListKey = { readonly at: string; readonly id: string }

/** Comes before every row. */
export const LIST_START: ListKey = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const BATCH_ROWS = 1_000

/**
 * Yields a whole list in batches, one in memory at a time. Holds no connection between two batches. Rows added during
 * the read are left out, because they come before the current position.
 */
export async function* readInBatches<Row>(
  read: (after: ListKey, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => ListKey,
  batchRows = BATCH_ROWS,
): AsyncGenerator<readonly Row[]> {
  let after = LIST_START
  for (;;) {
    const rows = await read(after, batchRows)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchRows) return
    after = keyOf(last)
  }
}
