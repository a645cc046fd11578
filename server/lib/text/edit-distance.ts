/** Returns how many edits turn one word into the other: a letter added, dropped, replaced or swapped with the next. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a[row - 1] === b[at - 1]
      let cost = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]) {
        cost = Math.min(cost, (beforeLast[at - 2] ?? 0) + 1)
      }
      next.push(cost)
    }
    beforeLast = last
    last = next
  }
  return last[b.length] ?? 0
}
