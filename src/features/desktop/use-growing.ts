import { useEffect, useState } from 'react'
import { onNextFrame } from '#src/lib/next-frame.ts'

/** What is drawn at once holds up neither the first picture nor a press, also on a slow machine. */
const AT_FIRST = 14
const MORE_EACH_FRAME = 8

/**
 * How many of that many things are shown by now: some at once, or none when others go first, the rest within a few
 * frames.
 */
export const useGrowing = (total: number, letsOthersFirst: boolean): number => {
  const [limit, setLimit] = useState(letsOthersFirst ? 0 : AT_FIRST)
  useEffect(
    () =>
      limit >= total
        ? undefined
        : onNextFrame(() => setLimit(Math.max(AT_FIRST, limit + MORE_EACH_FRAME))),
    [limit, total],
  )
  return Math.min(limit, total)
}
