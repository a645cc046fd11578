/** Returns the share of sorted values below a value, from 0 to 1. Equal values count half. */
export function computePercentile(value: number, sorted: readonly number[]): number {
  const upToValue = countBelow(sorted, value, true)
  return (countBelow(sorted, value) + upToValue) / 2 / sorted.length
}

/** Returns how many sorted values are below a value, or at most as large if `isIncluded`. */
export function countBelow(sorted: readonly number[], value: number, isIncluded = false): number {
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
