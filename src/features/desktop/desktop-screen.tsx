import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { openApp } from '#src/platform/windows/open-app.ts'
import { WindowLayer } from '#src/platform/windows/window-layer.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { desktop } from './desktop-store.ts'
import { Dock } from './dock.tsx'
import { IconGrid } from './icon-grid.tsx'
import { Overlays } from './overlays.tsx'
import { StatusBar } from './status-bar.tsx'
import type { Uninstall } from './uninstall-dialog.tsx'
import './desktop.css'

type DesktopScreenProps = {
  brand: string
  networkName: string
  battery: ReactNode
  status?: ReactNode
  account?: ReactNode
  /** Decoration between the wallpaper and the icons. */
  backdrop?: ReactNode
  /** A path to open once, from a deep link such as `?open=/wallet-finder`. */
  openPath?: string | null
  /** Called when the deep link has been followed, so that the address can forget it. */
  onOpened?: () => void
  uninstall?: Uninstall
}

const cannotUninstall: Uninstall = () => Promise.resolve(false)

const openLinked = (path: string) => {
  const outcome = openApp(path)
  if (!outcome.ok) {
    showToast({
      title: 'App not found',
      description: `Nothing opens at ${path}`,
      tone: 'destructive',
    })
  }
}

/** The whole desktop: wallpaper, icons, windows, dock and status bar. */
export const DesktopScreen = ({
  brand,
  networkName,
  battery,
  status,
  account,
  backdrop,
  openPath = null,
  onOpened,
  uninstall = cannotUninstall,
}: DesktopScreenProps) => {
  useEffect(() => {
    if (openPath === null) return
    openLinked(openPath)
    onOpened?.()
  }, [openPath, onOpened])

  return (
    <div className="desktop">
      <div aria-hidden="true" className="wallpaper" />
      {backdrop}
      <StatusBar
        brand={brand}
        networkName={networkName}
        battery={battery}
        status={status}
        account={account}
      />
      <main
        className="desktop-ground"
        onClick={(event) => {
          if (!(event.target as Element).closest('button')) desktop.endJiggling()
        }}
      >
        <h1 className="sr-only">Desktop</h1>
        <IconGrid />
      </main>
      <WindowLayer />
      <Dock />
      <Overlays uninstall={uninstall} />
    </div>
  )
}
