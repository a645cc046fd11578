import { useEffect, useRef } from 'react'
import { windows } from './model/windows-store.ts'

/** Returns the focus to the active window when its `place` changes and the focused control is gone. */
export const useRestoredFocus = (windowId: string, place: string): void => {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    const isActive = windows.store.getState().activeId === windowId
    if (isActive && document.activeElement === document.body) windows.restore(windowId)
  }, [windowId, place])
}
