import { useEffect, useState } from 'react'
import { onNextFrame } from '#src/lib/next-frame.ts'
import { useCovers } from './window-cover.ts'
import { WindowFocus } from './window-focus.tsx'
import { WindowFrame } from './window-frame.tsx'
import { useActiveId, useWindowIds } from './windows-store.ts'

const RESTORED_EACH_FRAME = 10

/**
 * The windows that are drawn by now. Of those that were left open the active one is drawn first and a few others with
 * each frame: all at once would hold up a press for as long as they take.
 */
const useDrawnIds = (): readonly string[] => {
  const ids = useWindowIds()
  const activeId = useActiveId()
  const [waiting, setWaiting] = useState(() =>
    ids.length > RESTORED_EACH_FRAME ? ids.filter((id) => id !== activeId) : [],
  )
  useEffect(() => {
    if (waiting.length === 0) return undefined
    return onNextFrame(() => {
      const others = waiting.filter((id) => id !== activeId)
      setWaiting(others.slice(0, -RESTORED_EACH_FRAME))
    })
  }, [waiting, activeId])
  return ids.filter((id) => id === activeId || !waiting.includes(id))
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
