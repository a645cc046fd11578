import { Suspense, lazy, useEffect } from 'react'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { desktop, useMenu, useRenameOf, useUninstallOf } from './desktop-store.ts'
import type { Uninstall } from './uninstall-dialog.tsx'

const IconMenu = lazy(async () => ({ default: (await import('./icon-menu.tsx')).IconMenu }))
const RenameDialog = lazy(async () => ({
  default: (await import('./rename-dialog.tsx')).RenameDialog,
}))
const UninstallDialog = lazy(async () => ({
  default: (await import('./uninstall-dialog.tsx')).UninstallDialog,
}))

const OpenMenu = ({ path, x, y }: { path: string; x: number; y: number }) => {
  const app = useApp(path)
  const { names } = useDesktopIcons()
  return app === undefined ? null : (
    <IconMenu key={`${path} ${x} ${y}`} app={app} label={names[path] ?? app.title} x={x} y={y} />
  )
}

const OpenRename = ({ path }: { path: string }) => {
  const app = useApp(path)
  const { names } = useDesktopIcons()
  return app === undefined ? null : <RenameDialog path={path} label={names[path] ?? app.title} />
}

const OpenUninstall = ({ path, uninstall }: { path: string; uninstall: Uninstall }) => {
  const app = useApp(path)
  return app === undefined ? null : <UninstallDialog app={app} uninstall={uninstall} />
}

/** Whatever lies over the desktop, and Escape, which closes it one by one. */
export const Overlays = ({ uninstall }: { uninstall: Uninstall }) => {
  const menu = useMenu()
  const renameOf = useRenameOf()
  const uninstallOf = useUninstallOf()

  useEffect(() => {
    const leaving = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        // Dialogs and menus that close themselves on Escape say so.
        if (event.key === 'Escape' && !event.defaultPrevented) desktop.closeForemost()
      },
      { signal: leaving.signal },
    )
    return () => {
      leaving.abort()
      desktop.reset()
    }
  }, [])

  return (
    <Suspense fallback={null}>
      {menu !== null && <OpenMenu {...menu} />}
      {renameOf !== null && <OpenRename path={renameOf} />}
      {uninstallOf !== null && <OpenUninstall path={uninstallOf} uninstall={uninstall} />}
    </Suspense>
  )
}
