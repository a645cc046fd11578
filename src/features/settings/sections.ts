/** Returns the section of `ids` that an address such as `/settings?section=account` names. */
export const findSectionInPath = (path: string, ids: readonly string[]): string | null => {
  const named = new URLSearchParams(path.split('?')[1] ?? '').get('section')
  return ids.find((id) => id === named) ?? null
}

/** How far below the top of the view the section begins that is being read. */
const READING_LINE_PX = 120

/**
 * Returns the place of the section being read: the last that began above the reading line; at the very end the last
 * one, however short it is. `tops` are distances from the top of the view.
 */
export const findSectionInView = (tops: readonly number[], isAtEnd: boolean): number => {
  if (isAtEnd) return tops.length - 1
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= READING_LINE_PX),
  )
}
