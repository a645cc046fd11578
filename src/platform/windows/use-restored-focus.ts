import { useEffect, useRef } from 'react'
import { windows } from './model/windows-store.ts'

/** Brings the focus back to the active window when another `place` is shown there and the focused control is gone. */
export const useRestoredFocus = (windowId: string, place: string): void => {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    const isActive = windows.store.getState().activeId === windowId
    if (isActive && document.activeElement === document.body) windows.restore(windowId)
  }, [windowId, place])
}
