/** Returns how many items have a key of at most `limit`. The keys are in order. */
export function countUpTo<Item>(
  items: readonly Item[],
  readKey: (item: Item) => number,
  limit: number,
): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && readKey(item) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
