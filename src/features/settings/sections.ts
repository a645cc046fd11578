/** Returns the section of `ids` that an address such as `/settings?section=account` names. */
export const findSectionInPath = (path: string, ids: readonly string[]): string | null => {
  const named = new URLSearchParams(path.split('?')[1] ?? '').get('section')
  return ids.find((id) => id === named) ?? null
}

/** The section at this distance below the top of the view is the one being read. */
const READING_LINE_PX = 120

/**
 * Returns the index of the section being read: the last one that begins above the reading line, or at the end of the page
 * the last one. `tops` are distances from the top of the view.
 */
export const findSectionInView = (tops: readonly number[], isAtEnd: boolean): number => {
  if (isAtEnd) return tops.length - 1
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= READING_LINE_PX),
  )
}
