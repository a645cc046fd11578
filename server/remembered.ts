/**
 * `compute` with its answers kept by text. At `limit` answers it forgets them all, which bounds the memory of a process
 * that runs for long.
 */
export function remembered<T extends string | boolean | object>(
  compute: (text: string) => T,
  { limit }: { limit: number },
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    const answer = compute(text)
    if (known.size >= limit) known.clear()
    known.set(text, answer)
    return answer
  }
}
