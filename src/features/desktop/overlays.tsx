import { useEffect, type ReactNode } from 'react'
import { showLoadFailure } from '#src/ui/feedback/load-failure-toast.ts'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import {
  desktop,
  useIsLauncherOpen,
  useIsOverviewOpen,
  useRenameOf,
  useUninstallOf,
} from './desktop-store.ts'
import { RenameDialog } from '#src/features/desktop/icons/rename-dialog.tsx'
import { Switcher } from '#src/features/desktop/overview/switcher.tsx'
import { useSwitching } from '#src/features/desktop/overview/switcher-store.ts'
import { UninstallDialog, type Uninstall } from '#src/features/desktop/icons/uninstall-dialog.tsx'

/** Large overlays load after the screen, and so open without a delay. */
const PRELOAD_AFTER_MS = 2_000

const Launcher = loadable(
  async () => (await import('#src/features/desktop/launcher/launcher.tsx')).Launcher,
)
const Overview = loadable(
  async () => (await import('#src/features/desktop/overview/overview.tsx')).Overview,
)

const preloadOverlays = () => {
  for (const { preload } of [Launcher, Overview]) preload().catch(() => undefined)
}

type LazyOverlayProps = { children: ReactNode; onClose: () => void }

/** Closes an overlay that fails to load and shows a toast. The next attempt loads it again. */
const LazyOverlay = ({ children, onClose }: LazyOverlayProps) => (
  <ErrorBoundary
    isQuiet
    onFailure={(error) => {
      onClose()
      void showLoadFailure(error)
    }}
  >
    {children}
  </ErrorBoundary>
)

const OpenRename = ({ path }: { path: string }) => {
  const app = useApp(path)
  const { names } = useDesktopIcons()
  return app === undefined ? null : <RenameDialog path={path} label={names[path] ?? app.title} />
}

const OpenUninstall = ({ path, uninstall }: { path: string; uninstall: Uninstall }) => {
  const app = useApp(path)
  return app === undefined ? null : <UninstallDialog app={app} uninstall={uninstall} />
}

/** All overlays of the desktop. Escape closes them one by one. */
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
        // Dialogs and menus that close themselves on Escape prevent the default.
        if (event.key === 'Escape' && !event.defaultPrevented) desktop.closeForemost()
      },
      { signal: leaving.signal },
    )
    return () => {
      leaving.abort()
      desktop.reset()
    }
  }, [])

  useEffect(() => {
    const timer = setTimeout(preloadOverlays, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      {renameOf !== null && <OpenRename path={renameOf} />}
      {uninstallOf !== null && <OpenUninstall path={uninstallOf} uninstall={uninstall} />}
      {isLauncherOpen && (
        <LazyOverlay onClose={desktop.closeLauncher}>
          <Launcher />
        </LazyOverlay>
      )}
      {isOverviewOpen && (
        <LazyOverlay onClose={desktop.closeOverview}>
          <Overview />
        </LazyOverlay>
      )}
      {isSwitching && <Switcher />}
    </>
  )
}
