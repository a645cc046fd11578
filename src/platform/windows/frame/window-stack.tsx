import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { findElementOnTop } from '#src/lib/element-on-top.ts'
import { getAppPath } from '#src/platform/apps/app-path.ts'
import { useWindowIds, windows } from '#src/platform/windows/model/windows-store.ts'
import { useRecordedAction } from './user-action.ts'
import { findWindowElement } from './window-box.ts'
import { WindowFrame } from './window-frame.tsx'

const focusedElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : null

const canTakeFocus = (element: HTMLElement | undefined): element is HTMLElement =>
  element !== undefined && element.isConnected && element.closest('[inert]') === null

const isInSight = (element: HTMLElement): boolean => element.contains(findElementOnTop(element))

/** Returns the app's icon, else the dock: it gets the focus when the opener of a window is gone. */
const findFallbackFocus = (path: string | undefined): HTMLElement | null =>
  (path === undefined
    ? null
    : document.querySelector<HTMLElement>(`[data-icon="${CSS.escape(getAppPath(path))}"]`)) ??
  document.querySelector<HTMLElement>('[data-dock] button')

/**
 * Moves the focus into a window on request. When that window closes or is minimized with the focus inside, the focus
 * returns to the opener, or goes to the next window if that one covers the opener. Renders nothing.
 */
const WindowFocus = () => {
  const requests = useStore(windows.store, (state) => state.focusRequests)
  const activeId = useStore(windows.store, (state) => state.activeId)
  const openers = useRef(new Map<string, HTMLElement>())
  const activePath = useStore(windows.store, (state) =>
    activeId === null ? undefined : state.windows[activeId]?.path,
  )
  const lastActive = useRef({ activeId, activePath })

  useLayoutEffect(() => {
    const before = lastActive.current
    lastActive.current = { activeId, activePath }
    const active = activeId === null ? undefined : findWindowElement(activeId)
    if (windows.takeFocusRequest()) {
      const from = focusedElement()
      if (activeId === null || active === undefined || active.contains(from)) return
      if (from !== null && from.closest('[data-window]') === null)
        openers.current.set(activeId, from)
      active.focus({ preventScroll: true })
      return
    }
    if (before.activeId === activeId || before.activeId === null) return
    const previous = windows.store.getState().windows[before.activeId]
    const isGone = previous === undefined || previous.isMinimized
    const holder = focusedElement()
    const isFocusLost = holder === null || holder.closest('[inert]') !== null
    if (!isGone || !isFocusLost) return
    const opener = openers.current.get(before.activeId)
    if (previous === undefined) openers.current.delete(before.activeId)
    const isOpenerNext = canTakeFocus(opener) && (active === undefined || isInSight(opener))
    const next = isOpenerNext ? opener : (active ?? findFallbackFocus(before.activePath))
    next?.focus({ preventScroll: true })
  }, [requests, activeId, activePath])

  return null
}

export const WindowStack = () => {
  useRecordedAction()
  return (
    <>
      {useWindowIds().map((id) => (
        <WindowFrame key={id} id={id} />
      ))}
      <WindowFocus />
    </>
  )
}
