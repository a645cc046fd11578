import { useLocation, useNavigate } from 'react-router-dom'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'

const DESKTOP = '/ios-desktop'

/** Returns a function that opens an app's path in a window, from any screen; apps with a page of their own open there. */
export const useOpenWork = (): ((path: string) => void) => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (path) => {
    const app = findApp(path)
    if (app === undefined || (app.hasPage === true && pathname !== DESKTOP)) void navigate(path)
    else if (pathname === DESKTOP) openApp(path)
    else void navigate(`${DESKTOP}?${new URLSearchParams({ open: path }).toString()}`)
  }
}
