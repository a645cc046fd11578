import { openAppWith } from '#src/platform/apps/open-app.ts'
import type { OpenOutcome } from '#src/platform/apps/open-app.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

type Navigate = (path: string) => void

let navigate: Navigate = (path) => window.location.assign(path)

/** The composition root hands in the router's way of changing the page. */
export const setNavigate = (byRouter: Navigate): void => {
  navigate = byRouter
}

/** Opens an app by path on the desktop of this page; the one call for icons, dock, palette, links and deep links. */
export const openApp = (path: string): OpenOutcome =>
  openAppWith(path, { openWindow: windows.open, navigate: (to) => navigate(to) })
