import { useEffect } from 'react'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import {
  desktop,
  useIsLauncherOpen,
  useIsOverviewOpen,
  useRenameOf,
  useUninstallOf,
} from './desktop-store.ts'
import { Launcher } from '#src/features/desktop/launcher/launcher.tsx'
import { Overview } from '#src/features/desktop/overview/overview.tsx'
import { RenameDialog } from '#src/features/desktop/icons/rename-dialog.tsx'
import { Switcher } from '#src/features/desktop/overview/switcher.tsx'
import { useSwitching } from '#src/features/desktop/overview/switching.ts'
import { UninstallDialog } from '#src/features/desktop/icons/uninstall-dialog.tsx'
import type { Uninstall } from '#src/features/desktop/icons/uninstall-dialog.tsx'

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
  const renameOf = useRenameOf()
  const uninstallOf = useUninstallOf()
  const isOverviewOpen = useIsOverviewOpen()
  const isLauncherOpen = useIsLauncherOpen()
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
      {renameOf !== null && <OpenRename path={renameOf} />}
      {uninstallOf !== null && <OpenUninstall path={uninstallOf} uninstall={uninstall} />}
      {isLauncherOpen && <Launcher />}
      {isOverviewOpen && <Overview />}
      {isSwitching && <Switcher />}
    </>
  )
}
