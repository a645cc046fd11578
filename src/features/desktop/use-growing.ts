import { useEffect, useState } from 'react'
import { onNextFrame } from '#src/lib/next-frame.ts'

/** What is drawn at once holds up neither the first picture nor a press, also on a slow machine. */
const AT_FIRST = 14
const MORE_EACH_FRAME = 8

/** How many of that many things are shown by now: some at once, the others within a few frames. */
export const useGrowing = (total: number): number => {
  const [limit, setLimit] = useState(AT_FIRST)
  useEffect(
    () => (limit >= total ? undefined : onNextFrame(() => setLimit(limit + MORE_EACH_FRAME))),
    [limit, total],
  )
  return Math.min(limit, total)
}
