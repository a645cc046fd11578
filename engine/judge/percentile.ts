/** Returns the share of sorted values below a value, from 0 to 1. Equal values count half. */
export function computePercentile(value: number, sorted: ArrayLike<number>): number {
  const equal = countBelow(sorted, value, true)
  return (countBelow(sorted, value, false) + equal) / 2 / sorted.length
}

/** Returns the percentile of each of the sorted values, as `computePercentile` does. */
export function rankValues(sorted: ArrayLike<number>): Map<number, number> {
  const percentiles = new Map<number, number>()
  let below = 0
  for (let next = 1; next <= sorted.length; next++) {
    const value = sorted[below] ?? 0
    if (sorted[next] === value) continue
    percentiles.set(value, (below + next) / 2 / sorted.length)
    below = next
  }
  return percentiles
}

/** Returns how many sorted values are below a value, or at most as large if `isIncluded`. */
function countBelow(sorted: ArrayLike<number>, value: number, isIncluded: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = sorted[middle] ?? 0
    if (at < value || (isIncluded && at === value)) low = middle + 1
    else high = middle
  }
  return low
}
