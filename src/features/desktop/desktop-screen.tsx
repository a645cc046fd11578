import type { ReactNode } from 'react'
import { WindowLayer } from '#src/platform/windows/window-layer.tsx'
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
  /** Joins the windows to the address bar. */
  links?: ReactNode
  uninstall?: Uninstall
}

const cannotUninstall: Uninstall = () => Promise.resolve(false)

/** The whole desktop: wallpaper, icons, windows, dock and status bar. */
export const DesktopScreen = ({
  brand,
  networkName,
  battery,
  status,
  account,
  backdrop,
  links,
  uninstall = cannotUninstall,
}: DesktopScreenProps) => (
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
    {links}
  </div>
)
