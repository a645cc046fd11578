import { createContext, use, useEffect } from 'react'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { useActiveId, windows } from './model/windows-store.ts'

/** The window around a body; null on a page. */
export const WindowIdContext = createContext<string | null>(null)

/** Returns whether the window around the caller is the active one; true on a page. */
export const useIsInFront = (): boolean => {
  const id = use(WindowIdContext)
  const activeId = useActiveId()
  return id === null || id === activeId
}

const MAX_CONTENT = 120

/**
 * Adds the content to the title of the window around the caller: `BONK` in CA Analysis makes `CA Analysis – BONK`. Null and
 * unmounting restore the app's own title. Does nothing on a page.
 */
export const useWindowTitle = (content: string | null): void => {
  const id = use(WindowIdContext)
  useEffect(() => {
    const window = id === null ? undefined : windows.store.getState().windows[id]
    const app = window === undefined ? undefined : findApp(window.path)
    if (id === null || app === undefined) return undefined
    const shown = content === null ? '' : content.trim().slice(0, MAX_CONTENT)
    windows.rename(id, shown === '' ? app.title : `${app.title} – ${shown}`)
    return () => windows.rename(id, app.title)
  }, [id, content])
}
