import { DESKTOP_PATH, linkToWindow } from '#contract/paths.ts'
import { useLocation, useNavigate } from 'react-router-dom'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'

/** Returns a function that opens an app's path in a window, from any screen; apps with a page of their own open there. */
export const useOpenWork = (): ((path: string) => void) => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (path) => {
    const app = findApp(path)
    if (app === undefined || (app.hasPage === true && pathname !== DESKTOP_PATH))
      void navigate(path)
    else if (pathname === DESKTOP_PATH) openApp(path)
    else void navigate(linkToWindow(path))
  }
}
