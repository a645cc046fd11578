/** Runs `work` over the items, at most `width` at once. Returns the results in the order of the items. */
export async function mapAtMost<Item, Result>(
  width: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items[Symbol.iterator]()
  let started = 0
  const run = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const index = started++
      results[index] = await work(next.value)
    }
  }
  await Promise.all(Array.from({ length: width }, run))
  return results
}

export function splitIntoChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
