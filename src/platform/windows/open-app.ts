import { DESKTOP_PATH, linkToWindow } from '#contract/paths.ts'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { moveToOwnWindow } from '#src/platform/apps/app-path.ts'
import { createRandomId } from '#src/lib/random-id.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import type { OpenRequest } from './model/transitions.ts'
import { windows } from './model/windows-store.ts'

export type OpenOutcome =
  | { ok: true; by: 'action' | 'window' | 'navigation' }
  | { ok: false; reason: 'unknown' | 'disabled' }

type OpenMeans = {
  openWindow: (request: OpenRequest) => void
  navigate: (path: string) => void
}

const hasWindow = (app: AppDefinition) => app.body !== undefined || app.status === 'coming_soon'

const tryToOpenWindow = (app: AppDefinition, path: string, { openWindow }: OpenMeans): boolean => {
  if (!hasWindow(app)) return false
  try {
    openWindow({
      path,
      title: app.title,
      ...(app.defaultSize === undefined ? {} : { size: app.defaultSize }),
    })
    return true
  } catch (cause) {
    console.error(
      app.path.startsWith('/app/')
        ? 'Could not create window for installed app'
        : `Could not create window for ${app.title}`,
      cause,
    )
    return false
  }
}

/** Opens an app by its own action, else in a window, else as a page. `path` may carry a query for the body. */
export const openAppWith = (path: string, means: OpenMeans): OpenOutcome => {
  const app = findApp(path)
  if (app === undefined) {
    console.warn('App definition not found', path)
    return { ok: false, reason: 'unknown' }
  }
  if (app.isDisabled === true) return { ok: false, reason: 'disabled' }
  if (app.onIconClick !== undefined) {
    app.onIconClick()
    return { ok: true, by: 'action' }
  }
  if (tryToOpenWindow(app, path, means)) return { ok: true, by: 'window' }
  means.navigate(app.path)
  return { ok: true, by: 'navigation' }
}

type Navigate = (path: string) => void

let navigate: Navigate = (path) => window.location.assign(path)

/** Sets how `openApp` changes the page. */
export const setNavigate = (byRouter: Navigate): void => {
  navigate = byRouter
}

/** Opens another window of an app that can have several, with the content that the path names. */
export const openInNewWindow = (path: string): OpenOutcome =>
  openApp(moveToOwnWindow(path, createRandomId().slice(0, 8)))

/** Opens an app in a window. From another page, goes to the desktop first. */
export const openOnDesktop = (path: string): void => {
  if (window.location.pathname === DESKTOP_PATH) openApp(path)
  else navigate(linkToWindow(path))
}

/** Opens an app by path on this page's desktop. Icons, dock, palette and links all call it. */
export const openApp = (path: string): OpenOutcome =>
  openAppWith(path, { openWindow: windows.open, navigate: (to) => navigate(to) })
