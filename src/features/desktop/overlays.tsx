import { useEffect } from 'react'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { fetchedPart, sayingMissing } from '#src/ui/fetched-part.tsx'
import {
  desktop,
  useIsOverviewOpen,
  useMenu,
  useRenameOf,
  useUninstallOf,
} from './desktop-store.ts'
import { useSwitching } from './switching.ts'
import type { Uninstall } from './uninstall-dialog.tsx'

const MISSING = {
  menu: sayingMissing(desktop.closeMenu),
  rename: sayingMissing(desktop.endRename),
  uninstall: sayingMissing(desktop.endUninstall),
  overview: sayingMissing(desktop.closeOverview),
  // The switch itself needs no picture of it.
  switcher: () => undefined,
}

const IconMenu = fetchedPart(async () => (await import('./icon-menu.tsx')).IconMenu)
const RenameDialog = fetchedPart(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const UninstallDialog = fetchedPart(
  async () => (await import('./uninstall-dialog.tsx')).UninstallDialog,
)
const Overview = fetchedPart(async () => (await import('./overview.tsx')).Overview)
const Switcher = fetchedPart(async () => (await import('./switcher.tsx')).Switcher)

const OpenMenu = ({ path, x, y }: { path: string; x: number; y: number }) => {
  const app = useApp(path)
  const { names } = useDesktopIcons()
  return app === undefined ? null : (
    <IconMenu
      onMissing={MISSING.menu}
      key={`${path} ${x} ${y}`}
      app={app}
      label={names[path] ?? app.title}
      x={x}
      y={y}
    />
  )
}

const OpenRename = ({ path }: { path: string }) => {
  const app = useApp(path)
  const { names } = useDesktopIcons()
  return app === undefined ? null : (
    <RenameDialog onMissing={MISSING.rename} path={path} label={names[path] ?? app.title} />
  )
}

const OpenUninstall = ({ path, uninstall }: { path: string; uninstall: Uninstall }) => {
  const app = useApp(path)
  return app === undefined ? null : (
    <UninstallDialog onMissing={MISSING.uninstall} app={app} uninstall={uninstall} />
  )
}

/** Whatever lies over the desktop, and Escape, which closes it one by one. */
export const Overlays = ({ uninstall }: { uninstall: Uninstall }) => {
  const menu = useMenu()
  const renameOf = useRenameOf()
  const uninstallOf = useUninstallOf()
  const isOverviewOpen = useIsOverviewOpen()
  const isSwitching = useSwitching() !== null

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
    <>
      {menu !== null && <OpenMenu {...menu} />}
      {renameOf !== null && <OpenRename path={renameOf} />}
      {uninstallOf !== null && <OpenUninstall path={uninstallOf} uninstall={uninstall} />}
      {isOverviewOpen && <Overview onMissing={MISSING.overview} />}
      {isSwitching && <Switcher onMissing={MISSING.switcher} />}
    </>
  )
}
