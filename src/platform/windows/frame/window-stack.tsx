import { useEffect, useState } from 'react'
import { onNextFrame } from '#src/lib/next-frame.ts'
import { fromBottom } from '#src/platform/windows/model/stacking.ts'
import { useCovers } from './window-cover.ts'
import { WindowFocus } from './window-focus.tsx'
import { WindowFrame } from './window-frame.tsx'
import { useWindowIds, windows } from '#src/platform/windows/model/windows-store.ts'

const RESTORED_AT_ONCE = 20

/** What is not among the highest; the lowest first. */
const lower = (): readonly string[] =>
  fromBottom(windows.store.getState().stacking).slice(0, -RESTORED_AT_ONCE)

/**
 * The windows that are drawn by now. Of those that were left open the highest come with the first frame and a batch of
 * others with each that follows: hundreds at once would hold up a press for as long as they take.
 */
const useDrawnIds = (): readonly string[] => {
  const ids = useWindowIds()
  const [waiting, setWaiting] = useState(lower)
  useEffect(() => {
    if (waiting.length === 0) return undefined
    return onNextFrame(() => setWaiting(waiting.slice(0, -RESTORED_AT_ONCE)))
  }, [waiting])
  return waiting.length === 0 ? ids : ids.filter((id) => !waiting.includes(id))
}

/** The windows themselves. With everything that draws and moves them it is fetched when the first one is wanted. */
export const WindowStack = () => {
  const ids = useDrawnIds()
  useCovers(ids)
  return (
    <>
      {ids.map((id) => (
        <WindowFrame key={id} id={id} />
      ))}
      <WindowFocus />
    </>
  )
}
