/**
 * Returns true if objects and lists are nested deeper than `max` in the value. Without recursion, because that could be
 * deeper than the stack.
 */
export function isNestedDeeper(value: unknown, max: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    )
  }
  return false
}
